"""The step loop that the chatting agents share: show the page, take the reply."""

from collections.abc import Sequence

from pytest_vwa.core.grammar import Reader, Unreadable
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.ports import LLM, Brief, Message, Part

from . import prompts
from .deeds import deed
from .prompts import Prompt, Turn


class ChatAgent:
    """Asks a chat model for every step. A subclass says what it has of the tutorial, and what it
    remembers of other tasks."""

    def __init__(self, llm: LLM, prompt: Prompt | None = None) -> None:
        self.llm = llm
        self.prompt = prompt or prompts.default()

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        self.tutorial = tuple(self.study(brief))
        self.earlier = self.recall(brief)
        self.done: list[str] = []
        self.read: Reader = PARSINGS[brief.parsing].read

    def study(self, brief: Brief) -> Sequence[Part]:
        """What every prompt shows of the tutorial; nothing when there is none."""
        return ()

    def recall(self, brief: Brief) -> str:
        """What every prompt tells of other tasks."""
        return ""

    def act(self, observation: Observation) -> str:
        self.observation = observation
        turn = Turn(self.brief, observation, self.tutorial, self.earlier, tuple(self.done))
        return self._ask(self.prompt.step(turn))

    def again(self, problem: str) -> str:
        """The same step once more: the model sees its reply and what is wrong with it."""
        self.done.pop()
        said = Message("assistant", (self.said,))
        return self._ask((*self.asked, said, self.prompt.again(problem)))

    def answer(self, question: str) -> str:
        return self.llm.complete(self.prompt.question(question, self.tutorial)).text.strip()

    def _ask(self, messages: tuple[Message, ...]) -> str:
        self.asked, self.said = messages, self.llm.complete(messages).text
        reply = self.prompt.heard(self.said)
        self.done.append(f"{len(self.done) + 1}. {self._deed(reply)}")
        return reply

    def _deed(self, reply: str) -> str:
        try:
            return deed(self.read(reply, self.observation.elements).action, self.observation)
        except Unreadable as error:
            return f"none: {error}"
