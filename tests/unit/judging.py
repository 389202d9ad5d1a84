"""What the tests of evaluators stand on: evidence, a page that is a value, the golden judge."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pytest_vwa.cache import Cache
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Image, Observation
from pytest_vwa.core.ports import Evidence, Judge
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.core.task import Check
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.judge import ModelJudge
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.terms import Terms

SHARED = Path(os.environ.get("VWA_SHARED", Path(__file__).parents[2].parent / "shared"))
SITES = Sites(
    {
        "shopping": Site("shopping", "http://127.0.0.1:7770"),
        "reddit": Site("reddit", "http://127.0.0.1:9999"),
    }
)


@dataclass(frozen=True)
class StillPage:
    """A page whose scripts have known values; a script that is not known throws."""

    url: str = "http://127.0.0.1:7770/page"
    source: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def html(self) -> str:
        return self.source

    def evaluate(self, javascript: str) -> Any:
        if javascript not in self.values:
            raise ValueError(f"{javascript} throws")
        return self.values[javascript]


class LiteralJudge:
    """The fixed rule that stands for the model in the golden scores."""

    def matches(self, answer: str, reference: str, question: str) -> Score:
        return Score(float(reference.strip().lower() in answer.lower()))

    def explains(self, answer: str, reason: str, question: str) -> Score:
        return Score(float("not" in answer.lower()))

    def sees(self, image: Image, question: str) -> str:
        return "yes"


def model_judge(url: str, cache: Path | None = None) -> ModelJudge:
    """One whose model is at this address."""
    model = ChatModel("openai/grader", Terms(base_url=url, retries=0))
    return ModelJudge(model, Cache(cache) if cache else None)


def evidence(
    answer: str = "",
    *,
    last_url: str = "",
    page: StillPage | None = None,
    judge: Judge | None = None,
    intent: str = "",
    question: str = "",
    trajectory: Trajectory | None = None,
    sites: Sites = SITES,
) -> Evidence:
    """Every address shows the page; without an address of its own it takes the visited one."""
    still = page or StillPage()

    def visit(url: str) -> StillPage:
        return StillPage(url, still.source, still.values)

    return Evidence(
        intent, answer, trajectory, (), last_url, sites, visit, judge, question=question
    )


def trajectory(*actions: Action | None) -> Trajectory:
    """A run of these actions; None is a reply that held none."""
    return journey(*(("", action) for action in actions))


def journey(*turns: tuple[str, Action | None], notes: Sequence[str] = ()) -> Trajectory:
    """A run of these actions, each with the address where it was taken; the notes on the first."""
    steps = (
        Step(number, Observation("", None, (), url, ()), "", action, note)
        for number, ((url, action), note) in enumerate(zip_longest(turns, notes, fillvalue=""), 1)
    )
    return Trajectory(tuple(steps), StopReason.ANSWERED)


def answers(*, note: str = "", within_words: bool = False, **reference_answers: Any) -> Check:
    args = {
        "reference_answers": reference_answers,
        "string_note": note,
        "within_words": within_words,
    }
    return Check(kind="string_match", args=args)


def target(contents: Mapping[str, Any], locator: str = "", url: str = "last") -> Check:
    args = {"url": url, "locator": locator, "required_contents": dict(contents)}
    return Check(kind="program_html", args=args)
