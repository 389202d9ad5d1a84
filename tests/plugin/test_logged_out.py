"""Logged in once for all, noticed when that ends, and nobody's score suffers from it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Any

import openai  # noqa: F401  so that inner runs need not import it anew
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
        with sync_playwright() as playwright:
            page = playwright.chromium.connect_over_cdp(cdp_url).contexts[0].pages[0]
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


@pytest.mark.parametrize(
    "intent",
    ["/lose /member", "/crumble /elsewhere /member"],
    ids=["the site forgets the session", "the browser loses the cookie"],
)
def test_log_out_by_site_reruns_task(
    play, records, servers: dict[str, Accounts], intent: str
) -> None:
    play(task(0, "reddit", intent)).assert_outcomes(passed=1)
    (record,) = records().values()
    rerun = f"the task was run again after {len(intent.split())} steps: reddit: logged out at"
    assert any(warning.startswith(rerun) for warning in record.warnings)
    assert [step.number for step in record.steps] == list(range(1, len(intent.split()) + 2))
    assert servers["reddit"].log_ins == 2


def test_second_log_out_by_site_is_site_error(play, records, servers: dict[str, Accounts]) -> None:
    play(task(1, "gitlab", "/lose-all /member")).assert_outcomes(failed=1)
    (record,) = records().values()
    assert (record.outcome, record.error_kind, record.score) == (Outcome.ERROR, "site", None)
    assert record.reason.startswith("gitlab: logged out at")
    assert servers["gitlab"].log_ins == 2


def test_log_out_by_agent_fails_task(play, records, servers: dict[str, Accounts]) -> None:
    result = play(
        task(3, "shopping", "/bye /member"),  # the agent's own doing
        task(4, "shopping", "/member"),
        task(5, "shopping_admin", "/member /elsewhere"),  # lost, but logged in to its end
    )
    result.assert_outcomes(passed=1, failed=2)
    found = records()
    assert {name: record.outcome for name, record in found.items()} == {
        "shopping-3": Outcome.FAILED,
        "shopping-4": Outcome.PASSED,
        "shopping_admin-5": Outcome.FAILED,
    }
    assert found["shopping-3"].warnings == found["shopping_admin-5"].warnings == ()
    assert servers["shopping"].log_ins == 2
    assert servers["shopping_admin"].log_ins == 1


def test_autonomous_agent_task_reruns_after_log_out(
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


def test_failed_second_log_in_keeps_recorded_steps(play, records) -> None:
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


def test_rerun_record_includes_cost_of_first_run(
    play, records, servers: dict[str, Accounts], provider: Provider
) -> None:
    play(
        task(0, "reddit", "/crumble /member"), options=provider.options, agent=THINKS
    ).assert_outcomes(passed=1)
    (record,) = records().values()
    assert len(provider.asked) == 5  # two turns, and three
    assert len(record.steps) == 3
    assert (record.prompt_tokens, record.completion_tokens) == (500, 50)


@pytest.mark.full  # test_real_sites counts the log-in of two workers in each run
@pytest.mark.parametrize(("count", "workers", "sites"), [(4, "2", 2), (100, "4", 5)])
def test_workers_log_in_once_per_site(
    play,
    servers: dict[str, Accounts],
    pytester: pytest.Pytester,
    count: int,
    workers: str,
    sites: int,
) -> None:
    """The sites live on one host and call their cookies the same."""
    tasks = [task(n, NAMES[n % sites], "/", ends="/") for n in range(count)]
    began = monotonic()
    result = play(*tasks, options=("-n", workers, "--vwa-cache-dir=cache"))
    minutes = (monotonic() - began) // 60
    result.assert_outcomes(passed=count)
    assert [server.log_ins for server in servers.values()] == [1] * sites + [0] * (5 - sites)
    # A look for a sign of it when it was logged in, and one in each minute: a task costs no more.
    looks = [servers[name].asked["/account"] for name in NAMES[:sites]]
    assert [times for times in looks if not 1 <= times <= 1 + minutes] == []
    assert list((pytester.path / "cache/logins").iterdir()) == []


def test_shared_cookie_of_two_sites_is_site_error(
    play, records, servers: dict[str, Accounts]
) -> None:
    both = task(0, "reddit", "/") | {"sites": ["reddit", "gitlab"]}
    play(both).assert_outcomes(failed=1)
    (record,) = records().values()
    assert record.error_kind == "site"
    assert "gitlab use the same cookie 'session' of 127.0.0.1" in record.reason
    assert "such as 127.0.0.1 and localhost" in record.reason


def test_site_headers_are_sent_only_to_their_site(
    play, records, servers: dict[str, Accounts]
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
        reddit="headers: {X-Gate: open}",
    )
    assert {record.outcome for record in records().values()} <= {Outcome.PASSED, Outcome.FAILED}
    assert {gate for _, gate in gated.heard} == {"open"}
    assert {"/", "/login", "/account", "/member", "/away"} <= {path for path, _ in gated.heard}
    assert ("/from-reddit", None) in other.heard
    assert {gate for _, gate in other.heard} == {None}


def test_login_state_files_are_private_and_deleted(play, pytester: pytest.Pytester) -> None:
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
