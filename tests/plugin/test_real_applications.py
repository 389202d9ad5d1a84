"""Applications that nobody here wrote: declared in YAML, logged in, a task done and judged."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import realapps
from realapps import App
from taskfiles import Run

from pytest_vwa.core.record import Record

pytest_plugins = ["pytester"]
pytestmark = [pytest.mark.realapp, pytest.mark.full]

AGENT = '''
import re

PLANS = {
    "Write": ["click Edit this page", "type wikitext: The gauge is read at one.", "click Save"],
    "Mark": ["click The boat house door", "select status: resolved", "click Submit Changes"],
}


class Mine:
    """Follows its plan, finding each element by how its text begins."""

    def begin(self, brief):
        self.plan = list(PLANS[brief.intent.split()[0]])

    def act(self, observation):
        if not self.plan:
            return "stop []"
        kind, told = self.plan.pop(0).split(" ", 1)
        words, _, given = told.partition(": ")
        element = r"^\\[(\\d+)\\] \\[\\w+\\] \\[" + re.escape(words)
        number = re.search(element, observation.text, re.MULTILINE).group(1)
        return f"{kind} [{number}]" + (f" [{given}] [0]" if kind == "type" else "") + (
            f" [{given}]" if kind == "select" else ""
        )
'''


def judged_by(page: str, locator: str, expected: str) -> dict[str, Any]:
    program = {"url": page, "locator": locator, "required_contents": {"must_include": [expected]}}
    return {"eval_types": ["program_html"], "program_html": [program]}


WIKI = {
    "sites": ["wiki"],
    "task_id": 1,
    "start_url": "__WIKI__/doku.php?id=start",
    "intent": "Write on the start page that the gauge is read at one.",
    "video": None,
    "require_login": True,
    "eval": judged_by("__WIKI__/doku.php?id=start", "", "read at one"),
}
TRACKER = {
    "sites": ["tracker"],
    "task_id": 2,
    "start_url": "__TRACKER__",
    "intent": "Mark the issue of the boat house door as resolved.",
    "video": None,
    "require_login": True,
    "eval": judged_by(
        "__TRACKER__/issue1",
        "document.querySelector('select[name=status]').selectedOptions[0].innerText",
        "resolved",
    ),
}


def shown(url: str) -> str:
    """What anybody sees there."""
    with urlopen(url, timeout=60) as answer:
        page: str = answer.read().decode()
    return page


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[App]:
    if not realapps.DOKUWIKI.exists():
        pytest.skip("DokuWiki is not unpacked here: `sh .ci/realapps` does it, on Debian")
    with realapps.dokuwiki(tmp_path) as app:
        yield app


@pytest.fixture
def tracker(tmp_path: Path) -> Iterator[App]:
    with realapps.roundup(tmp_path) as app:
        yield app


@pytest.fixture
def declared(pytester: pytest.Pytester, wiki: App, tracker: App) -> None:
    (pytester.path / "sites.yaml").write_text(f"sites:{wiki.yaml}{tracker.yaml}")
    (pytester.path / "mine.py").write_text(AGENT)


@pytest.mark.usefixtures("declared")
def test_task_passes_on_each_real_application(
    write: Callable[..., Path],
    run: Run,
    records: Callable[[], list[Record]],
    wiki: App,
    tracker: App,
) -> None:
    write("tasks.json", WIKI, TRACKER)
    run("tasks.json", "--agent=mine.py:Mine").assert_outcomes(passed=2)
    assert {record.sites: record.score for record in records()} == {("wiki",): 1, ("tracker",): 1}
    assert "read at one" in shown(f"{wiki.url}/doku.php?id=start")
    assert "resolved" in shown(f"{tracker.url}/issue1")


@pytest.mark.usefixtures("declared")
def test_sites_check_logs_in_to_real_applications(run_alone: Run) -> None:
    result = run_alone("--vwa-sites-check")
    assert result.ret == 0
    for name in ("wiki", "tracker"):
        result.stdout.re_match_lines([rf"{name} +yes +yes +yes +[\d.]+  http://\S+"])


@pytest.mark.usefixtures("declared")
def test_idle_agent_fails_on_real_applications(
    write: Callable[..., Path], run: Run, pytester: pytest.Pytester
) -> None:
    idle = (
        "class Idle:\n    def begin(self, brief): ...\n    def act(self, seen): return 'stop []'\n"
    )
    (pytester.path / "idle.py").write_text(idle)
    write("tasks.json", WIKI, TRACKER)
    run("tasks.json", "--agent=idle.py:Idle").assert_outcomes(failed=2)
