"""What the chatting agents send over OpenAI's protocol: order, pictures, roles."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_vwa.agents.chat import ChatAgent
from pytest_vwa.agents.frames import FramesAgent
from pytest_vwa.agents.memory import MemoryAgent
from pytest_vwa.agents.summary import SummaryAgent
from pytest_vwa.agents.text import TextAgent
from pytest_vwa.agents.video import VideoAgent
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Element, Image, Observation, Tab
from pytest_vwa.core.ports import Brief, Cue, Frame
from pytest_vwa.core.trajectory import StopReason, Trajectory
from pytest_vwa.episode import Limits, run
from pytest_vwa.llm.client import open_model
from pytest_vwa.llm.terms import Terms
from pytest_vwa.llm.usage import Metered

SHOP = "http://127.0.0.1:7770"
SCREENSHOT = Image(b"screenshot", "image/jpeg")
PAGE = Observation(
    "[3] [A] [Kayak]",
    SCREENSHOT,
    (Element("3", "A", "Kayak", (0, 0, 9, 9)),),
    SHOP,
    (Tab("Shop", SHOP, True),),
)
HEAD = f"URL:\n{SHOP}\n\nOPEN TABS:\n0: Shop ({SHOP}) <- in front\n\nOBSERVATION:"
TAIL = "OBJECTIVE:\nBuy the kayak\n\nPREVIOUS ACTIONS:\nnone"
SEEN = [HEAD, "[3] [A] [Kayak]", SCREENSHOT.url, TAIL]
"""What every agent sends of the page, the objective and the history."""


class Clip:
    """A tutorial of two pictures and two sentences."""

    name = "clip"

    def __init__(self, path: Path) -> None:
        self.path = path

    def frames(self) -> Sequence[Frame]:
        return [Frame(at, Image(b"frame %d" % at, "image/jpeg")) for at in (0, 65)]

    def transcript(self) -> Sequence[Cue]:
        return Cue(1.4, 2.0, "A red kayak."), Cue(61.0, 64.0, "Goodbye.")

    def summary(self, intent: str) -> str:
        return f"The kayak is red, to {intent}."


class Still:
    """A page that never changes."""

    def observe(self) -> Observation:
        return PAGE

    def perform(self, action: Action) -> str:
        return ""


@pytest.fixture
def brief(tmp_path: Path) -> Brief:
    path = tmp_path / "clip.mov"
    path.write_bytes(b"moving pictures")
    return Brief("a/shopping/1", "Buy the kayak", (SHOP,), {"shopping": SHOP}, video=Clip(path))


@pytest.fixture
def provider(graders: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    return graders("I stop. ```stop [red]```")


def agent(kind: type[ChatAgent], provider: Any, **more: Any) -> Any:
    return kind(open_model("openai/test", Terms(base_url=provider.url)), **more)


def contents(message: dict[str, Any]) -> list[str]:
    """Texts as they are, pictures and files by their data."""
    if isinstance(message["content"], str):
        return [message["content"]]
    return [_content(part) for part in message["content"]]


def _content(part: dict[str, Any]) -> str:
    inside = part[part["type"]]
    if isinstance(inside, str):
        return inside
    return str(inside.get("url") or inside.get("file_data"))


def step_of(kind: type[ChatAgent], brief: Brief, provider: Any, **more: Any) -> list[str]:
    """What one step sends after the examples, which every agent shows alike."""
    chatting = agent(kind, provider, **more)
    chatting.begin(brief)
    assert chatting.act(PAGE) == "I stop. ```stop [red]```"
    messages = provider.asked[-1]["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
    assert contents(messages[0])[0].startswith("ROLE:\n")
    assert "library.test" in contents(messages[1])[0]
    return contents(messages[-1])


def test_text_agent_sends_page_image_objective_and_history(brief: Brief, provider: Any) -> None:
    assert step_of(TextAgent, brief, provider) == SEEN


def test_summary_agent_sends_summary_first(brief: Brief, provider: Any) -> None:
    told = "TUTORIAL:\nThe kayak is red, to Buy the kayak."
    assert step_of(SummaryAgent, brief, provider) == [told, *SEEN]


def test_frames_agent_sends_timed_frames_then_transcript(brief: Brief, provider: Any) -> None:
    assert step_of(FramesAgent, brief, provider) == [
        "TUTORIAL:",
        "Picture at 0:00:",
        Image(b"frame 0", "image/jpeg").url,
        "Picture at 1:05:",
        Image(b"frame 65", "image/jpeg").url,
        "What is said:",
        "[0:01] A red kayak.\n[1:01] Goodbye.",
        *SEEN,
    ]


def test_video_agent_sends_the_file(brief: Brief, provider: Any) -> None:
    data = b64encode(b"moving pictures").decode()
    sent = step_of(VideoAgent, brief, provider)
    assert sent == ["TUTORIAL:", f"data:video/quicktime;base64,{data}", *SEEN]


def test_memory_agent_sends_last_two_tasks_and_outcomes(brief: Brief, provider: Any) -> None:
    memory: list[tuple[str, str]] = []
    for number, passed in ((7, True), (8, False), (1, True), (9, True)):
        earlier = agent(MemoryAgent, provider, memory=memory)
        intent = f"Do number {number}"
        earlier.begin(Brief(f"a/shopping/{number}", intent, (SHOP,), {}))
        earlier.remember(run(earlier, Still(), Limits()), passed)
    told = step_of(MemoryAgent, brief, provider, memory=memory)
    assert told == [
        "EARLIER TASKS:\n"
        "Objective: Do number 8\n1. stop [red]\nOutcome: failed\n\n"
        "Objective: Do number 9\n1. stop [red]\nOutcome: passed",
        *SEEN,
    ]


def test_memory_agent_without_memory_sends_same_as_text(brief: Brief, provider: Any) -> None:
    assert step_of(MemoryAgent, brief, provider, memory=[]) == SEEN


def test_memory_agent_remembers_actions_and_outcome(brief: Brief, provider: Any) -> None:
    provider.say("```click [3]```", "```jump```", "```jump```", "```stop```")
    memory: list[tuple[str, str]] = []
    chatting = agent(MemoryAgent, provider, memory=memory)
    chatting.begin(brief)
    ended: Trajectory = run(chatting, Still(), Limits())
    chatting.remember(ended, passed=False)
    ((key, told),) = memory
    assert key == brief.key
    lines = told.splitlines()
    assert lines[1] == "1. click [3] on [A] [Kayak]"
    assert lines[2].startswith("2. none: asked again, as the first reply could not be read: 'jump'")
    assert lines[3:] == ["3. stop []", "Outcome: failed"]


@pytest.mark.parametrize(
    ("kind", "shown"), [(SummaryAgent, 0), (FramesAgent, 7), (VideoAgent, 2), (TextAgent, 0)]
)
def test_question_follows_the_video_payload(
    kind: type[ChatAgent], shown: int, brief: Brief, provider: Any
) -> None:
    provider.say(" red \n")
    chatting = agent(kind, provider)
    chatting.begin(brief)
    assert chatting.answer("Which colour?") == "red"
    system, user = provider.asked[-1]["messages"]
    assert [system["role"], user["role"]] == ["system", "user"]
    assert contents(user)[-1].endswith("QUESTION:\nWhich colour?")
    assert len(contents(user)) == shown + 1
    assert ("best guess" in contents(system)[0]) == (kind is TextAgent)


# --- unreadable replies ---------------------------------------------------------------------------


def test_chat_agent_retries_unreadable_reply_once(brief: Brief, provider: Any) -> None:
    provider.say("I would jump.", "```click [3]```", "```stop [red]```")
    llm = Metered(open_model("openai/test", Terms(base_url=provider.url)))
    chatting = TextAgent(llm)
    chatting.begin(brief)
    ended = run(chatting, Still(), Limits())
    first, second = ended.steps
    assert first.action == Action("click", "3")
    assert first.note.startswith("asked again, as the first reply could not be read: the reply")
    assert second.note == ""
    assert (ended.stop, llm.usage.calls, llm.usage.prompt_tokens) == (StopReason.ANSWERED, 3, 300)
    before, again, after = (asked["messages"] for asked in provider.asked)
    assert again[:-2] == before
    assert [message["role"] for message in again[-2:]] == ["assistant", "user"]
    assert contents(again[-2]) == ["I would jump."]
    assert "the reply holds no action" in contents(again[-1])[0]
    assert "PREVIOUS ACTIONS:\n1. click [3] on [A] [Kayak]" in contents(after[-1])[-1]
    assert len(after) == len(before)


def test_unreadable_retry_makes_step_without_action(brief: Brief, provider: Any) -> None:
    provider.say("I would jump.")
    chatting = agent(TextAgent, provider)
    chatting.begin(brief)
    ended = run(chatting, Still(), Limits())
    assert ended.stop is StopReason.UNREADABLE
    assert [step.action for step in ended.steps] == [None] * 3
    assert len(provider.asked) == 6
    assert ended.steps[0].note.count("the reply holds no action") == 2
