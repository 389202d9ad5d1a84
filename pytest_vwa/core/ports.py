"""The behaviours that layers ask of each other, each of one to four methods."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

from .action import Action
from .observation import Image, Observation
from .site import Sites
from .task import Check
from .trajectory import Trajectory
from .transcript import Cue as Cue
from .transcript import Transcript
from .usage import NOTHING
from .usage import Usage as Usage
from .verdict import Score

# --- video --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Frame:
    """A picture of the video and when it is shown, in seconds from the start.

    In a prompt, a text part before it that is one line and ends in a colon is its caption, and is
    left out with it.
    """

    seconds: float
    image: Image


# --- models -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Excerpt:
    """Text of which less will do: where a prompt is too large, it is cut at a line's end."""

    text: str


@dataclass(frozen=True)
class Recording:
    """A video or audio file for models that take such; ``mime`` is ``video/mp4``, ``audio/wav``."""

    path: Path
    mime: str


Part = str | Excerpt | Image | Frame | Recording
"""Of a chat message. Frames are thinned first where a prompt is too large, then excerpts cut."""


@dataclass(frozen=True)
class Message:
    """One chat message; ``parts`` are texts, pictures and recordings in reading order."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """Its words alone, with a blank line between the parts."""
        words = (part.text if isinstance(part, Excerpt) else part for part in self.parts)
        return "\n\n".join(word for word in words if isinstance(word, str))


@dataclass(frozen=True)
class Reply:
    """``note`` says what had to be left out of the prompt or the reply, "" when nothing."""

    text: str
    usage: Usage = NOTHING
    note: str = ""


EARLIER_TASKS = "EARLIER TASKS"
"""Heads what a prompt tells of other tasks, which depends on their order."""


class LLM(Protocol):
    """A chat model. ``complete`` raises ModelError when no reply could be had, and Unavailable
    when none may be asked for."""

    @property
    def name(self) -> str: ...

    def complete(self, messages: Sequence[Message]) -> Reply: ...


# --- tutorials ----------------------------------------------------------------------------------


class Tutorial(Protocol):
    """One tutorial video as context. Everything is made when first asked for, and cached.

    Raises Unavailable when the video is not here, VideoError when it cannot be read.
    """

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...

    def frames(self) -> Sequence[Frame]: ...

    def transcript(self) -> Transcript: ...

    def summary(self, intent: str) -> str: ...


# --- the agent and its world --------------------------------------------------------------------


@dataclass(frozen=True)
class Brief:
    """What the agent is told of a task; it never holds a check or a reference answer.

    ``sites`` maps the names of the task's sites to their base URLs; ``images`` are addresses of
    pictures that belong to the intent, and ``pictures()`` gives them as models take them, fetched
    when first asked for (SiteError when one cannot be had); ``files`` are the names of what may be
    uploaded.
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
    pictures: Callable[[], tuple[Image, ...]] = tuple


class Agent(Protocol):
    """Works step by step; the harness drives the browser.

    ``answer`` may be left out: the questions about the video are then skipped. It may also be a
    ``Rereader`` or a ``Learner``.
    """

    def begin(self, brief: Brief) -> None: ...

    def act(self, observation: Observation) -> Action | str: ...

    def answer(self, question: str) -> str: ...


@runtime_checkable
class Rereader(Protocol):
    """An agent that is asked once more, in the same step, when its reply holds no action."""

    def again(self, problem: str) -> Action | str: ...


@runtime_checkable
class Learner(Protocol):
    """An agent that is told how its run of a task ended, once that is judged; nothing is said of
    checks and reference answers."""

    def remember(self, trajectory: Trajectory, passed: bool) -> None: ...


class AutonomousAgent(Protocol):
    """Drives the browser by itself; ``run`` may also be a coroutine function.

    ``begin(brief)`` and ``answer(question)`` as a stepwise agent has them may be there as well.
    """

    def run(self, brief: Brief, cdp_url: str) -> str:
        """Work on the task in the browser that speaks the Chrome DevTools Protocol at ``cdp_url``
        (``http://127.0.0.1:PORT``), logged in and at the task's start; returns the answer."""
        ...


class World(Protocol):
    """The browser as the loop needs it. Raises BrowserError when the browser itself is lost."""

    def observe(self) -> Observation: ...

    def perform(self, action: Action) -> str:
        """Do it, wait for the page to settle, and say what went wrong; "" when it went well."""
        ...


class LentBrowser(Protocol):
    """A browser that an autonomous agent drives while the harness looks on. Raises BrowserError
    when it is lost, SiteError when a site of the task is."""

    @property
    def cdp_url(self) -> str: ...

    def look(self) -> Observation:
        """How the active tab looks now; ``note`` says what was refused or happened since."""
        ...

    def look_on(self, seconds: float) -> Iterator[Observation]:
        """Let the browser work for so long; each page that was opened meanwhile."""
        ...

    def take_away(self) -> Observation:
        """Keep what evaluators look at, and close it; how the active tab looked at last."""
        ...

    def close(self) -> None:
        """Whatever its state; again, it does nothing."""
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
