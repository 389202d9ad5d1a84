"""An agent of your own: copy this file, and ``--agent=explorer`` becomes ``--agent=yours``."""

from pytest_vwa.agents.prompts import Prompt, Turn
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import LLM, Brief


class Explorer:
    """Reads the whole transcript instead of a summary, and forgets what it did."""

    def __init__(self, llm: LLM, prompt: Prompt) -> None:
        self.llm = llm
        self.prompt = prompt

    def begin(self, brief: Brief) -> None:
        self.brief = brief
        cues = brief.video.transcript() if brief.video else ()
        said = " ".join(cue.text for cue in cues)
        self.tutorial = (said,) if said else ()

    def act(self, observation: Observation) -> str:
        turn = Turn(self.brief, observation, self.tutorial)
        return self.llm.complete(self.prompt.step(turn)).text

    def answer(self, question: str) -> str:
        return self.llm.complete(self.prompt.question(question, self.tutorial)).text
