"""The agent that plays a task's own solution: it proves that the task can be won."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import AgentError
from pytest_vwa.core.grammar import Unreadable, expression
from pytest_vwa.core.observation import Element, Observation
from pytest_vwa.core.ports import Brief
from pytest_vwa.core.trajectory import NOT_DONE

_MOST_SHOWN = 10
_DESCRIBED = re.compile(r'\[(?P<tag>\w+) "(?P<text>.*?)"(?: #(?P<nth>[1-9]\d*))?\]')


@dataclass(frozen=True)
class Solution:
    """``actions`` in the grammar of actions, whose mark may be described instead of numbered:
    ``click [A "Red tandem kayak"]``, ``click [BUTTON "Edit" #2]`` for the second match.
    ``answer`` is the reply to the question about the video."""

    actions: tuple[str, ...]
    answer: str | None = None


class ReferenceAgent:
    """Plays a solution through the same observations and actions as any agent.

    What is described but not in view is looked for by scrolling down. Raises AgentError when it is
    not on the page, when an action cannot be read, and when the browser did not do one: what
    follows it would fail for a reason that only misleads.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        self.played = 0
        self.seen: list[Element] = []
        self.before: Observation | None = None

    def act(self, observation: Observation) -> Action:
        self._refuse_not_done(observation.note)
        if self.played == len(self.solution.actions):
            return Action("stop")
        described = self._resolve(self._written)
        written = _numbered(described, observation.elements)
        if written is None:
            return self._look_further(described, observation)
        action = self._read(written)
        self.played += 1
        self.seen, self.before = [], None
        return action

    def answer(self, question: str) -> str:
        return self.solution.answer or ""

    def _refuse_not_done(self, note: str) -> None:
        # While an element is looked for, the page may end: that is no action of the solution.
        if self.played and self.before is None and NOT_DONE in note:
            self.played -= 1
            raise AgentError(f"{self._place} {self._written!r}: {note}")

    @property
    def _written(self) -> str:
        return self.solution.actions[self.played]

    def _resolve(self, written: str) -> str:
        for name, url in self.brief.sites.items():
            written = written.replace(f"__{name.upper()}__", url)
        return written

    def _look_further(self, described: str, observation: Observation) -> Action:
        self.seen += observation.elements
        if self.before and self.before.text == observation.text:
            missing = _missing(described, self.seen)
            raise AgentError(f"{self._place} {described!r}: {missing} on {observation.url}")
        self.before = observation
        return Action("scroll", value="down")

    def _read(self, written: str) -> Action:
        try:
            return expression(written)
        except Unreadable as error:
            raise AgentError(f"{self._place} {written!r}: {error}") from error

    @property
    def _place(self) -> str:
        return f"{self.brief.key}: reference_actions[{self.played}]"


def _numbered(written: str, elements: Sequence[Element]) -> str | None:
    """The action with the number of the element it describes; None when none fits."""
    described = _DESCRIBED.search(written)
    if described is None:
        return written
    element = _find(described, elements)
    if element is None:
        return None
    return f"{written[: described.start()]}[{element.id}]{written[described.end() :]}"


def _find(described: re.Match[str], elements: Sequence[Element]) -> Element | None:
    """Among equal tags: the same text before one that begins so before one that contains it."""
    wanted, nth = _plain(described["text"]), int(described["nth"] or 1)
    fits: tuple[Callable[[str], bool], ...] = (
        lambda text: text == wanted,
        lambda text: text.startswith(wanted),
        lambda text: wanted in text,
    )
    tagged = [element for element in elements if element.tag.upper() == described["tag"].upper()]
    for fit in fits:
        found = [element for element in tagged if fit(_plain(element.text))]
        if len(found) >= nth:
            return found[nth - 1]
    return None


def _missing(described: str, seen: Sequence[Element]) -> str:
    """``no A "Red kayak"; nearest there: A "Red tandem kayak"``"""
    wanted = _DESCRIBED.search(described)
    if wanted is None:
        return "nothing described"
    names = {_plain(element.text): f'{element.tag} "{element.text}"' for element in seen}
    near = get_close_matches(_plain(wanted["text"]), names, n=3, cutoff=0.4)
    missing = f"no {wanted[0][1:-1]}"
    if near:
        return f"{missing}; nearest there: {', '.join(names[text] for text in near)}"
    return f"{missing}, and nothing like it; {_with_tag(wanted['tag'].upper(), seen)}"


def _with_tag(tag: str, seen: Sequence[Element]) -> str:
    """``there is A "Home", A "Boats" and 3 more``, or which tags there are instead."""
    named = dict.fromkeys(f'{tag} "{each.text}"' for each in seen if each.tag.upper() == tag)
    if not named:
        tags = sorted({each.tag.upper() for each in seen})
        return f"there is no {tag}, but {', '.join(tags) or 'no mark at all'}"
    more = f" and {len(named) - _MOST_SHOWN} more" if len(named) > _MOST_SHOWN else ""
    return f"there is {', '.join([*named][:_MOST_SHOWN])}{more}"


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
