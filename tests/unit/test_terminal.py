from pathlib import Path

from records import question, record, steps
from reporting_command import command

from pytest_vwa.core.record import ProfileRecord, Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.reporting.summary import summarise
from pytest_vwa.reporting.terminal import render

SITES = ("shopping", "reddit")
RUNS = (
    *(
        record(
            "passed" if number < 9 else "failed",
            number,
            model="demo",
            sites=(SITES[number % 2],),
            categories=("full_video_understanding",),
            steps=steps(4),
            prompt_tokens=12_000,
            cost_usd=0.0123,
            seconds={"total": 12.34},
        )
        for number in range(16)
    ),
    *(question("passed", number, model="demo") for number in range(12)),
    *(question("failed", number, model="demo") for number in range(12, 16)),
    record("error", 20, model="demo", error_kind="site", reason="shopping: no answer " + "x" * 99),
    record("skipped", 21, model="demo", reason="no video a[b].mp4"),
)


def text(*records: Record) -> str:
    return render(summarise(records))


def rows(*records: Record) -> list[str]:
    """The lines with their columns closed up."""
    return [" ".join(line.split()) for line in text(*records).splitlines()]


def test_terminal_headline_shows_agent_rate_and_interval() -> None:
    assert text(*RUNS).splitlines()[:3] == [
        "mine · demo (built-in stand-in, not a language model)",
        "9 of 16 tasks passed: 56 % (95 % CI 33-77 %), 1 error, 1 skipped",
        "12 of 16 questions passed: 75 % (95 % CI 51-90 %)",
    ]


def test_terminal_row_shows_counts_rate_interval_and_means() -> None:
    assert "all 9/16 56 % 33-77 % 4.0 12.0k $0.0123 12.3 s" in rows(*RUNS)
    assert "reddit 4/8 50 % 22-78 % 4.0 12.0k $0.0123 12.3 s" in rows(*RUNS)


def test_terminal_omits_grouping_with_single_group() -> None:
    shown = text(*RUNS[:16])
    assert "site" in shown
    assert "category" not in shown


def test_terminal_lists_errors_and_skips_with_reasons() -> None:
    lines = text(*RUNS).splitlines()
    errors = lines.index("errors, in no rate: 1")
    assert lines[errors + 1] == "  1 x site: shopping: no answer"
    assert lines[errors + 2].startswith("  xxx"), "a long reason has several lines"
    assert "  1 x no video a[b].mp4" in lines


def test_terminal_fits_80_columns_with_longest_numbers() -> None:
    full = [
        record("passed", n, categories=(("audio_perception", "full_video_understanding")[n % 2],),
               steps=steps(30), prompt_tokens=999_940, cost_usd=123.45, seconds={"total": 5900})
        for n in range(2200)
    ]  # fmt: skip
    assert max(map(len, text(*full).splitlines())) <= 80
    row = "full_video_understanding 1100/1100 100 % 100-100 % 30.0 999.9k $123.45 98 min"
    assert row in rows(*full)


def test_terminal_last_line_shows_judge_cost() -> None:
    judged = {"judge_calls": 3, "judge_tokens": 1200, "judge_cost_usd": 0.02}
    last = text(*RUNS, record("passed", 30, model="demo", **judged)).splitlines()[-1]
    assert last == "the judge beside it: 3 calls, 1.2k tokens, $0.0200"
    assert "the judge" not in text(*RUNS)


def test_terminal_uses_colour_only_on_request() -> None:
    summary = summarise(RUNS)
    assert "\x1b[" not in render(summary)
    assert "\x1b[" in render(summary, color=True)


def test_terminal_all_skipped_run_shows_reason_without_table() -> None:
    skipped = record("skipped", agent=None, model=None, reason="no agent: pass --agent=NAME")
    assert text(skipped).splitlines() == [
        "no agent",
        "no tasks judged: 1 skipped",
        "",
        "skipped: 1",
        "  1 x no agent: pass --agent=NAME",
        "      shopping-1[mine]",
    ]


def test_terminal_counts_trials_as_runs_of_tasks() -> None:
    trials = [record("passed", number, trial=trial) for number in (1, 2) for trial in (1, 2, 3)]
    assert "6 of 6 runs of 2 tasks passed" in text(*trials)


def test_terminal_sums_up_many_error_reasons() -> None:
    errors = [record("error", number, reason=f"reason {number}") for number in range(9)]
    assert (
        "  4 x other reasons; pytest -rs lists skips, the journal all" in text(*errors).splitlines()
    )


def test_reporting_command_prints_summary_from_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    for run in RUNS:
        journal.append(run)
    for argument in (journal.path, tmp_path):
        done = command(argument)
        assert (done.returncode, done.stdout) == (0, text(*RUNS))


def test_terminal_lists_every_run_where_profiles_differ() -> None:
    profiles = (
        ProfileRecord(profile="reference", outcome=Outcome.PASSED, score=1.0),
        ProfileRecord(profile="strict", outcome=Outcome.FAILED, score=0.0, reason="lists all"),
    )
    shown = text(*(record("passed", number, profiles=profiles) for number in range(30)))
    assert "the profiles differ on 30" in shown
    assert shown.count("reference passed, strict failed") == 30
    assert "lists all" in shown
    agreed = tuple(each.model_copy(update={"outcome": Outcome.PASSED}) for each in profiles)
    assert "differ" not in text(record(profiles=agreed))
