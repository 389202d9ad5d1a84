import re
from pathlib import Path

from markdown_it import MarkdownIt
from records import question, record, steps

from pytest_vwa.reporting.baseline import Baseline
from pytest_vwa.reporting.finding import Finding
from pytest_vwa.reporting.gate import Gate, GateResult, judge
from pytest_vwa.reporting.markdown import SHOWN, plain, render
from pytest_vwa.reporting.rules import parse

HOSTILE = "<script>alert(1)</script> | **x** [a](http://evil.example) @team #12 `c`\n# head"
RUNS = (
    *(record("passed", n, steps=steps(4), cost_usd=0.02) for n in range(3)),
    record("failed", 3, reason=HOSTILE, sites=("reddit",), stop="step limit"),
    question("passed", 1),
    record("error", 5, error_kind="site", reason="shopping: no answer"),
    record("skipped", 6, reason="no video"),
)


def test_markdown_table_shows_rates_errors_and_skips() -> None:
    text = render(RUNS)
    assert "| mine · some-model | tasks | 3/4 | 75 % | 30-95 % | 3.0 | $0.0150 | 1 | 1 |" in text
    assert "| mine · some-model | questions | 1/1 | 100 % | 21-100 % | - | $0 |  |  |" in text


def test_markdown_gate_result_precedes_table() -> None:
    said = GateResult(
        (Finding("held", "errors <= 50%"), Finding("FELL", "final >= 0.9: 0.750")),
        ("lost 1 by mine: arena/shopping/3",),
    )
    text = render(RUNS, said)
    assert text.index("**gate fell: exit code 1**") < text.index("| agent |")
    assert "- held errors &lt;= 50%\n- FELL final &gt;= 0.9: 0.750\n" in text
    assert "gate" not in render(RUNS)


def test_markdown_baseline_comparison_is_a_table() -> None:
    before = tuple(record("passed", n) for n in range(12))
    now = tuple(record("failed" if n < 9 else "passed", n) for n in range(12))
    said = judge(Gate((parse("errors == 0"),), baseline=Baseline(Path("base.jsonl"), before)), now)
    text = render(now, said).partition("<details>")[0]
    (table,) = re.findall(r"\n\n(\|  \| tasks \|(?:.+\n)+)", text)
    assert table.splitlines()[0] == "|  | tasks | before | now | change | p | finds |  |"
    assert re.search(r"\| all tasks \| 12 \| 100 % \| 25 % \| -75 .+ \| FELL \|\n", table)
    assert len({line.count("|") for line in table.splitlines()}) == 1
    assert "\n- held errors == 0: 0 of 12 runs\n- mine compared with base.jsonl" in text
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<table>") == 1
    assert "<li>regressed 9: " in html


def test_markdown_unreported_failures_are_in_details() -> None:
    text = render(RUNS, GateResult((), ("lost 40 by mine: " + "arena/shopping/3, " * 40,)))
    opened = text.partition("<summary>not told by the exit code</summary>")[2]
    assert opened.partition("</details>")[0].count("\n- ") == 1


def test_markdown_escapes_untrusted_text() -> None:
    shown = MarkdownIt().enable("table").render(plain(HOSTILE))
    assert re.findall(r"<(?!/?p>)\w+", shown) == []
    assert "@" not in plain(HOSTILE)
    assert "alert(1)" in shown
    assert "<script>" not in render(RUNS)
    assert "\n# head" not in render(RUNS)


def test_markdown_groups_and_failed_tasks_are_in_details() -> None:
    text = render(RUNS)
    assert "| site: reddit | 0/1 | 0 % |" in text
    assert "| ended by step limit | 1 | 100 % |" in text
    assert "<summary>1 run of tasks lost</summary>" in text
    assert text.count("<details>") == text.count("</details>")


def test_markdown_compares_two_agents() -> None:
    won = [record("passed", n, agent="summary") for n in (1, 2)]
    lost = [record("failed", n, agent="text") for n in (1, 2)]
    text = render([*lost, *won])
    assert "<summary>summary against text on 2 tasks, p 0.500</summary>" in text
    assert "- gained 2: arena/shopping/1, arena/shopping/2" in text
    assert text.index("| summary · some-model |") < text.index("| text · some-model |")


def test_markdown_errors_name_their_tasks() -> None:
    runs = [record("error", n, error_kind="site", reason="shopping: down") for n in (1, 2)]
    assert "- 2 x site: shopping: down: shopping-1&#91;mine&#93;, shopping-2" in render(runs)


def test_markdown_reason_omits_local_folder() -> None:
    where = "(1 step, reports/20261123-091905-7516/tasks/shopping-1-mine-chromium)"
    text = render([record("failed", 1, reason=f"answer: expected 'a', got 'b (c)' {where}")])
    assert "&#93;: answer: expected 'a', got 'b (c)'\n" in text


def test_markdown_truncates_long_lists() -> None:
    text = render([record("failed", n, reason="no") for n in range(SHOWN + 5)])
    assert "- and 5 more" in text


def test_markdown_of_empty_run_has_heading() -> None:
    assert render(()).startswith("## Web-agent tasks")


def test_markdown_shows_trial_stats() -> None:
    text = render([record("passed", 1), record("failed", 1, trial=2)])
    assert "trials of the tasks, mean 50 %</summary>" in text
    assert "pass^k   50 %    0 %" in text
    assert "flaky 1 of 1: arena/shopping/1 1/2" in text
