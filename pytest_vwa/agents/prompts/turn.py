"""What there is to tell a model, and what makes messages of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pytest_vwa.core.observation import Observation, ObservationKind
from pytest_vwa.core.ports import Brief, Excerpt, Message, Part

PICTURED: frozenset[ObservationKind] = frozenset({"som", "screenshot"})
"""The kinds of which the picture is sent along; the others suit models that read only text."""


@dataclass(frozen=True)
class Turn:
    """One step. ``tutorial`` is what the agent has of the video, ``earlier`` what it remembers of
    other tasks, ``done`` what it did so far, a line per step, the latest last."""

    brief: Brief
    observation: Observation
    tutorial: tuple[Part, ...] = ()
    earlier: str = ""
    done: tuple[str, ...] = ()

    @property
    def page(self) -> Part:
        """The page's text, of which less will do where a prompt is too large."""
        if self.observation.text:
            return Excerpt(self.observation.text)
        shot = self.observation.kind == "screenshot"
        return "(see the screenshot)" if shot else "(the page is empty)"

    @property
    def picture(self) -> tuple[Part, ...]:
        image = self.observation.image
        return (image,) if image and self.observation.kind in PICTURED else ()

    @property
    def given(self) -> tuple[Part, ...]:
        """The pictures that belong to the objective."""
        return titled("PICTURES OF THE OBJECTIVE", self.brief.pictures())

    @property
    def tabs(self) -> str:
        return "\n".join(
            f"{index}: {tab.title} ({tab.url}){' <- in front' if tab.active else ''}"
            for index, tab in enumerate(self.observation.tabs)
        )

    @property
    def objective(self) -> str:
        brief = self.brief
        files = f"\n(files you can upload: {', '.join(brief.files)})" if brief.files else ""
        return brief.intent + files


class Prompt(Protocol):
    """Makes the messages. ``label`` is name and version, as records keep it."""

    @property
    def label(self) -> str: ...

    def lacks(self, kind: ObservationKind) -> str:
        """Why it does not suit this kind of observation; "" when it does."""
        ...

    def step(self, turn: Turn) -> tuple[Message, ...]: ...

    def question(self, text: str, tutorial: Sequence[Part] = ()) -> tuple[Message, ...]:
        """What is asked about the video; no ``tutorial`` is for who has not seen it."""
        ...

    def again(self, problem: str) -> Message:
        """What is said to a reply that could not be read."""
        ...

    def heard(self, reply: str) -> str:
        """The reply with its action between triple backticks, where the prompt has other signs."""
        ...


def titled(heading: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts under their heading; nothing for nothing."""
    match parts:
        case []:
            return ()
        case [str(text)]:
            return (f"{heading}:\n{text.strip()}",)
    return (f"{heading}:", *parts)


def sections(**texts: str) -> str:
    """Each text under its heading; empty ones are left out."""
    return "\n\n".join(
        f"{heading.replace('_', ' ')}:\n{text.strip()}" for heading, text in texts.items() if text
    )
