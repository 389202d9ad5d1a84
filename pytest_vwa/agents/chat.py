"""The step loop that the chatting agents share: show the page, take the reply."""

from pytest_vwa.core.action import Action
from pytest_vwa.core.grammar import Reader, Unreadable
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.ports import LLM, Brief

from . import prompt


class ChatAgent:
    """Asks a chat model for every step. A subclass says what it learns from the tutorial."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        self.tutorial = self.study(brief)
        self.done: list[str] = []
        self.read: Reader = PARSINGS[brief.parsing].read

    def study(self, brief: Brief) -> str:
        """What the prompts say of the tutorial; nothing when there is none."""
        return ""

    def act(self, observation: Observation) -> str:
        messages = prompt.step(self.brief, self.tutorial, observation, self.done)
        reply = self.llm.complete(messages).text
        self.done.append(f"{len(self.done) + 1}. {self._deed(reply, observation)}")
        return reply

    def answer(self, question: str) -> str:
        return self.llm.complete(prompt.question(question, self.tutorial)).text.strip()

    def _deed(self, reply: str, observation: Observation) -> str:
        """What the reply did, in words that outlive the page's numbers."""
        try:
            action = self.read(reply, observation.elements).action
        except Unreadable as error:
            return f"none: {error}"
        return f"{action}{_aim(action, observation)}".replace("\n", " ")


def _aim(action: Action, observation: Observation) -> str:
    aimed = (element for element in observation.elements if element.id == action.element)
    return next((f" on [{element.tag}] [{element.text}]" for element in aimed), "")
