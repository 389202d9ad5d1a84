"""An agent of your own: copy this file, and ``--agent=explorer`` becomes ``--agent=yours``."""

from pytest_vwa.agents import prompt
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import LLM, Brief


class Explorer:
    """Reads the whole transcript instead of a summary, and forgets what it did."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        cues = brief.video.transcript() if brief.video else ()
        self.tutorial = " ".join(cue.text for cue in cues)

    def act(self, observation: Observation) -> str:
        return self.llm.complete(prompt.step(self.brief, self.tutorial, observation, ())).text

    def answer(self, question: str) -> str:
        return self.llm.complete(prompt.question(question, self.tutorial)).text
