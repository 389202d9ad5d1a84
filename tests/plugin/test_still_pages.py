"""Runs of tasks in the world of still pages that pytest_vwa.testing offers."""

from collections.abc import Callable

import pytest
from taskfiles import Run

from pytest_vwa.core.record import Record

pytest_plugins = ["pytester"]

SOLUTION = {"reference_actions": ['click [A "Log in"]', "stop []"]}
PAGES = """
import pytest
from pytest_vwa.testing import StillPage, link

@pytest.fixture(scope="session")
def still_pages():
    login = "__CLASSIFIEDS__/index.php?page=login"
    title = "document.querySelector('h1').innerText"
    return [
        StillPage("__CLASSIFIEDS__", "Classifieds", [link("Log in", login)]),
        StillPage(login, "Log in", scripts={title: "Access to your account"}),
    ]
"""


def heading(expected: str, script: str = "document.querySelector('h1').innerText") -> dict:
    """A task that is passed when the last page's heading includes this."""
    target = {"url": "last", "locator": script, "required_contents": {"must_include": [expected]}}
    return SOLUTION | {"eval": {"eval_types": ["program_html"], "program_html": [target]}}


def test_still_pages_run_tasks_without_browser_or_site(
    run_still: Run,
    write,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    records: Callable[[], list[Record]],
) -> None:
    monkeypatch.setenv("VWA_BROWSER", "/there/is/no/browser")
    pytester.makeconftest(PAGES)
    write("tasks.json", SOLUTION)
    result = run_still("--agent=reference", "--agent=noop")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["vwa world: still pages of pytest_vwa.testing; no browser*"])
    assert {record.versions["world"] for record in records()} == {"still pages"}


@pytest.mark.parametrize(
    ("task", "outcome", "reason"),
    [
        (heading("your account"), "passed", ""),
        (heading("your cart"), "failed", "your cart"),
        (heading("x", "document.title"), "error", "no value for this script; known: "),
    ],
    ids=["value", "other value", "unknown script"],
)
def test_still_pages_answer_scripts_of_checks(
    run_still: Run,
    write,
    pytester: pytest.Pytester,
    record: Callable[[], Record],
    task: dict,
    outcome: str,
    reason: str,
) -> None:
    pytester.makeconftest(PAGES)
    write("tasks.json", task)
    run_still("--agent=reference")
    assert record().outcome == outcome
    assert reason in (record().reason or "")


def test_still_pages_work_in_xdist_workers(run_still: Run, write) -> None:
    write("tasks.json", {}, {"task_id": 4})
    run_still("--agent=noop", "-n", "2").assert_outcomes(failed=2)


def test_runs_within_a_second_have_folders_of_their_own(
    run_still: Run, write, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.strftime", lambda _: "20260101-120000")
    write("tasks.json", {})
    for _ in range(3):
        run_still("--agent=noop").assert_outcomes(failed=1)
    names = sorted(path.name for path in pytester.path.glob("reports/*/"))
    first = min(names)
    assert names == [first, f"{first}-2", f"{first}-3"]


def test_still_pages_ignore_configured_sites(
    run_still: Run, write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSIFIEDS", "http://127.0.0.1:9")
    write(
        "tasks.json", {"reference_actions": ["scroll [down]", *SOLUTION["reference_actions"][1:]]}
    )
    run_still("--agent=reference").assert_outcomes(failed=1)
