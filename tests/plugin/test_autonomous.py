"""Agents that drive the browser by themselves: lent a browser of their own, seen from outside,
judged like all others."""

import json
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from taskfiles import QUESTION, Run

from pytest_vwa.autonomous import run as autonomous_run
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

GUIDE = Path(__file__).parents[2] / "docs" / "autonomous-agents.md"
FRONT = """
from contextlib import contextmanager
from playwright.sync_api import sync_playwright

@contextmanager
def front(cdp_url):
    \"\"\"The tab in front, as any client sees it.\"\"\"
    with sync_playwright() as playwright:
        yield playwright.chromium.connect_over_cdp(cdp_url).contexts[0].pages[0]

"""
LOG_IN = """
class Mine:
    def run(self, brief, cdp_url):
        with front(cdp_url) as page:
            page.get_by_role("link", name="Log in").first.click()
            page.wait_for_url("**page=login")
        return "there"
"""
BOUGHT = {
    "sites": ["shopping"],
    "task_id": 5,
    "start_url": "__SHOPPING__/electronics.html",
    "intent": "Put the last product into my cart.",
    "require_login": True,
    "eval": {
        "eval_types": ["url_match", "program_html"],
        "reference_url": "__SHOPPING__/checkout/cart/",
        "program_html": [
            {
                "url": "__SHOPPING__/checkout/cart/",
                "locator": "document.body.innerText",
                "required_contents": {"must_include": ["Subtotal"]},
            }
        ],
    },
}


@pytest.fixture
def agent(pytester: pytest.Pytester) -> Callable[[str], None]:
    """Write agents/mine.py."""

    def write(code: str) -> None:
        folder = pytester.mkdir("agents")
        (folder / "mine.py").write_text(FRONT + code)

    return write


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], dict[str, Record]]:
    """The records of the only run, by what the agent was told."""

    def records() -> dict[str, Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return {record.intent: record for record in read(journal)}

    return records


def told(record: Record) -> str:
    return "; ".join(step.note for step in record.steps if step.note)


def test_autonomous_run_is_recorded_and_rescored(
    run: Run, write, agent, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {"intent": "Log in."})
    agent(LOG_IN)
    run("--agent=mine").assert_outcomes(passed=1)
    (won,) = records().values()
    assert (won.stop, won.answer, won.warnings) == ("answered", "there", ())
    assert [step.action.partition("page=")[2] for step in won.steps] == ["login]", ""]
    assert won.steps[1].action == "stop [there]"
    assert won.steps[1].url.endswith("page=login")
    folder = pytester.path / "reports" / won.run / won.artifacts
    assert [(folder / step.image).stat().st_size > 5_000 for step in won.steps] == [True] * 2
    assert won.seconds["agent"] > 0
    run(f"--vwa-rescore=reports/{won.run}", "--vwa-profile=strict").assert_outcomes(passed=1)


def test_async_agent_is_logged_in_and_judged_by_site_state(run: Run, write, agent, records) -> None:
    write("tasks.json", BOUGHT)
    agent(
        """
from playwright.async_api import async_playwright

class Mine:
    async def run(self, brief, cdp_url):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.connect_over_cdp(cdp_url)
            page = browser.contexts[0].pages[0]
            size = await page.evaluate("[innerWidth, innerHeight]")
            async with page.expect_navigation():
                await page.get_by_role("button", name="Add to Cart").last.click()
            await page.goto(brief.sites["shopping"] + "/checkout/cart/")
        return str(size)
"""
    )
    run("--agent=mine", "--vwa-viewport=900x700").assert_outcomes(passed=1)
    (won,) = records().values()
    assert won.answer == "[900, 700]"
    assert won.seconds["login"] > 0
    assert {each.profile: each.outcome for each in won.profiles} == {
        "reference": "passed",
        "strict": "passed",
    }


MOODS = """
class Mine:
    def run(self, brief, cdp_url):
        return getattr(self, brief.intent)(cdp_url)

    def idle(self, cdp_url):
        return "nothing to do"

    def raises(self, cdp_url):
        raise KeyError("lost my way")

    def closes(self, cdp_url):
        with front(cdp_url) as page:
            page.context.browser.new_browser_cdp_session().send("Browser.close")
        return "done"
"""


def test_autonomous_agent_faults_get_their_error_kind(run: Run, write, agent, records) -> None:
    moods = ["closes", "raises", "idle"]
    write("tasks.json", *({"task_id": n, "intent": mood} for n, mood in enumerate(moods)))
    agent(MOODS)
    result = run("--agent=mine")
    result.assert_outcomes(failed=3)
    found = records()
    assert {mood: (found[mood].outcome, found[mood].error_kind) for mood in moods} == {
        "idle": ("failed", ""),
        "raises": ("error", "agent"),
        "closes": ("error", "browser"),
    }
    assert found["idle"].answer == "nothing to do"
    assert "must not close the browser it is given" in found["closes"].reason
    result.stdout.fnmatch_lines(["agent error: the agent raised KeyError: *", "*mine.py*in raises"])
    result.stdout.no_fnmatch_line("*errand.py*")


SLOW = """
import asyncio
from threading import Event
from urllib.request import Request, urlopen

class Mine:
    def run(self, brief, cdp_url):
        page = brief.sites["classifieds"] + "/index.php?page=login"
        urlopen(Request(cdp_url + "/json/new?" + page, method="PUT")).close()
        return getattr(self, brief.intent)(cdp_url)

    def busy(self, cdp_url):
        while True:
            urlopen(cdp_url + "/json/version").close()

    def deaf(self, cdp_url):
        Event().wait()

class Waits:
    async def run(self, brief, cdp_url):
        await asyncio.sleep(1000)
"""


def test_agent_timeout_judges_the_current_state(
    run: Run, write, agent, records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autonomous_run, "_PATIENCE", 1.0)
    write("tasks.json", {"intent": "busy"}, {"intent": "deaf", "task_id": 4})
    agent(SLOW)
    result = run("--agent=agents/mine.py:Mine", "--vwa-agent-timeout=4")
    result.assert_outcomes(passed=2)
    found = records()
    assert {record.stop for record in found.values()} == {"time limit"}
    assert {record.answer for record in found.values()} == {""}
    assert [told(record) for record in found.values()] == ["time was over"] * 2
    assert found["busy"].warnings[0].startswith("without its browser, the agent raised")
    assert found["deaf"].warnings == ("the agent went on without its browser, and was left alone",)


def test_agent_timeout_cancels_async_agent(run: Run, write, agent, records) -> None:
    write("tasks.json", {"intent": "wait"})
    agent(SLOW)
    run("--agent=agents/mine.py:Waits", "--vwa-agent-timeout=1").assert_outcomes(failed=1)
    (lost,) = records().values()
    assert lost.reason.startswith("address: expected")
    assert "ended by time limit" in lost.reason
    assert lost.warnings == ("without its browser, the agent's run was cancelled",)


LEAVING = """
import json
from playwright.sync_api import Error

FETCH = "url => fetch(url).then(answer => answer.text(), () => 'stopped')"

def go(page, url):
    try:
        page.goto(url)
    except Error:  # it was refused
        pass
    page.wait_for_url(lambda url: not url.startswith("data:"))
    page.wait_for_load_state()
    return page.url + " " + page.content()

class Mine:
    def run(self, brief, cdp_url):
        debugging = cdp_url + "/json/version"
        places = ["data:text/html,<h1>mine</h1>", debugging, "file:///etc/passwd", "FOREIGN/"]
        with front(cdp_url) as page:
            asked = page.evaluate(FETCH, debugging)
            # In a tab each: a page that is sent back does not disturb the next one.
            seen = [go(page.context.new_page(), place) for place in places]
            return json.dumps([asked, *seen])
"""


def test_agent_browser_blocks_other_urls(classifieds: str, run: Run, write, agent, records) -> None:
    write("tasks.json", {"intent": "Leave."})
    agent(LEAVING.replace("FOREIGN", classifieds))
    run("--agent=mine").assert_outcomes(failed=1)
    (record,) = records().values()
    assert record.outcome == "failed"
    asked, *seen = json.loads(record.answer)
    assert asked == "stopped"
    assert "/json/version was blocked" in told(record)
    for place in ("/json/version", "file:///etc/passwd", classifieds, "data:text/html"):
        assert re.search(
            f"{re.escape(place)}[^;]* was not opened: the browser may only", told(record)
        )
    for answer in seen:
        assert not any(word in answer for word in ("webSocket", "root:", "Kayak", "<h1>mine"))


def test_autonomous_agent_answers_question(run_still: Run, write, agent, records) -> None:
    write("tasks.json", QUESTION)
    agent(
        LOG_IN
        + """
    def begin(self, brief):
        self.video = brief.video

    def answer(self, question):
        return f"red, says {self.video.name}"
"""
    )
    run_still("--agent=mine", "-m", "question").assert_outcomes(passed=1)


def test_agent_without_answer_skips_question(run_still: Run, write, agent) -> None:
    write("tasks.json", QUESTION)
    agent(LOG_IN)
    result = run_still("--agent=mine", "-m", "question", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*has no answer(question)*"])


def test_browser_without_cdp_skips_task(run: Run, write, agent) -> None:
    write("tasks.json", {})
    agent(LOG_IN)
    result = run("--agent=mine", "--browser=firefox", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*speaks CDP; firefox does not*"])


def test_autonomous_agents_guide_example_passes(run: Run, write, pytester) -> None:
    (code,) = re.findall(r"```python\n(.+?)```\n", GUIDE.read_text("utf-8"), re.DOTALL)
    pytester.mkdir("agents").joinpath("walk.py").write_text(code)
    write("tasks.json", {"intent": "Log in and register"})
    run("--agent=walk").assert_outcomes(passed=1)


@pytest.mark.skipif(bool(find_spec("browser_use")), reason="browser-use is installed")
def test_browser_use_adapter_skips_without_package(run: Run, write) -> None:
    write("tasks.json", {})
    adapter = GUIDE.parents[1] / "agents" / "browser_use.py"
    result = run(f"--agent={adapter}", "--vwa-model=demo", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["SKIPPED*the package browser-use is missing: pip install browser-use"]
    )
