"""A locator that never ends costs its own task the verdict, and the run goes on."""

from collections.abc import Callable

import pytest
from taskfiles import Run

from pytest_vwa.browser.view import open_view
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]


def test_hanging_locator_is_browser_error_and_run_continues(
    run: Run,
    write: Callable[..., object],
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(open_view, "__defaults__", (6.0,))  # seconds, instead of view.LONGEST
    page = {
        "url": "__CLASSIFIEDS__/",
        "locator": "document.title && new Promise(() => {})",
        "required_contents": {"must_include": ["a"]},
    }
    hangs = {"task_id": 1, "eval": {"eval_types": ["program_html"], "program_html": [page]}}
    write("tasks.json", hangs, {"task_id": 2})
    result = run("--agent=noop")
    result.stdout.fnmatch_lines(["*browser error: *the check's script 'document.title && new *"])
    (journal,) = pytester.path.glob("reports/*/journal.jsonl")
    records = {record.key.rpartition("/")[2]: record for record in read(journal)}
    assert (records["1"].outcome, records["1"].error_kind) == ("error", "browser")
    assert "did not end within 6 s" in records["1"].reason
    assert records["2"].outcome == "failed"
