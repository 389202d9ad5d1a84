"""Agents that only look: what they win, a task set gives to who reads its first page."""

import re

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Brief

_LINE = re.compile(r"\[\w*\] \[\w+\] \[(?P<text>.*)\]")
_STEADY = 4
"""Equal actions in a row that a run surely allows."""
_GUESSES = (
    "yes no none both all never left right up down before after first second third last "
    "0 1 2 3 4 5 6 7 8 9 10 zero one two three four five six seven eight nine ten "
    "black blue brown gold green grey orange pink purple red silver white yellow "
    "monday tuesday wednesday thursday friday saturday sunday "
    "january february march april may june july august september october november december"
)


class StartPageAgent:
    """Stops at once and answers with what the start page shows: its title, address and text.

    To a question it answers with the question.
    """

    def begin(self, brief: Brief) -> None:
        self.brief = brief

    def act(self, observation: Observation) -> Action:
        titles = [tab.title for tab in observation.tabs if tab.active]
        return Action("stop", value="\n".join([*titles, observation.url, *_shown(observation)]))

    def answer(self, question: str) -> str:
        return question


class ListEverythingAgent:
    """Scrolls to the end of the start page and answers with all it saw, after the objective.

    To a question it answers with the words of the question and of the objective, and with what
    there is to guess: yes and no, small numbers, colours, days, months.
    """

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        self.turns = 0
        self.before = ""
        self.seen: dict[str, None] = {}

    def act(self, observation: Observation) -> Action:
        self.turns += 1
        self.seen |= dict.fromkeys(_shown(observation))
        ended = self._moved and observation.text == self.before
        if ended or self.turns >= self.brief.max_steps:
            return Action("stop", value="\n".join([self.brief.intent, *self.seen]))
        if not self._moves:
            # A run ends when the same is done too often; this changes nothing.
            return Action("tab_focus", value=self._front(observation))
        self.before = observation.text
        return Action("scroll", value="down")

    def answer(self, question: str) -> str:
        return f"{question} {self.brief.intent} {_GUESSES}"

    @property
    def _moves(self) -> bool:
        return self.turns % (_STEADY + 1) != 0

    @property
    def _moved(self) -> bool:
        """Is what is in view what a scroll has left there?"""
        return self.turns > 1 and (self.turns - 1) % (_STEADY + 1) != 0

    @staticmethod
    def _front(observation: Observation) -> str:
        fronts = [str(index) for index, tab in enumerate(observation.tabs) if tab.active]
        return next(iter(fronts), "0")


def _shown(observation: Observation) -> list[str]:
    """The texts in view, one a line."""
    lines = map(_LINE.fullmatch, observation.text.splitlines())
    return [line["text"] for line in lines if line and line["text"]]
