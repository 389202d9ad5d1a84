"""What becomes a test, under which name, with which markers; and what a bad file is told."""

import json
import os
from pathlib import Path

import pytest
from taskfiles import QUESTION, TASK, Run

pytest_plugins = ["pytester"]
SHARED = Path(os.environ.get("VWA_SHARED", Path(__file__).parents[3] / "shared"))


def node_ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line]


def test_collect_names_items_after_site_and_task_id(run: Run, write) -> None:
    write("tasks/arena/classifieds.json", QUESTION)
    assert node_ids(run("--collect-only", "-q", "--agent=noop")) == [
        "tasks/arena/classifieds.json::classifieds-3[noop-chromium]",
        "tasks/arena/classifieds.json::classifieds-3-question[noop]",
    ]


def test_collect_creates_item_per_agent(run: Run, write) -> None:
    write("tasks.json", {})
    ids = node_ids(run("--collect-only", "-q", "--agent=noop", "--agent=constant"))
    assert ids == [
        "tasks.json::classifieds-3[noop-chromium]",
        "tasks.json::classifieds-3[constant-chromium]",
    ]


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("classifieds and easy", 1),
        ("temporal_reasoning and question and video_hard", 1),
        ("factual and arena", 1),
        ("temporal_reasoning", 2),
        ("shopping", 0),
        ("hard", 0),
    ],
)
def test_markers_select_by_site_kind_category_and_difficulty(
    run: Run, write, expression: str, count: int
) -> None:
    write("tasks.json", QUESTION)
    result = run("--collect-only", "-q", "--strict-markers", "-m", expression)
    assert len(node_ids(result)) == count


def test_custom_benchmark_becomes_marker(run: Run, write) -> None:
    write("tasks.json", {"benchmark": "house_rules"})
    result = run("--collect-only", "-q", "--strict-markers", "-m", "house_rules")
    assert len(node_ids(result)) == 1
    result.stdout.no_fnmatch_line("*Unknown*mark*")


def test_collect_accepts_paper_and_published_field_names(run: Run, write) -> None:
    write("paper.json", QUESTION | {"full_video_understanding": True, "visual_perception": True})
    write("published.json", QUESTION | {"multihop_reasoning": True, "visual_reasoning": True})
    both = run("--collect-only", "-q", "-m", "full_video_understanding and visual_perception")
    assert len(node_ids(both)) == 4


def test_collect_reads_single_task_files_and_yaml(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "7.json").write_text(json.dumps(TASK | {"task_id": 7}))
    (pytester.path / "mine.yaml").write_text(
        "sites: [shopping]\n"
        "task_id: a\n"
        "start_url: __SHOPPING__\n"
        "intent: Open the cart.\n"
        "eval:\n"
        "  eval_types: [url_match]\n"
        "  reference_url: __SHOPPING__/checkout/cart/\n"
    )
    assert node_ids(run("--collect-only", "-q")) == [
        "7.json::classifieds-7[chromium]",
        "mine.yaml::shopping-a[chromium]",
    ]


def test_collect_ignores_other_json_and_yaml_files(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "package.json").write_text('{"name": "x", "scripts": {"test": "y"}}')
    (pytester.path / "ci.yaml").write_text("jobs: {test: {steps: []}}")
    (pytester.path / "manifest.json").write_text('{"name": "x", "start_url": "/", "icons": []}')
    (pytester.path / "nlu.yml").write_text("nlu:\n- intent: greet\n  examples: hello\n")
    pytester.makepyfile("def test_a(): pass")
    run().assert_outcomes(passed=1)


def test_malformed_task_error_names_file_task_and_field(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("empty.json", {"intent": None})
    write("kind.json", {"eval": {"eval_types": ["sting_match"]}})
    (pytester.path / "comma.json").write_text('[{"intent": "x", "sites": [],}]')
    result = run()
    result.stdout.fnmatch_lines_random(
        [
            "*empty.json: task 3: field intent: expected str, got null",
            "*kind.json: task 3: field eval.eval_types: unknown check kind 'sting_match'; did you "
            "mean 'string_match'? known: page_image_query, program_html, string_match, url_match",
            "*comma.json:1:*: not valid JSON: *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*collect.py*")
    result.assert_outcomes(errors=3)


def test_collect_reads_explicit_file_as_tasks(run: Run, pytester: pytest.Pytester) -> None:
    (pytester.path / "package.json").write_text('{"name": "x"}')
    run("package.json").stdout.fnmatch_lines(
        ["*package.json: task number 1*: field task_id: miss*"]
    )


def test_tasks_without_agent_are_skipped_with_reason(run_still: Run, write) -> None:
    write("tasks.json", QUESTION)
    result = run_still("-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["SKIPPED*no agent to test: give --agent=NAME"])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"eval": None}, "eval: missing"),
        ({"eval": {"eval_types": ["program_html"]}}, "eval.program_html: empty"),
        ({"eval": {"eval_types": ["string_match"]}}, "eval.reference_answers: empty"),
        (
            {"eval": TASK["eval"] | {"url_note": ""}},
            "url_note*EXACT, GOLD in PRED",
        ),
    ],
)
def test_unjudgeable_task_is_skipped_with_field_name(
    run_still: Run, write, change, field: str
) -> None:
    write("tasks.json", change)
    result = run_still("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines([f"SKIPPED*cannot be judged: {field}*"])


def test_unjudgeable_question_is_skipped_with_field_name(run_still: Run, write) -> None:
    write("tasks.json", QUESTION | {"intermediate_eval": {"eval_types": ["see_reviews"]}})
    result = run_still("-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(
        ["SKIPPED*intermediate_eval.eval_types: unknown check kind 'see_reviews'*known: *"]
    )


def test_site_without_url_is_skipped_with_variable_name(
    run: Run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSIFIEDS", "http://127.0.0.1:9")
    write("tasks.json", {"sites": ["gitlab"], "start_url": "__GITLAB__"})
    result = run("-rs", "--agent=noop")
    result.stdout.fnmatch_lines(["SKIPPED*site gitlab has no address: set GITLAB=*"])


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--agent=sumary"], "*unknown agent 'sumary'; did you mean 'summary'?*"),
        (["--agent=summary"], "*works with a model and none is named: give --vwa-model=*"),
        (["--agent=gone.py:Agent"], "*no such file*gone.py"),
        (["--agent=noop", "--vwa-max-steps=0"], "*--vwa-max-steps*at least 1*'0'*"),
        (["--vwa-gate=final > much"], "*final > much*"),
    ],
)
def test_invalid_option_is_usage_error(run: Run, write, args: list[str], told: str) -> None:
    write("tasks.json", {})
    result = run(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
    result.stderr.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("class A(:", "*mine.py cannot be imported: SyntaxError: *mine.py:1)"),
        (
            "import no_such_thing",
            "*cannot be imported: ModuleNotFoundError: *mine.py:1)",
        ),
        ("1 / 0", "*cannot be imported: ZeroDivisionError: division by zero*mine.py:1)"),
        ("class A:\n    pass", "*A lacks begin(brief) or act(observation)*"),
    ],
)
def test_faulty_agent_file_is_usage_error(
    run: Run, write, pytester: pytest.Pytester, code: str, told: str
) -> None:
    (pytester.path / "mine.py").write_text(code)
    write("tasks.json", {})
    result = run("--agent=mine.py:A")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
    result.stderr.no_fnmatch_line("*INTERNALERROR*")


def test_session_without_tasks_imports_nothing_heavy(
    run_alone: Run, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile("def test_a(): pass")
    pytester.makeconftest(
        """
        import sys

        def pytest_unconfigure():
            heavy = {"playwright.sync_api", "litellm", "openai", "PIL", "skimage", "av", "numpy"}
            heavy |= {"pydantic", "yaml", "httpx", "uvicorn", "jinja2", "rich"}
            print("loaded:", sorted(heavy & set(sys.modules)))
        """
    )
    result = run_alone("-s", "-p", "no:playwright", "-p", "no:allure_pytest")
    result.stdout.fnmatch_lines(["loaded: []"])
    result.stdout.no_fnmatch_line("*vwa*rate*")


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the published task files are not in {SHARED}")
class TestPublishedFiles:
    def test_collect_finds_2021_tasks_and_400_questions(self, run: Run) -> None:
        result = run("--collect-only", "-q", str(SHARED / "data"))
        ids = [line for line in result.outlines if "::" in line]
        assert len(ids) == len(set(ids)) == 2421
        assert sum("-question" in name for name in ids) == 400
        assert result.ret == 0

    def test_published_unjudgeable_tasks_are_skipped(self, run: Run) -> None:
        result = run("-rs", "--vwa-overlay=none", str(SHARED / "data" / "videowa"))
        for field in (
            "*cannot be judged: eval: missing*",
            "*cannot be judged: *url_note*",
            "*cannot be judged: eval.program_html: empty*",
            "*cannot be judged: eval.reference_answers: empty*",
            "*cannot be judged: intermediate_eval.eval_types: unknown check kind*",
            "*SKIPPED [[]2[]]*intermediate_eval.eval_types: missing*",
        ):
            result.stdout.fnmatch_lines([field])
        result.assert_outcomes(skipped=800)

    def test_default_overlay_makes_all_tasks_judgeable(self, run: Run) -> None:
        result = run("-rs", str(SHARED / "data" / "videowa"))
        result.stdout.fnmatch_lines(["vwa overlays: published 1 mends 20 of the tasks"])
        result.stdout.no_fnmatch_line("*cannot be judged*")
        result.assert_outcomes(skipped=800)
