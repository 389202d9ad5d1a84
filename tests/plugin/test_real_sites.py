"""Tasks on sites with addresses of their own: logged in once, not disturbed, made new."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from counter import Counter, serving
from faulty import not_run
from taskfiles import Run

from pytest_vwa.core.verdict import Outcome

pytest_plugins = ["pytester"]

AGENT = """
class Mine:
    def begin(self, brief):
        adds = "Add" in brief.intent
        self.paths = ["begin", "end"] if adds else ["look"]

    def act(self, observation):
        if not self.paths:
            return "stop []"
        return "goto [" + observation.url.split("//")[1].split("/")[0].join(
            ["http://", "/" + self.paths.pop(0)]
        ) + "]"
"""


def task(number: int, intent: str, **more: Any) -> dict[str, Any]:
    return {
        "sites": ["reddit"],
        "task_id": number,
        "start_url": "__REDDIT__",
        "require_login": True,
        "intent": intent,
        "video": None,
        "eval": {
            "eval_types": ["url_match"],
            "reference_url": "__REDDIT__/" + ("end" if "Add" in intent else "look"),
            "url_note": "EXACT",
        },
        **more,
    }


def adding(number: int, **more: Any) -> dict[str, Any]:
    return task(number, "Add one to the number.", **more)


def looking(number: int, **more: Any) -> dict[str, Any]:
    return task(number, "Look at the number.", **more)


@pytest.fixture
def counter() -> Iterator[Counter]:
    with serving() as counter:
        yield counter


@pytest.fixture
def agent(pytester: pytest.Pytester) -> str:
    (pytester.path / "agents").mkdir()
    (pytester.path / "agents/mine.py").write_text(AGENT)
    return "--agent=mine"


@pytest.fixture
def sites(pytester: pytest.Pytester, counter: Counter) -> Callable[..., Path]:
    def sites(*lines: str, replicas: tuple[str, ...] = ()) -> Path:
        path = pytester.path / "sites.yaml"
        named = f"replicas: [{', '.join(replicas or (counter.url,))}]"
        body = "".join(f"\n    {line}" for line in (named, *lines))
        path.write_text(f"sites:\n  reddit:{body}\n")
        return path

    return sites


def test_tasks_that_change_a_site_have_it_for_themselves_and_all_log_in_once(
    write, run: Run, records, counter: Counter, agent: str, sites, workers: str
) -> None:
    sites("read_only: false")
    counter.seconds = 0.3
    write("tasks.json", *(adding(n) for n in range(3)), *(looking(n) for n in range(3, 8)))
    result = run("tasks.json", agent, "-n", workers)
    result.assert_outcomes(passed=8)
    assert counter.trouble == []
    assert counter.number == 3
    assert counter.log_ins == 1


def test_a_wrong_password_is_tried_once_and_told_for_all(
    write, run: Run, records, counter: Counter, agent: str, sites, workers: str
) -> None:
    counter.password = "another"
    sites()
    write("tasks.json", *(looking(n) for n in range(6)))
    result = run("tasks.json", agent, "-n", workers)
    told = records()
    met = [record for record in told if record.trouble and not record.trouble.not_run]
    assert len(met) == 1 if workers == "0" else 1 <= len(met) <= 2  # one in each process
    result.assert_outcomes(failed=len(met))
    assert not_run(result) == 6 - len(met)
    result.stdout.no_fnmatch_line("*ERROR at setup*")
    assert counter.refused == 1
    assert {record.outcome for record in told} == {Outcome.ERROR}
    assert {record.error_kind for record in told} == {"site"}
    assert {record.trouble.kind for record in told if record.trouble} == {"refused"}
    for record in told:
        assert "logging in as MarvelsGrantMan136" in record.reason
        assert "Invalid credentials." in record.reason
    result.stdout.fnmatch_lines([f"  reddit: {6 - len(met)} tasks not run: refused since *"])


def test_a_refused_log_in_does_not_keep_tasks_from_running_that_need_none(
    write, run: Run, counter: Counter, agent: str, sites
) -> None:
    counter.password = "another"
    sites()
    write("tasks.json", *(looking(n) for n in range(2)), looking(2, require_login=False))
    result = run("tasks.json", agent)
    result.assert_outcomes(failed=1, passed=1)
    assert not_run(result) == 1


@pytest.mark.parametrize(
    ("when", "resets"),
    [("never", 0), ("per-run", 1), ("per-mutating-task", 3), ("on-request", 1)],
)
def test_a_site_is_made_new_when_it_is_time(
    write, run: Run, counter: Counter, agent: str, sites, when: str, resets: int
) -> None:
    sites("reset: {http: {url: '{url}/reset'}}")
    tasks = [adding(0), looking(1), adding(2, require_reset=True), adding(3), looking(4)]
    write("tasks.json", *(task | {"require_login": False} for task in tasks))
    run("tasks.json", agent, f"--vwa-reset={when}", "-n", "2").assert_outcomes(passed=5)
    assert counter.resets == resets
    assert counter.trouble == []


def test_a_reset_that_is_asked_for_and_that_nothing_says_how_to_do_is_told(
    write, run: Run, records, agent: str, sites, workers: str
) -> None:
    sites("read_only: false")
    write("tasks.json", looking(0, require_login=False, require_reset=True))
    result = run("tasks.json", agent, "--vwa-reset=per-run", "-n", workers)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*--vwa-reset=per-run: nothing says how reddit is made new: *"])
    (record,) = records()
    assert record.warnings == ("reddit was not made new first: nothing says how (reset)",)


def test_a_reset_by_a_hook_that_nobody_registered_is_refused_before_anything_runs(
    write, run: Run, agent: str, sites, pytester: pytest.Pytester, workers: str
) -> None:
    sites("reset: {hook: snapshto}")
    pytester.makeconftest("""
        def pytest_vwa_register(registry):
            registry.resets.add("snapshot", print)
    """)
    write("tasks.json", looking(0, require_login=False))
    result = run("tasks.json", agent, "-n", workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    told = " ".join(result.stderr.lines)
    assert "sites.reddit.reset.hook: nobody registered 'snapshto'; did you mean 'snapshot'" in told


def test_a_reset_that_fails_before_a_task_is_the_sites_error(
    write, run: Run, records, agent: str, sites
) -> None:
    sites("reset: {command: [sh, -c, 'echo no docker >&2; exit 1'], when: per-run}")
    write("tasks.json", looking(0, require_login=False))
    run("tasks.json", agent).assert_outcomes(failed=1)
    (record,) = records()
    assert record.outcome is Outcome.ERROR
    assert record.error_kind == "site"
    assert "reset by 'sh' ended with 1: no docker" in record.reason
    assert record.trouble
    assert record.trouble.kind == "reset"


def test_a_task_that_waits_too_long_is_the_sites_error(
    write, run: Run, records, counter: Counter, agent: str, sites
) -> None:
    sites()
    counter.seconds = 3
    write("tasks.json", *(adding(n, require_login=False) for n in range(2)))
    run("tasks.json", agent, "-n", "2", "--vwa-lease-timeout=0.5").assert_outcomes(
        passed=1, failed=1
    )
    (late,) = (record for record in records() if record.outcome is Outcome.ERROR)
    assert "not free within 0.5 s" in late.reason
    assert late.reason.endswith(" came before")
    assert " (run " not in late.reason, "it is this run"
    assert late.trouble
    assert late.trouble.kind == "busy"
