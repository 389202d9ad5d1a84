"""What a prompt file of our own form holds."""

import re
from collections.abc import Iterator
from typing import Self

from pydantic import Field, model_validator

from pytest_vwa.core.observation import ObservationKind
from pytest_vwa.core.value import Value

_PLACE = re.compile(r"\{(\w+)\}")


class Mark(Value):
    """How actions name an element: by its number, or by a point where pages are pictures."""

    mark: str
    point: str


class Example(Value):
    """A turn of an invented task, and a good reply to it."""

    objective: str
    url: str
    title: str
    done: tuple[str, ...] = ()
    pages: dict[ObservationKind, str]
    reply: str


class Wording(Value):
    """``pages`` explains each kind of observation; ``again`` holds ``{problem}``."""

    version: int = Field(ge=1)
    role: str
    pages: dict[ObservationKind, str]
    rules: str
    reply: str
    marks: dict[str, Mark] = Field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    question: str
    question_unseen: str
    again: str

    def aimed(self, text: str, kind: ObservationKind) -> str:
        """The text with every ``{name}`` as actions name that mark; nothing else is replaced."""
        return _PLACE.sub(lambda place: self._named(place[1], kind), text)

    def _named(self, name: str, kind: ObservationKind) -> str:
        mark = self.marks[name]
        return mark.point if kind == "screenshot" else mark.mark

    @model_validator(mode="after")
    def _every_place_is_a_mark(self) -> Self:
        for field, text in self._aiming():
            for name in _PLACE.findall(text):
                if name not in self.marks:
                    known = ", ".join(sorted(self.marks)) or "none"
                    raise ValueError(f"{field} names {{{name}}}, which is none of marks: {known}")
        return self

    def _aiming(self) -> Iterator[tuple[str, str]]:
        yield "reply", self.reply
        for number, example in enumerate(self.examples):
            yield f"examples.{number}.reply", example.reply
            yield from ((f"examples.{number}.done", deed) for deed in example.done)
