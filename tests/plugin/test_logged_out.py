"""Logged in once for all, noticed when that ends, and nobody's score suffers from it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from accounts import ACCOUNT, FORM, Accounts, serving
from provider import Provider
from taskfiles import Run

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

NAMES = ("shopping", "shopping_admin", "reddit", "gitlab", "classifieds")
AGENT = """
class Mine:
    def begin(self, brief):
        self.paths = brief.intent.split()
        self.site = next(iter(brief.sites.values()))

    def act(self, observation):
        if not self.paths:
            return "stop []"
        return f"goto [{self.site}{self.paths.pop(0)}]"
"""

THINKS = f"""
from pytest_vwa.core.ports import Message
{AGENT}
    def __init__(self, llm):
        self.llm = llm
        self.went = self.act
        self.act = self.think

    def think(self, observation):
        self.llm.complete([Message("user", ("Where to?",))])
        return self.went(observation)
"""
DRIVES = """
from playwright.sync_api import sync_playwright

class Mine:
    def run(self, brief, cdp_url):
        browser = sync_playwright().start().chromium.connect_over_cdp(cdp_url)
        page = browser.contexts[0].pages[0]
        for path in brief.intent.split():
            page.goto(brief.sites["reddit"] + path)
        return "done"
"""


def task(number: int, site: str, intent: str, ends: str = "/member", **more: Any) -> dict[str, Any]:
    """Its agent goes to the paths of the intent; it passes when it ends where it should."""
    address = f"__{site.upper()}__"
    judged = {"eval_types": ["url_match"], "reference_url": address + ends, "url_note": "EXACT"}
    return {
        "sites": [site],
        "task_id": number,
        "start_url": address,
        "require_login": True,
        "intent": intent,
        "video": None,
        "eval": judged,
        **more,
    }


@pytest.fixture
def servers() -> Iterator[dict[str, Accounts]]:
    with ExitStack() as running:
        yield {name: running.enter_context(serving()) for name in NAMES}


@pytest.fixture
def play(
    pytester: pytest.Pytester, servers: dict[str, Accounts], run: Run, write
) -> Callable[..., pytest.RunResult]:
    """Run these tasks with an agent that goes where their intents say."""

    def play(
        *tasks: dict[str, Any], options: tuple[str, ...] = (), agent: str = AGENT, **more: str
    ) -> pytest.RunResult:
        (pytester.path / "agents").mkdir()
        (pytester.path / "agents/mine.py").write_text(agent)
        lines = [
            f"  {name}:\n    url: {server.url}\n    {ACCOUNT}\n    {more.get(name, '')}\n"
            f"    login:{FORM}"
            for name, server in servers.items()
        ]
        (pytester.path / "sites.yaml").write_text("sites:\n" + "".join(lines))
        write("tasks.json", *tasks)
        return run("tasks.json", "--agent=mine", *options)

    return play


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], dict[str, Record]]:
    def records() -> dict[str, Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return {record.test: record for record in read(journal)}

    return records


def test_who_is_signed_out_by_others_works_again_and_who_signs_out_has_lost(
    play, records, servers: dict[str, Accounts], workers: str
) -> None:
    result = play(
        task(0, "reddit", "/lose /member"),  # the site forgets the session, once
        task(1, "gitlab", "/lose-all /member"),  # each time
        task(2, "classifieds", "/crumble /elsewhere /member"),  # the browser loses the cookie
        task(3, "shopping", "/bye /member"),  # the agent's own doing
        task(4, "shopping", "/member"),
        task(5, "shopping_admin", "/member /elsewhere"),  # lost, but logged in to its end
        options=("-n", workers),
    )
    result.assert_outcomes(passed=3, failed=3)
    found = records()
    outcomes = {name: record.outcome for name, record in found.items()}
    assert outcomes == {
        "reddit-0": Outcome.PASSED,
        "gitlab-1": Outcome.ERROR,
        "classifieds-2": Outcome.PASSED,
        "shopping-3": Outcome.FAILED,
        "shopping-4": Outcome.PASSED,
        "shopping_admin-5": Outcome.FAILED,
    }
    again = "the task was run again after 2 steps: reddit: logged out at"
    assert any(warning.startswith(again) for warning in found["reddit-0"].warnings)
    assert [step.number for step in found["reddit-0"].steps] == [1, 2, 3]
    assert any("run again after" in warning for warning in found["classifieds-2"].warnings)
    lost = found["gitlab-1"]
    assert (lost.error_kind, lost.score) == ("site", None)
    assert lost.reason.startswith("gitlab: logged out at")
    assert found["shopping-3"].warnings == found["shopping_admin-5"].warnings == ()
    assert {name: server.log_ins for name, server in servers.items() if name != "shopping"} == {
        "shopping_admin": 1,
        "reddit": 2,
        "gitlab": 2,
        "classifieds": 2,
    }
    if workers == "0":
        assert servers["shopping"].log_ins == 2


def test_an_agent_that_drives_the_browser_by_itself_works_again_too(
    play, records, servers: dict[str, Accounts]
) -> None:
    play(
        task(0, "reddit", "/crumble /member"),
        task(1, "reddit", "/bye /member"),
        agent=DRIVES,
    ).assert_outcomes(passed=1, failed=1)
    found = records()
    assert found["reddit-0"].outcome is Outcome.PASSED
    assert "reddit: logged out at" in "; ".join(found["reddit-0"].warnings)
    assert found["reddit-1"].outcome is Outcome.FAILED
    assert servers["reddit"].log_ins == 2


def test_who_cannot_log_in_again_keeps_what_was_done_until_then(play, records) -> None:
    play(task(0, "reddit", "/close /member")).assert_outcomes(failed=1)
    (record,) = records().values()
    assert record.outcome is Outcome.ERROR
    assert record.reason.startswith("reddit: logging in as ann at")
    assert record.reason.endswith("did not work: the page says 'No.'")
    assert [step.action for step in record.steps] == [
        "goto [http://reddit.com/close]",
        "goto [http://reddit.com/member]",
    ]
    assert any(warning.startswith("reddit: logged out at") for warning in record.warnings)


def test_what_the_first_run_cost_is_in_the_record(
    play, records, servers: dict[str, Accounts], provider: Provider
) -> None:
    play(
        task(0, "reddit", "/crumble /member"), options=provider.options, agent=THINKS
    ).assert_outcomes(passed=1)
    (record,) = records().values()
    assert len(provider.asked) == 5  # two turns, and three
    assert len(record.steps) == 3
    assert (record.prompt_tokens, record.completion_tokens) == (500, 50)


def test_a_hundred_tasks_of_five_sites_and_four_workers_log_in_five_times(
    play, servers: dict[str, Accounts], pytester: pytest.Pytester
) -> None:
    """They live on one host and call their cookies the same."""
    tasks = [task(n, NAMES[n % 5], "/", ends="/") for n in range(100)]
    result = play(*tasks, options=("-n", "4", "--vwa-cache-dir=cache"))
    result.assert_outcomes(passed=100)
    assert [server.log_ins for server in servers.values()] == [1] * 5
    # Only those who logged in looked for a sign of it: tasks that pass cost no look more.
    assert [server.asked["/account"] for server in servers.values()] == [1] * 5
    assert list((pytester.path / "cache/logins").iterdir()) == []


def test_two_sites_of_one_task_that_overwrite_each_others_cookie_are_told(
    play, records, servers: dict[str, Accounts]
) -> None:
    both = task(0, "reddit", "/") | {"sites": ["reddit", "gitlab"]}
    play(both).assert_outcomes(failed=1)
    (record,) = records().values()
    assert record.error_kind == "site"
    assert "gitlab use the same cookie 'session' of 127.0.0.1" in record.reason
    assert "such as 127.0.0.1 and localhost" in record.reason


def test_every_request_to_a_site_carries_its_headers_and_none_to_another_does(
    play, records, servers: dict[str, Accounts], workers: str
) -> None:
    gated, other = servers["reddit"], servers["gitlab"]
    gated.elsewhere = f"{other.url}/from-reddit"
    looked_at = {"url": "__REDDIT__/member", "required_contents": {"must_include": ["Hello"]}}
    page = {"eval_types": ["program_html"], "program_html": [{**looked_at, "locator": ""}]}
    play(
        task(
            0, "reddit", "/member /away", eval=page, sites=["reddit", "gitlab"], require_login=False
        ),
        task(1, "reddit", "/member"),
        task(2, "gitlab", "/member"),
        options=("-n", workers),
        reddit="headers: {X-Gate: open}",
    )
    assert {record.outcome for record in records().values()} <= {Outcome.PASSED, Outcome.FAILED}
    assert {gate for _, gate in gated.heard} == {"open"}
    assert {"/", "/login", "/account", "/member", "/away"} <= {path for path, _ in gated.heard}
    assert ("/from-reddit", None) in other.heard
    assert {gate for _, gate in other.heard} == {None}


def test_the_states_of_a_run_are_for_their_user_alone_while_it_lasts(
    play, pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(
        """
        def pytest_vwa_verdict(item, record, trajectory):
            for path in (item.config.rootpath / "cache/logins").glob("**/*.json"):
                print("MODE", oct(path.parent.stat().st_mode), oct(path.stat().st_mode))
        """
    )
    result = play(task(0, "reddit", "/member"), options=("--vwa-cache-dir=cache", "-s"))
    result.stdout.fnmatch_lines(["*MODE 0o40700 0o100600*"])
    assert list((pytester.path / "cache/logins").iterdir()) == []
