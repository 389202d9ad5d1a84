"""Whatever goes wrong with a site is the site's, never the agent's; and no more is spent on it."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from threading import Event
from typing import Any
from xml.etree import ElementTree

import pytest
from faulty import Site, not_run, self_signed, serving
from screen import in_terminal
from taskfiles import Run

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.reporting.journal import final, read

pytest_plugins = ["pytester"]

AGENT = """
class Mine:
    def begin(self, brief):
        self.path = brief.intent.split()[-1]

    def act(self, observation):
        path, self.path = self.path, ""
        return f"goto [{path}]" if path else "stop [7]"
"""
QUICK = """
import pytest

@pytest.fixture
def new_context(new_context):
    def make(**given):
        context = new_context(**given)
        context.set_default_navigation_timeout(8_000)
        return context
    return make
"""
STILL = ("-p", "pytest_vwa.testing.plugin")
ASKING = """
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from pytest_vwa.core.errors import SiteError

URLS = {urls!r}

@pytest.fixture
def open_world(open_world, task):
    def asked(**arguments):
        (name,) = task.sites
        try:
            urlopen(URLS[name] + "/").close()
        except HTTPError as error:
            raise SiteError(f"{{URLS[name]}}/ answered {{error.code}}", name, "5xx") from error
        except OSError as error:
            raise SiteError(f"{{URLS[name]}}/ could not be opened", name, "down") from error
        return open_world(**arguments)
    return asked
"""
ONE_AND_TWO_PROCESSES = pytest.mark.parametrize(
    "spread", [(), pytest.param(("-n", "2"), marks=pytest.mark.full)], ids=["n0", "n2"]
)


def task(site: str, number: int, path: str = "/look", **more: Any) -> dict[str, Any]:
    return {
        "sites": [site],
        "task_id": number,
        "start_url": f"__{site.upper()}__",
        "require_login": False,
        "changes_sites": False,
        "intent": f"Go to {path}",
        "video": None,
        "eval": {"eval_types": ["string_match"], "reference_answers": {"exact_match": "7"}},
        **more,
    }


@pytest.fixture
def sites(pytester: pytest.Pytester) -> Callable[..., str]:
    """Writes sites.yaml and the agent; a site that keeps failing is waited for so long."""

    def sites(seconds: float = 0.5, **urls: str) -> str:
        lines = [
            f"  {name}: {{url: '{url}', health: {{seconds: {seconds}}}}}\n"
            for name, url in urls.items()
        ]
        (pytester.path / "sites.yaml").write_text("sites:\n" + "".join(lines))
        (pytester.path / "agents").mkdir(exist_ok=True)
        (pytester.path / "agents/mine.py").write_text(AGENT)
        return "--agent=mine"

    return sites


@pytest.fixture
def asked_sites(sites, pytester: pytest.Pytester) -> Callable[..., str]:
    """Does as ``sites`` and writes a conftest.py for runs without a browser: before a task works on
    still pages, it asks for its site's first page, and a fault is the site's."""

    def asked_sites(seconds: float = 0.5, more: str = "", **urls: str) -> str:
        pytester.makeconftest(ASKING.format(urls=urls) + more)
        return sites(seconds, **urls)

    return asked_sites


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], list[Record]]:
    def records() -> list[Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return list(final(list(read(journal))))

    return records


def told(records: list[Record]) -> Counter[tuple[str, str, bool]]:
    """The kinds of trouble by site, and whether the task was run."""
    return Counter(
        (each.trouble.site, each.trouble.kind, each.trouble.not_run)
        for each in records
        if each.trouble
    )


def told_of(record: Record) -> tuple[str, str]:
    """The kind of trouble and the reason."""
    return record.trouble.kind if record.trouble else "", record.reason or ""


def by_number(records: list[Record]) -> dict[int, Record]:
    return {int(each.key.rpartition("/")[2]): each for each in records}


@pytest.mark.skipif(not shutil.which("openssl"), reason="a certificate is made with openssl")
def test_each_site_fault_is_site_error_with_its_kind(
    write, run: Run, records, sites, pytester: pytest.Pytester
) -> None:
    broken, busy, silent, mute, well = (
        Site(lambda path, nth: 502),
        Site(lambda path, nth: 429),
        Site(lambda path, nth: "hang"),
        Site(lambda path, nth: "close"),
        Site(),
    )
    gone = Site()
    with serving(gone):
        pass
    secret = Site(certificate=self_signed(pytester.path))
    with serving(broken, busy, silent, mute, secret, well):
        agent = sites(
            reddit=broken.url,
            wiki=busy.url,
            gitlab=silent.url,
            shopping=secret.url,
            classifieds="http://no-such-host.invalid",
            map=gone.url,
            forum=mute.url,
            homepage=well.url,
        )
        names = ["reddit", "wiki", "gitlab", "shopping", "classifieds", "map", "forum", "homepage"]
        write("tasks.json", *(task(name, n) for n, name in enumerate(names)))
        (pytester.path / "conftest.py").write_text(QUICK)
        result = run("tasks.json", agent)
    result.assert_outcomes(failed=7, passed=1)
    assert told(records()) == {
        ("reddit", "5xx", False): 1,
        ("wiki", "rate-limited", False): 1,
        ("gitlab", "slow", False): 1,
        ("shopping", "certificate", False): 1,
        ("classifieds", "dns", False): 1,
        ("map", "down", False): 1,
        ("forum", "down", False): 1,
    }
    assert {each.error_kind for each in records() if each.trouble} == {"site"}
    result.stdout.fnmatch_lines(["sites at fault: 7", "  gitlab: 1 x slow", "  reddit: 1 x 5xx"])


def test_missing_log_in_page_is_site_fault(write, run: Run, records, sites) -> None:
    forum = Site(lambda path, nth: 404 if path == "/login" else 200)
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", task("reddit", 0, require_login=True))
        run("tasks.json", agent)
    (record,) = records()
    assert record.reason == f"reddit: the log-in page {forum.url}/login answered 404, not 200"
    assert told([record]) == {("reddit", "not ready", False): 1}


@pytest.mark.parametrize(
    "dist",
    [
        "no",
        "load",
        pytest.param("loadscope", marks=pytest.mark.full),
        pytest.param("worksteal", marks=pytest.mark.full),
    ],
)
def test_down_site_is_retried_at_end_then_given_up(
    write, run_still: Run, records, asked_sites, dist: str
) -> None:
    down, well = Site(lambda path, nth: "close"), Site()
    with serving(down, well):
        agent = asked_sites(reddit=down.url, shopping=well.url)
        for name in ("a", "b"):
            tasks = [task("reddit", n) for n in range(4)] + [task("shopping", 0)]
            write(f"{name}.json", *tasks)
        spread = () if dist == "no" else ("-n", "2", f"--dist={dist}")
        result = run_still("a.json", "b.json", agent, *spread)
    found = told(records())
    assert len(records()) == 10
    assert sum(found.values()) == 8
    met = found["reddit", "down", False]
    # Another worker may have been at one when the third was told.
    assert 3 <= met <= (3 if dist == "no" else 4)
    assert found["reddit", "down", True] == 8 - met
    result.assert_outcomes(failed=met, passed=2)
    assert not_run(result) == 8 - met
    result.stdout.no_fnmatch_line("*ERROR at setup*")
    (why,) = {each.reason for each in records() if each.trouble and each.trouble.not_run}
    assert why.startswith("reddit: not run: down since ")
    assert why.endswith("; not ready again within 0.5 s")
    text = " ".join(result.stdout.str().split())
    assert f"reddit: {met} x down reddit: {8 - met} tasks not run: down since " in text


@ONE_AND_TWO_PROCESSES
def test_recovered_site_runs_deferred_tasks_at_end(
    write, run_still: Run, records, asked_sites, spread: tuple[str, ...]
) -> None:
    """An error page three times, and again when it is first asked whether it is ready."""

    def says(path: str, nth: int) -> int:
        return 500 if (path == "/" and nth <= 3) or (path == "health" and nth <= 2) else 200

    forum = Site(says)
    with serving(forum):
        agent = asked_sites(seconds=60, reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(6)))
        run_still("tasks.json", agent, *spread).assert_outcomes(failed=3, passed=3)
    assert told(records()) == {("reddit", "5xx", False): 3}
    assert len(records()) == 6
    if not spread:
        assert forum.visits["health"] == 3
        assert forum.visits["/"] == 6


def test_terminal_names_site_being_waited_for(
    write, records, asked_sites, pytester: pytest.Pytester
) -> None:
    back = Event()
    forum = Site(lambda path, nth: 200 if back.is_set() else 500)

    def mend_when_told(screen: str) -> None:
        if "for reddit to be ready again" in screen:
            back.set()

    with serving(forum):
        agent = asked_sites(seconds=90, reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(4)))
        in_terminal(pytester, "tasks.json", agent, *STILL, watch=mend_when_told)
    assert back.is_set()
    assert told(records()) == {("reddit", "5xx", False): 3}
    assert records()[-1].outcome is Outcome.PASSED


def test_site_failing_after_recovery_is_not_retried_again(
    write, run_still: Run, records, asked_sites
) -> None:
    forum = Site(lambda path, nth: 200 if path == "health" else 500)
    with serving(forum):
        agent = asked_sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(9)))
        result = run_still("tasks.json", agent)
    result.assert_outcomes(failed=6)
    assert not_run(result) == 3
    assert told(records()) == {("reddit", "5xx", False): 6, ("reddit", "5xx", True): 3}
    assert forum.visits["/"] == 6
    assert records()[-1].reason.endswith("; it had been ready again, and failed again")


@ONE_AND_TWO_PROCESSES
def test_site_restart_during_run_causes_only_site_errors(
    write, run: Run, records, sites, spread: tuple[str, ...]
) -> None:
    forum, stopped = Site(), Event()

    def stop() -> None:
        forum.stop()
        stopped.set()

    def start() -> None:
        stopped.wait(25)  # another worker is told to stop it
        forum.start()

    shop = Site(on_visit={"/stop": stop, "/start": start})
    with serving(forum, shop):
        agent = sites(seconds=60, reddit=forum.url, shopping=shop.url)
        write(
            "tasks.json",
            task("reddit", 0),
            task("shopping", 1, "/stop"),
            *(task("reddit", n) for n in range(2, 6)),
            task("shopping", 6, "/start"),
        )
        result = run("tasks.json", agent, *spread)
    outcomes = Counter(each.outcome for each in records())
    assert sum(outcomes.values()) == 7
    assert outcomes[Outcome.FAILED] == outcomes[Outcome.SKIPPED] == 0
    assert outcomes[Outcome.ERROR] == sum(told(records()).values())
    assert set(told(records())) <= {("reddit", "down", False)}
    if not spread:
        result.assert_outcomes(passed=4, failed=3)


def test_maxfail_stops_deferred_tasks_and_resume_runs_them(
    write, run_still: Run, records, asked_sites, pytester: pytest.Pytester
) -> None:
    forum = Site(lambda path, nth: 503)
    with serving(forum):
        agent = asked_sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(6)))
        result = run_still("tasks.json", agent, "--maxfail=5")
        result.assert_outcomes(failed=3)
        assert not_run(result) == 2
        result.stdout.fnmatch_lines(["*stopping after 5 failures*"])
        assert told(records()) == {("reddit", "5xx", False): 3, ("reddit", "5xx", True): 2}
        forum.says = lambda path, nth: 200
        run_still("tasks.json", agent, "--vwa-resume").assert_outcomes(passed=6)
    assert {each.outcome for each in records()} == {Outcome.PASSED}
    assert len(records()) == 6


@ONE_AND_TWO_PROCESSES
def test_reruns_report_each_task_once(
    write, run_still: Run, records, asked_sites, spread: tuple[str, ...]
) -> None:
    pytest.importorskip("pytest_rerunfailures")
    forum = Site(lambda path, nth: 503)
    with serving(forum):
        agent = asked_sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(5)))
        result = run_still("tasks.json", agent, *spread, "--reruns=1")
    ended = result.parseoutcomes()
    assert ended["failed"] + not_run(result) == 5
    assert len({each.nodeid for each in records()}) == 5


def test_deferred_tasks_of_several_files_are_all_reported(
    write, run_still: Run, asked_sites, pytester: pytest.Pytester
) -> None:
    forum, shop = Site(lambda path, nth: 503), Site()
    with serving(forum, shop):
        agent = asked_sites(reddit=forum.url, shopping=shop.url)
        write("a.json", task("shopping", 9), *(task("reddit", n) for n in range(5)))
        write("b.json", task("shopping", 0))
        write("c.json", task("reddit", 0), task("shopping", 1))
        result = run_still("a.json", "b.json", "c.json", agent, "--alluredir=allure")
    result.assert_outcomes(passed=3, failed=3)
    assert not_run(result) == 3
    told = [json.loads(path.read_bytes()) for path in pytester.path.glob("allure/*-result.json")]
    assert Counter(each["status"] for each in told) == {"passed": 3, "broken": 6}


LOST = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "8"}}
SCRIPTED = "<!doctype html><title>Site</title><h1>Number</h1><script>{}</script>"


def test_failure_on_incomplete_page_is_site_error(write, run: Run, records, sites) -> None:
    asks = "fetch('/data').then(async () => {{ {} }})"
    shop = Site(
        lambda path, nth: {"/data": 503, "/more": 200}.get(path, 200),
        bodies={
            "/last": SCRIPTED.format(asks.format("")),
            "/then": SCRIPTED.format(asks.format("await fetch('/more')")),
        },
    )
    with serving(shop):
        agent = sites(shopping=shop.url)
        write(
            "tasks.json",
            task("shopping", 0, "/last", eval=LOST),
            task("shopping", 1, "/last"),
            task("shopping", 2, "/then", eval=LOST),
        )
        run("tasks.json", agent).assert_outcomes(failed=2, passed=1)
    ended = by_number(records())
    assert ended[0].outcome is Outcome.ERROR
    assert ended[0].score is None
    assert ended[0].reason == (
        f"the task failed while its site did not work: {shop.url}/data answered 503"
    )
    assert ended[1].outcome is Outcome.PASSED
    assert ended[2].outcome is Outcome.FAILED


BROKEN = "<!doctype html><title>{}</title><p>Sorry</p>"
LAME = '<!doctype html><title>Site</title><h1>Number</h1><script src="{}"></script>'


def test_failure_on_broken_page_with_http_200_is_site_error(
    write, run: Run, records, sites
) -> None:
    """The first three are no faults: a title that reads like one, a script that is not there, and a
    page that the broken one leads to."""
    bodies = {
        "/broken": BROKEN.format("Database error"),
        "/lame": LAME.format("/app.js"),
        "/errors": BROKEN.format("Error-proof locks and maintenance kits"),
        "/reference": LAME.format("/missing.js"),
        "/leads-on": LAME.format("/app.js") + "<script>location = '/look'</script>",
    }
    faults = {
        "/stalls": ("slow", "/stalls timed out: it did not end"),
        "/broken": ("error page", "/broken shows '<title>Database error</title>'"),
        "/lame": ("5xx", "/app.js answered 503"),
    }
    says = {"/stalls": "stall", "/app.js": 503, "/missing.js": 404}
    shop = Site(lambda path, nth: says.get(path, 200), bodies=bodies)
    paths = ["/errors", "/reference", "/leads-on", *faults]
    with serving(shop):
        agent = sites(shopping=shop.url)
        tasks = [task("shopping", n, path, eval=LOST) for n, path in enumerate(paths)]
        write("tasks.json", *tasks)
        run("tasks.json", agent).assert_outcomes(failed=6)
    ended = by_number(records())
    assert [ended[n].outcome for n in range(3)] == [Outcome.FAILED] * 3
    for n, (kind, why) in enumerate(faults.values(), start=3):
        begins = f"the task failed while its site did not work: {shop.url}{why}"
        assert told_of(ended[n])[0] == kind
        assert told_of(ended[n])[1].startswith(begins)


def test_broken_page_in_evaluator_is_site_error(write, run: Run, records, sites) -> None:
    faults = {
        "/kept": ("5xx", "/kept answered 500"),
        "/shown": ("error page", "/shown shows '<title>502 Bad"),
    }
    bodies = {"/kept": BROKEN.format("Site"), "/shown": BROKEN.format("502 Bad Gateway")}
    shop = Site(lambda path, nth: 500 if path == "/kept" else 200, bodies=bodies)

    def judged(path: str) -> dict[str, Any]:
        contents = {"must_exclude": ["8"]}
        target = {"url": f"__SHOPPING__{path}", "locator": "", "required_contents": contents}
        return {"eval_types": ["program_html"], "program_html": [target]}

    with serving(shop):
        agent = sites(shopping=shop.url)
        tasks = [task("shopping", n, eval=judged(path)) for n, path in enumerate(faults)]
        write("tasks.json", *tasks)
        run("tasks.json", agent)
    ended = by_number(records())
    for n, (kind, why) in enumerate(faults.values()):
        assert ended[n].outcome is Outcome.ERROR
        assert told_of(ended[n])[0] == kind
        assert f"{shop.url}{why}" in told_of(ended[n])[1]


DIES_AT_THE_END = """
import os
import pytest


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    # The controller is told as well, and of which worker.
    if "for reddit to be ready" in getattr(report, "vwa_waits", "") and not hasattr(report, "node"):
        os._exit(3)
"""


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.full)])
def test_tasks_deferred_on_dead_worker_run_on_resume(
    write, run_still: Run, records, asked_sites, pytester: pytest.Pytester, workers: str
) -> None:
    forum = Site(lambda path, nth: 503)
    reports = ("--junitxml=junit.xml", "--alluredir=allure")
    with serving(forum):
        agent = asked_sites(reddit=forum.url, more=DIES_AT_THE_END)
        write("tasks.json", *(task("reddit", n) for n in range(6)))
        result = run_still("tasks.json", agent, "-n", workers, "--vwa-gate=errors <= 99", *reports)
        met = told(records())["reddit", "5xx", False]
        lost = [each for each in records() if not each.trouble]
        assert met + len(lost) == 6
        assert {each.outcome for each in lost} == {Outcome.ERROR}
        text = " ".join(result.stdout.str().split())
        result.assert_outcomes(failed=met, errors=6 - met)
        why = "its xdist worker died while it was put off; --vwa-resume runs it"
        assert f"{6 - met} x harness: {why}" in text
        assert f"{6 - met} tasks had been put off when an xdist worker died; --vwa-res" in text
        assert result.ret == 2
        cases = list(ElementTree.parse(pytester.path / "junit.xml").iter("testcase"))
        assert len(cases) == 6
        broken = [case.findtext("error", "") for case in cases]
        assert sum(why in each for each in broken) == 6 - met
        results = [each.read_text() for each in pytester.path.glob("allure/*-result.json")]
        assert len(results) == 6
        assert sum(why in each for each in results) == 6 - met
        asked_sites(reddit=forum.url)
        forum.says = lambda path, nth: 200
        run_still("tasks.json", agent, "--vwa-resume").assert_outcomes(passed=6)
    assert {each.outcome for each in records()} == {Outcome.PASSED}
    assert len(records()) == 6


@pytest.mark.full
def test_tasks_deferred_in_dead_process_run_on_resume(
    write, run_still: Run, run_alone: Run, records, asked_sites, pytester: pytest.Pytester
) -> None:
    forum = Site(lambda path, nth: 503)
    with serving(forum):
        agent = asked_sites(reddit=forum.url, more=DIES_AT_THE_END)
        write("tasks.json", *(task("reddit", n) for n in range(5)))
        assert run_alone(*STILL, agent, "tasks.json").ret == 3
        assert told(records()) == {("reddit", "5xx", False): 3}
        assert len(records()) == 3
        asked_sites(reddit=forum.url)
        forum.says = lambda path, nth: 200
        run_still("tasks.json", agent, "--vwa-resume").assert_outcomes(passed=5)
    assert {each.outcome for each in records()} == {Outcome.PASSED}
    assert len(records()) == 5
