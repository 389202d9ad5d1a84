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
        context.set_default_navigation_timeout(20_000)
        return context
    return make
"""


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
        (pytester.path / "agents").mkdir()
        (pytester.path / "agents/mine.py").write_text(AGENT)
        return "--agent=mine"

    return sites


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


@pytest.mark.skipif(not shutil.which("openssl"), reason="a certificate is made with openssl")
def test_each_fault_has_its_name_and_is_nobodys_loss(
    write, run: Run, records, sites, pytester: pytest.Pytester, workers: str
) -> None:
    broken, busy, silent, well = (
        Site(lambda path, nth: 502),
        Site(lambda path, nth: 429),
        Site(lambda path, nth: "hang"),
        Site(),
    )
    gone = Site()
    with serving(gone):
        pass
    secret = Site(certificate=self_signed(pytester.path))
    with serving(broken, busy, silent, secret, well):
        agent = sites(
            reddit=broken.url,
            wiki=busy.url,
            gitlab=silent.url,
            shopping=secret.url,
            classifieds="http://no-such-host.invalid",
            map=gone.url,
            homepage=well.url,
        )
        names = ("reddit", "wiki", "gitlab", "shopping", "classifieds", "map", "homepage")
        write("tasks.json", *(task(name, n) for n, name in enumerate(names)))
        (pytester.path / "conftest.py").write_text(QUICK)
        result = run("tasks.json", agent, "-n", workers)
    result.assert_outcomes(failed=6, passed=1)
    assert told(records()) == {
        ("reddit", "5xx", False): 1,
        ("wiki", "rate-limited", False): 1,
        ("gitlab", "slow", False): 1,
        ("shopping", "certificate", False): 1,
        ("classifieds", "dns", False): 1,
        ("map", "down", False): 1,
    }
    assert {each.error_kind for each in records() if each.trouble} == {"site"}
    result.stdout.fnmatch_lines(["sites at fault: 6", "  gitlab: 1 x slow", "  reddit: 1 x 5xx"])


def test_a_log_in_page_that_is_not_there_is_told_as_its_sites_trouble(
    write, run: Run, records, sites, workers: str
) -> None:
    forum = Site(lambda path, nth: 404 if path == "/login" else 200)
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", task("reddit", 0, require_login=True))
        run("tasks.json", agent, "-n", workers)
    (record,) = records()
    assert record.reason == f"reddit: the log-in page {forum.url}/login answered 404, not 200"
    assert told([record]) == {("reddit", "not ready", False): 1}


@pytest.mark.parametrize("dist", ["load", "loadscope", "worksteal", "no"])
def test_a_site_that_stays_down_is_tried_again_at_the_end_and_then_given_up(
    write, run: Run, records, sites, dist: str
) -> None:
    down, well = Site(lambda path, nth: "close"), Site()
    with serving(down, well):
        agent = sites(reddit=down.url, shopping=well.url)
        for name in ("a", "b"):
            tasks = [task("reddit", n) for n in range(6)] + [task("shopping", n) for n in range(2)]
            write(f"{name}.json", *tasks)
        spread = () if dist == "no" else ("-n", "2", f"--dist={dist}")
        result = run("a.json", "b.json", agent, *spread)
    found = told(records())
    assert len(records()) == 16
    assert sum(found.values()) == 12
    met = found["reddit", "down", False]
    # Another worker may have been at one when the third was told.
    assert 3 <= met <= (3 if dist == "no" else 4)
    assert found["reddit", "down", True] == 12 - met
    result.assert_outcomes(failed=met, passed=4)
    assert not_run(result) == 12 - met
    result.stdout.no_fnmatch_line("*ERROR at setup*")
    (why,) = {each.reason for each in records() if each.trouble and each.trouble.not_run}
    assert why.startswith("reddit: not run: down since ")
    assert why.endswith("; not ready again within 0.5 s")
    text = " ".join(result.stdout.str().split())
    assert f"reddit: {met} x down reddit: {12 - met} tasks not run: down since " in text


def test_a_site_that_comes_back_has_its_tasks_run_at_the_end(
    write, run: Run, records, sites, workers: str
) -> None:
    """An error page three times, and again when it is first asked whether it is ready."""

    def says(path: str, nth: int) -> int:
        return 500 if (path == "/" and nth <= 3) or (path == "health" and nth <= 2) else 200

    forum = Site(says)
    with serving(forum):
        agent = sites(seconds=60, reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(8)))
        run("tasks.json", agent, "-n", workers).assert_outcomes(failed=3, passed=5)
    assert told(records()) == {("reddit", "5xx", False): 3}
    assert len(records()) == 8
    if workers == "0":
        assert forum.visits["health"] == 3
        assert forum.visits["/"] == 8


def test_a_terminal_shows_which_site_is_waited_for(
    write, records, sites, pytester: pytest.Pytester
) -> None:
    back = Event()
    forum = Site(lambda path, nth: 200 if back.is_set() else 500)

    def mend_when_told(screen: str) -> None:
        if "for reddit to be ready again" in screen:
            back.set()

    with serving(forum):
        agent = sites(seconds=90, reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(4)))
        in_terminal(pytester, "tasks.json", agent, watch=mend_when_told)
    assert back.is_set()
    assert told(records()) == {("reddit", "5xx", False): 3}
    assert records()[-1].outcome is Outcome.PASSED


def test_a_site_that_fails_again_when_it_was_ready_is_not_tried_a_third_time(
    write, run: Run, records, sites
) -> None:
    forum = Site(lambda path, nth: 200 if path == "health" else 500)
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(9)))
        result = run("tasks.json", agent)
    result.assert_outcomes(failed=6)
    assert not_run(result) == 3
    assert told(records()) == {("reddit", "5xx", False): 6, ("reddit", "5xx", True): 3}
    assert forum.visits["/"] == 6
    assert records()[-1].reason.endswith("; it had been ready again, and failed again")


def test_a_site_is_stopped_and_started_again_in_the_middle_of_a_run(
    write, run: Run, records, sites, workers: str
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
            *(task("reddit", n) for n in range(2)),
            task("shopping", 2, "/stop"),
            *(task("reddit", n) for n in range(3, 8)),
            task("shopping", 8, "/start"),
        )
        result = run("tasks.json", agent, "-n", workers, "--dist=load")
    outcomes = Counter(each.outcome for each in records())
    assert sum(outcomes.values()) == 9
    assert outcomes[Outcome.FAILED] == outcomes[Outcome.SKIPPED] == 0
    assert outcomes[Outcome.ERROR] == sum(told(records()).values())
    assert set(told(records())) <= {("reddit", "down", False)}
    if workers == "0":
        result.assert_outcomes(passed=6, failed=3)


def test_a_run_that_stops_early_stops_there_and_one_that_goes_on_begins_afresh(
    write, run: Run, records, sites, pytester: pytest.Pytester
) -> None:
    forum = Site(lambda path, nth: 503)
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(8)))
        result = run("tasks.json", agent, "--maxfail=5")
        result.assert_outcomes(failed=3)
        assert not_run(result) == 2
        result.stdout.fnmatch_lines(["*stopping after 5 failures*"])
        assert told(records()) == {("reddit", "5xx", False): 3, ("reddit", "5xx", True): 2}
        forum.says = lambda path, nth: 200
        run("tasks.json", agent, "--vwa-resume").assert_outcomes(passed=8)
    assert {each.outcome for each in records()} == {Outcome.PASSED}
    assert len(records()) == 8


def test_tests_that_are_run_again_when_they_fail_are_told_once(
    write, run: Run, records, sites, workers: str
) -> None:
    pytest.importorskip("pytest_rerunfailures")
    forum = Site(lambda path, nth: 503)
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(5)))
        result = run("tasks.json", agent, "-n", workers, "--reruns=1")
    ended = result.parseoutcomes()
    assert ended["failed"] + not_run(result) == 5
    assert len({each.nodeid for each in records()}) == 5


def test_what_is_set_up_for_a_file_is_taken_down_when_its_last_tasks_are_put_off(
    write, run: Run, sites, pytester: pytest.Pytester
) -> None:
    forum, shop = Site(lambda path, nth: 503), Site()
    with serving(forum, shop):
        agent = sites(reddit=forum.url, shopping=shop.url)
        write("a.json", task("shopping", 9), *(task("reddit", n) for n in range(5)))
        write("b.json", task("shopping", 0))
        write("c.json", task("reddit", 0), task("shopping", 1))
        result = run("a.json", "b.json", "c.json", agent, "--alluredir=allure")
    result.assert_outcomes(passed=3, failed=3)
    assert not_run(result) == 3
    told = [json.loads(path.read_bytes()) for path in pytester.path.glob("allure/*-result.json")]
    assert Counter(each["status"] for each in told) == {"passed": 3, "broken": 6}


LOST = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "8"}}
SCRIPTED = "<!doctype html><title>Site</title><h1>Number</h1><script>{}</script>"


def test_who_fails_on_a_page_that_its_site_did_not_fill_has_not_lost(
    write, run: Run, records, sites, workers: str
) -> None:
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
        run("tasks.json", agent, "-n", workers).assert_outcomes(failed=2, passed=1)
    by_task = {each.key.rpartition("/")[2]: each for each in records()}
    assert by_task["0"].outcome is Outcome.ERROR
    assert by_task["0"].score is None
    assert by_task["0"].reason == (
        f"the task failed while its site did not work: {shop.url}/data answered 503"
    )
    assert by_task["1"].outcome is Outcome.PASSED
    assert by_task["2"].outcome is Outcome.FAILED


BROKEN = "<!doctype html><title>{}</title><p>Sorry</p>"
LAME = '<!doctype html><title>Site</title><h1>Number</h1><script src="{}"></script>'


@pytest.mark.parametrize(
    ("path", "why", "kind"),
    [
        ("/stalls", "/stalls timed out: it did not end", "slow"),
        ("/broken", "/broken shows '<title>Database error</title>'", "error page"),
        ("/lame", "/app.js answered 503", "5xx"),
        ("/errors", "", ""),
        ("/reference", "", ""),
    ],
)
def test_who_fails_on_a_page_that_is_broken_with_200_has_not_lost(
    write, run: Run, records, sites, path: str, why: str, kind: str
) -> None:
    bodies = {
        "/broken": BROKEN.format("Database error"),
        "/lame": LAME.format("/app.js"),
        "/errors": BROKEN.format("Error-proof locks and maintenance kits"),
        "/reference": LAME.format("/missing.js"),
    }
    says = {"/stalls": "stall", "/app.js": 503, "/missing.js": 404}
    shop = Site(lambda path, nth: says.get(path, 200), bodies=bodies)
    with serving(shop):
        agent = sites(shopping=shop.url)
        write("tasks.json", task("shopping", 0, path, eval=LOST))
        run("tasks.json", agent).assert_outcomes(failed=1)
    (record,) = records()
    if why:
        begins = f"the task failed while its site did not work: {shop.url}{why}"
        assert record.reason.startswith(begins)
        assert told([record]) == {("shopping", kind, False): 1}
    else:
        assert record.outcome is Outcome.FAILED


def test_the_page_after_a_lame_one_is_judged_by_itself(write, run: Run, records, sites) -> None:
    bodies = {"/lame": LAME.format("/app.js") + "<script>location = '/look'</script>"}
    shop = Site(lambda path, nth: 503 if path == "/app.js" else 200, bodies=bodies)
    with serving(shop):
        agent = sites(shopping=shop.url)
        write("tasks.json", task("shopping", 0, "/lame", eval=LOST))
        run("tasks.json", agent)
    (record,) = records()
    assert record.outcome is Outcome.FAILED


@pytest.mark.parametrize(
    ("status", "body", "why", "kind"),
    [
        (500, BROKEN.format("Site"), "/kept answered 500", "5xx"),
        (200, BROKEN.format("502 Bad Gateway"), "/kept shows '<title>502 Bad", "error page"),
    ],
)
def test_a_page_that_fails_its_evaluator_is_the_sites_fault(
    write, run: Run, records, sites, status: int, body: str, why: str, kind: str
) -> None:
    shop = Site(lambda path, nth: status if path == "/kept" else 200, bodies={"/kept": body})
    kept = {"url": "__SHOPPING__/kept", "locator": "", "required_contents": {"must_exclude": ["8"]}}
    with serving(shop):
        agent = sites(shopping=shop.url)
        judged = {"eval_types": ["program_html"], "program_html": [kept]}
        write("tasks.json", task("shopping", 0, eval=judged))
        run("tasks.json", agent)
    (record,) = records()
    assert record.outcome is Outcome.ERROR
    assert f"{shop.url}{why}" in record.reason
    assert told([record]) == {("shopping", kind, False): 1}


DIES_AT_THE_END = """
import os
import pytest


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    # The controller is told as well, and of which worker.
    if "for reddit to be ready" in getattr(report, "vwa_waits", "") and not hasattr(report, "node"):
        os._exit(3)
"""


def test_tasks_that_were_put_off_by_a_worker_that_died_are_told_and_run_when_it_goes_on(
    write, run: Run, records, sites, pytester: pytest.Pytester, workers: str
) -> None:
    forum = Site(lambda path, nth: 503)
    pytester.makeconftest(DIES_AT_THE_END)
    options = ("tasks.json", "-n", workers)
    reports = ("--junitxml=junit.xml", "--alluredir=allure")
    with serving(forum):
        agent = sites(reddit=forum.url)
        write("tasks.json", *(task("reddit", n) for n in range(9)))
        result = run(agent, *options, "--vwa-gate=errors <= 99", *reports)
        found = told(records())
        met = found["reddit", "5xx", False]
        if workers == "0":
            assert (result.ret, len(records())) == (3, met)
        else:
            lost = [each for each in records() if not each.trouble]
            assert met + len(lost) == 9
            assert {each.outcome for each in lost} == {Outcome.ERROR}
            text = " ".join(result.stdout.str().split())
            result.assert_outcomes(failed=met, errors=9 - met)
            why = "its xdist worker died while it was put off; --vwa-resume runs it"
            assert f"{9 - met} x harness: {why}" in text
            assert f"{9 - met} tasks had been put off when an xdist worker died; --vwa-res" in text
            assert result.ret == 2
            cases = list(ElementTree.parse(pytester.path / "junit.xml").iter("testcase"))
            assert len(cases) == 9
            broken = [case.findtext("error", "") for case in cases]
            assert sum(why in each for each in broken) == 9 - met
            results = [each.read_text() for each in pytester.path.glob("allure/*-result.json")]
            assert len(results) == 9
            assert sum(why in each for each in results) == 9 - met
        forum.says = lambda path, nth: 200
        run(agent, *options, "--vwa-resume").assert_outcomes(passed=9)
    assert {each.outcome for each in records()} == {Outcome.PASSED}
    assert len(records()) == 9
