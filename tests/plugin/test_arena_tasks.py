"""The arena's own tasks can be won, and only by who knows what the video says or shows."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from taskfiles import PLAIN, Run

from pytest_vwa.arena import SITES
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

TASKS = Path(__file__).parents[2] / "tasks" / "arena"
BY_FILE: dict[Path, list[dict[str, Any]]] = {
    path: json.loads(path.read_text()) for path in sorted(TASKS.glob("*.json"))
}
ENTRIES = [entry for entries in BY_FILE.values() for entry in entries]
FACTUAL = [entry for entry in ENTRIES if "intermediate_eval" in entry]
# What a run that does nothing could pass at all: the others want something on a page or another
# address than the first.
AT_RISK = ("string_match", "must_exclude")

Arena = Callable[..., dict[str, set[str]]]


def name(entry: dict[str, Any]) -> str:
    return "-".join([*entry["sites"], str(entry["task_id"])])


def answers(entry: dict[str, Any]) -> tuple[str, ...]:
    """What the answer to the task's question must include."""
    return tuple(entry["intermediate_eval"]["reference_answers"]["must_include"])


@pytest.fixture
def arena(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """Run the arena's tasks as a user would; the names of the tests by outcome."""
    for variable in (*map(str.upper, SITES), "VWA_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)

    def arena(*args: str) -> dict[str, set[str]]:
        together = (*PLAIN, "-n", "2", "--vwa-report-dir=reports")
        pytester.runpytest_subprocess(*together, *args, timeout=2400)
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        found: dict[str, set[str]] = {}
        for record in read(journal):
            found.setdefault(record.outcome, set()).add(record.nodeid.partition("::")[2])
        return found

    return arena


def at_risk() -> Iterator[str]:
    """The tests of idle agents that say something of the tasks."""
    for file, entry in ((file, entry) for file, entries in BY_FILE.items() for entry in entries):
        # Some tasks cannot be done, and say themselves that to give up is right.
        can_be_lost = not entry.get("free_pass")
        if can_be_lost and any(word in json.dumps(entry["eval"]) for word in AT_RISK):
            for agent in ("noop", "constant"):
                yield f"{file}::{name(entry)}[{agent}-chromium]"
        if "intermediate_eval" in entry:
            for agent in ("noop", "constant", "Lister"):
                yield f"{file}::{name(entry)}-question[{agent}]"


@pytest.fixture
def lister(pytester: pytest.Pytester) -> str:
    """The option of an agent that answers each question with all answers to all of them."""
    every = {each for entry in FACTUAL for text in answers(entry) for each in text.split(" |OR| ")}
    sentence = f"It is one of these: {', '.join(sorted(every))}."
    pytester.makepyfile(
        lister=f"""
        class Lister:
            def begin(self, brief):
                pass
            def act(self, observation):
                return "```stop```"
            def answer(self, question):
                return {sentence!r}
        """
    )
    return "--agent=lister.py:Lister"


def shortest(site: str) -> str:
    """Name the task of the site that takes the fewest actions."""
    tasks = [(file, entry) for file, entries in BY_FILE.items() for entry in entries]
    tasks.sort(key=lambda each: len(each[1]["reference_actions"]))
    file, entry = next(each for each in tasks if site in each[1]["sites"])
    return f"{file}::{name(entry)}[reference-chromium]"


@pytest.mark.parametrize("sites", [tuple(SITES)[n::4] for n in range(4)], ids=" ".join)
def test_reference_agent_passes_a_task_of_each_site(run: Run, sites: tuple[str, ...]) -> None:
    tests = list(map(shortest, sites))
    run("--agent=reference", *tests).assert_outcomes(passed=len(tests))


def test_idle_agents_fail_a_question_of_each_site(run_still: Run, lister: str) -> None:
    firsts = {
        file: next(filter(FACTUAL.__contains__, all_), None) for file, all_ in BY_FILE.items()
    }
    tests = [
        f"{file}::{name(entry)}-question[{agent}]"
        for file, entry in firsts.items()
        if entry
        for agent in ("noop", "constant", "Lister")
    ]
    assert len(tests) > 15
    result = run_still("--agent=noop", "--agent=constant", lister, *tests)
    result.assert_outcomes(failed=len(tests))


@pytest.mark.full
def test_reference_agent_passes_every_arena_task(arena: Arena) -> None:
    found = arena("--agent=reference", str(TASKS))
    assert set(found) == {"passed"}
    assert len(found["passed"]) == len(ENTRIES) + len(FACTUAL)


@pytest.mark.full
def test_idle_agents_fail_arena_tasks(arena: Arena, lister: str) -> None:
    tests = list(at_risk())
    found = arena("--agent=noop", "--agent=constant", lister, *tests)
    assert found == {"failed": {test.partition("::")[2] for test in tests}}
