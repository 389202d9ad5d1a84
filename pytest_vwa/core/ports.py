"""The behaviours that layers ask of each other, each of one to four methods."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from .action import Action
from .observation import Image, Observation
from .site import Sites
from .task import Check
from .trajectory import Trajectory
from .verdict import Score

# --- models -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """One chat message; ``parts`` are texts and pictures in reading order."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Image, ...]


@dataclass(frozen=True)
class Usage:
    """What model calls cost: tokens, US dollars, seconds."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    calls: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost_usd + other.cost_usd,
            self.seconds + other.seconds,
            self.calls + other.calls,
        )


@dataclass(frozen=True)
class Reply:
    text: str
    usage: Usage = Usage()


class LLM(Protocol):
    """A chat model. ``complete`` raises ModelError when no reply could be had."""

    @property
    def name(self) -> str: ...

    def complete(self, messages: Sequence[Message]) -> Reply: ...


# --- video --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """A picture of the video and when it is shown, in seconds from the start."""

    seconds: float
    image: Image


@dataclass(frozen=True)
class Cue:
    """One line of speech and when it is spoken, in seconds."""

    start: float
    end: float
    text: str


class Tutorial(Protocol):
    """One tutorial video as context. Everything is made when first asked for, and cached.

    Raises Unavailable when the video is not here, VideoError when it cannot be read.
    """

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...

    def frames(self) -> Sequence[Frame]: ...

    def transcript(self) -> Sequence[Cue]: ...

    def summary(self, intent: str) -> str: ...


# --- the agent and its world --------------------------------------------------------------------


@dataclass(frozen=True)
class Brief:
    """What the agent is told of a task; it never holds a check or a reference answer.

    ``sites`` maps the names of the task's sites to their base URLs; ``images`` are addresses of
    pictures that belong to the intent; ``files`` are the names of what may be uploaded.
    ``parsing`` is how its replies are read, a name in ``core.parsing.PARSINGS``.
    """

    key: str
    intent: str
    start_urls: tuple[str, ...]
    sites: Mapping[str, str]
    images: tuple[str, ...] = ()
    video: Tutorial | None = None
    max_steps: int = 30
    parsing: str = "lenient"
    files: tuple[str, ...] = ()


class Agent(Protocol):
    """Works step by step; the harness drives the browser.

    ``answer`` may be left out: the questions about the video are then skipped.
    """

    def begin(self, brief: Brief) -> None: ...

    def act(self, observation: Observation) -> Action | str: ...

    def answer(self, question: str) -> str: ...


class World(Protocol):
    """The browser as the loop needs it. Raises BrowserError when the browser itself is lost."""

    def observe(self) -> Observation: ...

    def perform(self, action: Action) -> str:
        """Do it, wait for the page to settle, and say what went wrong; "" when it went well."""
        ...


# --- judging ------------------------------------------------------------------------------------


class View(Protocol):
    """A page of an evaluator's own."""

    @property
    def url(self) -> str: ...

    def html(self) -> str: ...

    def evaluate(self, javascript: str) -> Any:
        """The JSON-able value of a JavaScript expression; raises ValueError when it throws."""
        ...


@dataclass(frozen=True)
class Snapshot:
    """One tab of the agent's as it was left."""

    url: str
    html: str


class Judge(Protocol):
    """Grades in words what a rule cannot. Raises JudgeError when it cannot."""

    def matches(self, answer: str, reference: str, question: str) -> Score:
        """Does the answer mean the reference?"""
        ...

    def explains(self, answer: str, reason: str, question: str) -> Score:
        """Does the answer give this reason why the task cannot be done?"""
        ...

    def sees(self, image: Image, question: str) -> str:
        """The answer to a question about a picture."""
        ...


Once = Callable[[str, Callable[[], Any]], Any]
"""``once(key, look)``: the JSON-able value of a look at the outside world, looked at once."""


def look_anew(_: str, look: Callable[[], Any]) -> Any:
    """The Once that remembers nothing."""
    return look()


@dataclass(frozen=True)
class Evidence:
    """What evaluators may look at. ``visit`` opens a page of their own, logged in as the agent
    was; whatever else they look at outside, they look at by ``once``: so both profiles see the
    same, and it can be stored and judged again. ``judge`` is None when none is configured.
    ``question`` is the question about the video; "" when the task itself is judged."""

    intent: str
    answer: str
    trajectory: Trajectory | None
    tabs: tuple[Snapshot, ...]
    last_url: str
    sites: Sites
    visit: Callable[[str], View]
    judge: Judge | None = None
    once: Once = look_anew
    question: str = ""


Evaluator = Callable[[Evidence, Check], Score]
