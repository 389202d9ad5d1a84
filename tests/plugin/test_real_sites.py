"""Tasks on sites with addresses of their own: logged in once, not disturbed, made new."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from counter import Counter, serving
from faulty import not_run
from taskfiles import TWO_WORKERS, Run
from tenacity import retry, retry_if_result, stop_after_delay, wait_fixed

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


def test_mutating_tasks_run_alone_and_log_in_once(
    write, run: Run, records, counter: Counter, agent: str, sites
) -> None:
    sites("read_only: false")
    counter.seconds = 0.3
    write("tasks.json", adding(0), adding(1))
    result = run("tasks.json", agent, "-n", "2")
    result.assert_outcomes(passed=2)
    assert counter.trouble == []
    assert counter.number == 2
    assert counter.log_ins == 1


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_wrong_password_is_tried_once_and_reported_for_all(
    write, run: Run, records, counter: Counter, agent: str, sites, workers: tuple[str, ...]
) -> None:
    counter.password = "another"
    sites()
    write("tasks.json", *(looking(n) for n in range(6)))
    result = run("tasks.json", agent, *workers)
    told = records()
    met = [record for record in told if record.trouble and not record.trouble.not_run]
    assert 1 <= len(met) <= (2 if workers else 1)  # one in each process
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


def test_refused_log_in_does_not_block_tasks_without_log_in(
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
@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_reset_option_sets_when_site_is_reset(
    write,
    run: Run,
    counter: Counter,
    agent: str,
    sites,
    when: str,
    resets: int,
    workers: tuple[str, ...],
) -> None:
    sites("reset: {http: {url: '{url}/reset'}}")
    tasks = [adding(0), looking(1), adding(2, require_reset=True), adding(3), looking(4)]
    write("tasks.json", *(task | {"require_login": False} for task in tasks))
    run("tasks.json", agent, f"--vwa-reset={when}", *workers).assert_outcomes(passed=5)
    assert counter.resets == resets
    assert counter.trouble == []


def test_reset_without_method_is_warning(write, run: Run, records, agent: str, sites) -> None:
    sites("read_only: false")
    write("tasks.json", looking(0, require_login=False, require_reset=True))
    result = run("tasks.json", agent, "--vwa-reset=per-run")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*--vwa-reset=per-run: nothing says how reddit is made new: *"])
    (record,) = records()
    assert record.warnings == ("reddit was not made new first: nothing says how (reset)",)


@pytest.mark.parametrize("workers", [(), TWO_WORKERS])
def test_unregistered_reset_hook_is_usage_error(
    write, run: Run, agent: str, sites, pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    sites("reset: {hook: snapshto}")
    pytester.makeconftest("""
        def pytest_vwa_register(registry):
            registry.resets.add("snapshot", print)
    """)
    write("tasks.json", looking(0, require_login=False))
    result = run("tasks.json", agent, *workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    told = " ".join(result.stderr.lines)
    assert "sites.reddit.reset.hook: nobody registered 'snapshto'; did you mean 'snapshot'" in told


def test_failed_reset_is_site_error(write, run: Run, records, agent: str, sites) -> None:
    sites("reset: {command: [sh, -c, 'echo no docker >&2; exit 1'], when: per-run}")
    write("tasks.json", looking(0, require_login=False))
    run("tasks.json", agent).assert_outcomes(failed=1)
    (record,) = records()
    assert record.outcome is Outcome.ERROR
    assert record.error_kind == "site"
    assert "reset by 'sh' ended with 1: no docker" in record.reason
    assert record.trouble
    assert record.trouble.kind == "reset"


@retry(stop=stop_after_delay(25), wait=wait_fixed(0.1), retry=retry_if_result(lambda ok: not ok))
def wait_for_timeout(folder: Path) -> bool:
    """Let the first task go on only when the other has waited in vain."""
    written = folder.glob("reports/*/**/*.jsonl")
    return any("not free within" in path.read_text() for path in written)


@pytest.mark.full
def test_lease_timeout_is_site_error(
    write, run: Run, records, counter: Counter, agent: str, sites, pytester: pytest.Pytester
) -> None:
    sites()
    counter.meanwhile = lambda path: path == "/begin" and wait_for_timeout(pytester.path)
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
