"""A run from a cassette is the recorded run again, and asks nobody."""

import json
import re
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openai  # noqa: F401  so that inner runs need not import it anew
import pytest
from demo_provider import as_demo
from provider import Provider, reply
from taskfiles import QUESTION, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

ARENA = Path(__file__).parents[2] / "tasks" / "arena"
JUDGED = QUESTION | {
    "intermediate_eval": {
        "eval_types": ["string_match"],
        "reference_answers": {"fuzzy_match": ["scarlet"]},
    }
}
STILL = ("-p", "pytest_vwa.testing.plugin")
ALONE = """
import os
import sys


def pytest_vwa_verdict(item, record, trajectory):
    if os.environ.get("ALONE"):
        assert not {"openai", "litellm"} & sys.modules.keys()
"""


@pytest.fixture
def record_of(pytester: pytest.Pytester) -> Callable[[str], dict[str, Record]]:
    """The records of the only run in this report folder, by test name."""

    def record_of(folder: str) -> dict[str, Record]:
        (journal,) = pytester.path.glob(f"{folder}/reports/*/journal.jsonl")
        return {record.nodeid: record for record in read(journal)}

    return record_of


def into(folder: str) -> str:
    """Reasons name the last part of the report folder: it is always the same."""
    return f"--vwa-report-dir={folder}/reports"


@contextmanager
def nobody_knocks(port: int) -> Iterator[None]:
    """Nothing connects to the port."""
    with socket.create_server(("127.0.0.1", port)) as door:
        yield
        assert select.select([door], [], [], 0)[0] == []


def lasting(record: Record) -> dict[str, Any]:
    """What of a record is the same in every run of the same."""
    passing = {"run": True, "seconds": True, "versions": True, "steps": {"__all__": {"seconds"}}}
    kept = record.model_dump_json(exclude=passing).replace(record.run, "RUN")
    told: dict[str, Any] = json.loads(re.sub(r"http://127\.0\.0\.1:\d+", "SITE", kept))
    return told


def test_cassette_replay_repeats_verdicts_offline(
    run_still: Run,
    run_alone: Run,
    write,
    record_of,
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytester.makeconftest(ALONE)
    write("tasks.json", JUDGED, QUESTION | {"task_id": 4})
    with Provider(as_demo) as provider:
        judging = ("--vwa-judge-model=openai/judge", "--vwa-price=1,10")
        given = ("--agent=summary", *provider.options, *judging)
        run_still(*given, "--vwa-cassette=record:tape", into("recorded"))
    monkeypatch.setenv("ALONE", "1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with nobody_knocks(provider.server_port):
        run_alone(*STILL, *given, "--vwa-cassette=replay:tape", into("again"))
    recorded, again = record_of("recorded"), record_of("again")
    assert len(recorded) == 4
    assert sum(record.cost_usd for record in recorded.values()) > 0.01
    assert {name: lasting(record) for name, record in again.items()} == {
        name: lasting(record) for name, record in recorded.items()
    }


@pytest.mark.full
def test_cassette_replay_repeats_arena_verdicts_offline(
    run: Run, record_of, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeconftest(ALONE)
    tasks = [str(ARENA), "-k", "classifieds-1 or shopping-1"]
    with Provider(as_demo) as provider:
        given = (*tasks, "--agent=summary", *provider.options, "--vwa-price=1,10")
        run(*given, "-n", "2", "--vwa-cassette=record:tape", into("recorded"))
        asked = len(provider.asked)
    monkeypatch.setenv("ALONE", "1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with nobody_knocks(provider.server_port):
        for workers in ("0", "2"):
            run(*given, "--vwa-cassette=replay:tape", into(f"again-{workers}"))
    recorded, first, second = map(record_of, ("recorded", "again-0", "again-2"))
    assert len(recorded) > 15
    assert len(list(pytester.path.glob("tape/agent/*.yaml"))) <= asked
    assert {record.outcome for record in recorded.values()} == {"passed", "failed"}
    assert sum(record.cost_usd for record in recorded.values()) > 0.1
    for name, record in recorded.items():
        assert lasting(first[name]) == lasting(record), name
        assert lasting(second[name]) == lasting(record), name


def test_cassette_miss_names_what_changed(
    run_still: Run, write, record_of, provider: Provider
) -> None:
    given = ("--agent=text", *provider.options)
    write("tasks.json", {})
    run_still(*given, "--vwa-cassette=record:tape", into("recorded"))
    asked = len(provider.asked)
    write("tasks.json", {"intent": "Take me to the front page."})
    result = run_still(*given, "--vwa-cassette=replay:tape")
    (record,) = record_of(".").values()
    assert (record.outcome, record.error_kind) == ("error", "model")
    assert "stored 'Take me to the log-in page.', asked 'Take me to the front" in record.reason
    result.stdout.fnmatch_lines(["model error: the cassette has no reply of openai/test *"])
    assert len(provider.asked) == asked
    run_still(*given, "--vwa-cassette=auto:tape", into("more"))
    assert len(provider.asked) == asked + 1


def test_cassette_records_calls_already_in_cache(
    run_still: Run, write, record_of, provider: Provider, pytester: pytest.Pytester
) -> None:
    provider.say(as_demo)
    write("tasks.json", JUDGED, JUDGED | {"task_id": 4})
    given = ("--agent=summary", "-k", "question", "--vwa-judge-model=openai/judge")
    run_still(*given, *provider.options, into("before"))
    run_still(*given, *provider.options, "--vwa-cassette=record:tape", into("recorded"))
    kept = sorted(path.parent.name for path in pytester.path.glob("tape/*/*.yaml"))
    assert kept == ["agent", "agent", "judge", "judge"]
    cache = pytester.path / ".vwa_cache"
    cache.rename(cache.with_name("elsewhere"))
    provider.say(reply("never"))
    run_still(*given, *provider.options, "--vwa-cassette=replay:tape", into("again"))
    recorded, again = record_of("recorded"), record_of("again")
    assert {name: lasting(record) for name, record in again.items()} == {
        name: lasting(record) for name, record in recorded.items()
    }
    assert {record.error_kind for record in recorded.values()} == {"judge"}


def test_cassette_replays_rescore_by_another_judge(
    run_still: Run, write, record_of, provider: Provider, pytester: pytest.Pytester
) -> None:
    write("tasks.json", JUDGED)
    asking = ("-k", "question", f"--vwa-base-url={provider.url}")
    provider.say("Red.", '{"verdict": "incorrect", "reason": "not scarlet"}')
    judged = (*asking, "--vwa-judge-model=openai/one", "--vwa-cassette=record:tape")
    run_still(*judged, "--agent=text", "--vwa-model=openai/test").assert_outcomes(failed=1)
    (past,) = (path.parent for path in pytester.path.glob("reports/*/journal.jsonl"))
    other = (*asking, f"--vwa-rescore={past}", "--vwa-judge-model=openai/other")
    provider.say('{"verdict": "correct", "reason": "a red"}')
    run_still(*other, "--vwa-cassette=auto:tape", into("b")).assert_outcomes(passed=1)
    provider.forget()
    run_still(*other, "--vwa-cassette=replay:tape", into("c")).assert_outcomes(passed=1)
    again = (
        "--vwa-judge-model=openai/one",
        "--vwa-cassette=replay:tape",
        into("d"),
    )
    run_still(*other, *again).assert_outcomes(failed=1)
    assert provider.asked == []
    (b,), (c,) = record_of("b").values(), record_of("c").values()
    assert lasting(b) == lasting(c)
    assert c.versions["cassette"] == "replay"


def test_missing_cassette_folder_is_usage_error(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    result = run_still("--agent=text", "--vwa-model=demo", "--vwa-cassette=replay:nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*there is no folder *nowhere; --vwa-cassette=record:DIR makes*"])


def test_cassette_ini_sets_auto_mode(
    run_still: Run, write, record_of, provider: Provider, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    pytester.makeini("[pytest]\nvwa_cassette = auto:tape\n")
    for _ in range(2):
        run_still("--agent=text", *provider.options)
    assert len(provider.asked) == 1
    assert len(list(pytester.path.glob("tape/agent/*.yaml"))) == 1
