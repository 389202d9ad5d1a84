"""The arena's own tasks can be won, and only by who knows what the video says or shows."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from taskfiles import PLAIN

from pytest_vwa.arena import SITES
from pytest_vwa.evaluators.rules import includes
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


def test_every_task_and_question_can_be_won(arena: Arena) -> None:
    found = arena("--agent=reference", str(TASKS))
    assert set(found) == {"passed"}
    assert len(found["passed"]) == len(ENTRIES) + len(FACTUAL)


def test_who_never_watches_wins_nothing_by_silence_nor_by_listing_every_candidate(
    arena: Arena, pytester: pytest.Pytester
) -> None:
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
    tests = list(at_risk())
    found = arena("--agent=noop", "--agent=constant", "--agent=lister.py:Lister", *tests)
    assert found == {"failed": {test.partition("::")[2] for test in tests}}


@pytest.mark.parametrize("entry", FACTUAL, ids=name)
def test_the_right_answer_is_right_and_all_others_of_its_sort_are_wrong(
    entry: dict[str, Any],
) -> None:
    wanted = entry["intermediate_eval"]["reference_answers"]
    right = entry["intermediate_eval"]["reference_answer_raw_annotation"].lower()
    assert not [fault for each in wanted["must_include"] if (fault := includes(each, right))]
    assert all(includes(each, right) for each in wanted["must_exclude"])
    assert len(wanted["must_exclude"]) > 3


@pytest.mark.parametrize("entry", FACTUAL, ids=name)
def test_what_a_question_asks_for_is_told_by_no_intent(entry: dict[str, Any]) -> None:
    site = entry["sites"]
    told = [
        text.lower()
        for other in ENTRIES
        if other["sites"] == site
        for text in (other["intent"], other.get("intermediate_intent", ""))
    ]
    for text in told:
        assert any(includes(each, text) for each in answers(entry)), text
