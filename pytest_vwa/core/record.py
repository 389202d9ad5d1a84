"""Everything a report needs to know about one run of one task or question: one JSON line."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from .told import VERSION, Told
from .trajectory import NOT_DONE, NOT_OPENED
from .value import Value
from .verdict import Outcome, Profile


class CheckRecord(Value):
    """One check of the verdict."""

    kind: str
    value: float
    reason: str = ""
    expected: str = ""
    """What the task asks for, a line each: ``must_include: red``."""


class ProfileRecord(Value):
    """What one profile makes of the run. ``error``: its evaluators broke; ``skipped``: what
    they ask for is not here. ``reason`` is why."""

    profile: Profile
    outcome: Outcome
    score: float | None = None
    reason: str = ""
    checks: tuple[CheckRecord, ...] = ()


class SiteTrouble(Value):
    """A run that ended by a site's fault: whose, and what was wrong: ``down``, ``slow``, ... .
    ``not_run``: it was not begun, because others had met the same."""

    site: str
    kind: str
    not_run: bool = False


class StepRecord(Value):
    """One step, short enough for a journal line; its picture lies in the artifact folder."""

    number: int
    url: str
    action: str
    note: str = ""
    reply: str = ""
    image: str = ""
    """File name within the artifact folder, "" when there is none."""
    target: str = ""
    """What the action aims at, as ``A "Red kayak"``; "" for a point or a page."""
    box: tuple[float, float, float, float] | None = None
    """Where that is on the picture: x, y, width, height in CSS pixels; of a point, no size."""
    scale: float = 1.0
    """The picture's pixels per CSS pixel."""
    seconds: dict[str, float] = Field(default_factory=dict)
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    """Of the agent's calls in this step; what was spent before the first is in the run's sum."""


class Record(Told, Value):
    """``kind`` is the task's own, or ``question``. Rates are of ``passed`` over ``passed`` and
    ``failed``; ``error`` and ``skipped`` are counted beside them."""

    version: Literal[1] = VERSION
    run: str
    key: str
    nodeid: str
    kind: str
    benchmark: str
    intent: str = ""
    """What the agent was told to do; for a question, the question."""
    sites: tuple[str, ...]
    categories: tuple[str, ...] = ()
    difficulty: str | None = None
    template_id: str | None = None
    agent: str | None = None
    model: str | None = None
    trial: int = 1
    outcome: Outcome
    reason: str = ""
    score: float | None = None
    profile: str = "reference"
    """The one that decides: ``outcome``, ``score``, ``reason`` and ``checks`` are its."""
    checks: tuple[CheckRecord, ...] = ()
    profiles: tuple[ProfileRecord, ...] = ()
    """What each profile makes of it; empty when the run was not judged."""
    answer: str = ""
    steps: tuple[StepRecord, ...] = ()
    blocked: bool = False
    """Whether the last thing it tried before it stopped could not be done, or was refused."""
    stop: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    """Of the agent's model and of a server that heard its tutorial, as are the tokens; the judge's
    stand apart."""
    judge_calls: int = 0
    judge_tokens: int = 0
    judge_cost_usd: float = 0.0
    """A cached verdict costs nothing."""
    seconds: dict[str, float] = Field(default_factory=dict)
    """By phase: start, login, watch, observe, model, act, evaluate; and ``total``."""
    error_kind: str = ""
    trouble: SiteTrouble | None = None
    """Of the site, where ``error_kind`` is ``site``."""
    artifacts: str = ""
    """The artifact folder, relative to the run's folder."""
    video: str = ""
    """The name of its tutorial; what was watched of it lies in ``videos`` of the run's folder."""
    watched: bool | None = None
    """Whether the agent asked for anything of the tutorial; None where that was not kept."""
    warnings: tuple[str, ...] = ()
    """What could not be kept of the run, is not known of its cost, or was left out of prompts; its
    verdict stands."""
    free_pass: str = ""
    """Why an agent that does nothing may pass, as the task says; "" where none may."""
    rescored_from: str = ""
    """The run whose evidence was judged again; "" for a run of the agent's."""
    task_sha256: str = ""
    versions: dict[str, str] = Field(default_factory=dict)


def is_blocked(steps: Sequence[StepRecord]) -> bool:
    """Whether the last of them that is neither a stop nor a scroll could not be done or was
    refused: that a page ends, to which it was scrolled, is no obstacle."""
    for step in reversed(steps):
        if not step.action.startswith(("stop", "scroll")):
            return NOT_DONE in step.note or NOT_OPENED in step.note
    return False
