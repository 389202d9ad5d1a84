"""The baseline agents, driven with observations made by hand."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from pytest_vwa.agents import prompts
from pytest_vwa.agents.idle import ListEverythingAgent, StartPageAgent
from pytest_vwa.agents.prompts import Turn
from pytest_vwa.agents.prompts.own import built_in as built_in_prompt
from pytest_vwa.agents.reference import ReferenceAgent, Solution
from pytest_vwa.agents.simple import ConstantAgent, NoopAgent
from pytest_vwa.agents.summary import SummaryAgent
from pytest_vwa.agents.text import TextAgent
from pytest_vwa.core.action import ACTION_KINDS, Action
from pytest_vwa.core.errors import AgentError
from pytest_vwa.core.observation import Element, Image, Observation, ObservationKind, Tab
from pytest_vwa.core.ports import Brief, Cue, Excerpt, Frame, Message, Reply
from pytest_vwa.core.trajectory import StopReason
from pytest_vwa.defaults import built_in
from pytest_vwa.episode import Limits, run

SHOP = "http://127.0.0.1:7770"
BOX = (0.0, 0.0, 10.0, 10.0)


class Scripted:
    """A model that says what it was told to say, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message]) -> Reply:
        self.asked.append(messages)
        return Reply(self.replies.pop(0))

    @property
    def last_text(self) -> str:
        return self.asked[-1][-1].text


class Clip:
    """A tutorial of one sentence."""

    name = "clip"
    path = Path("clip.mp4")

    def frames(self) -> Sequence[Frame]:
        return ()

    def transcript(self) -> Sequence[Cue]:
        return (Cue(0.0, 1.0, "The kayak is red."),)

    def summary(self, intent: str) -> str:
        return f"A red kayak, with {intent!r} in mind."


def brief(video: Clip | None = None) -> Brief:
    return Brief("arena/shopping/1", "Buy the kayak", (SHOP,), {"shopping": SHOP}, video=video)


def page(*elements: tuple[str, str, str], url: str = SHOP, note: str = "") -> Observation:
    marked = tuple(Element(id_, tag, text, BOX) for id_, tag, text in elements)
    return Observation(
        text="\n".join(f"[{e.id}] [{e.tag}] [{e.text}]" for e in marked),
        image=Image(b"jpeg", "image/jpeg"),
        elements=marked,
        url=url,
        tabs=(Tab("Shop", url, True),),
        note=note,
    )


def step(turn: Turn) -> Sequence[Message]:
    return prompts.default().step(turn)


# --- what models are told -------------------------------------------------------------------------


def test_system_message_lists_every_action() -> None:
    for kind in ACTION_KINDS:
        assert f"\n{kind}" in built_in_prompt().system()


def test_step_message_contains_text_url_and_image() -> None:
    seen = page(("3", "A", "Kayak"), note="Nothing moved.")
    assert step(Turn(brief(), seen, ("Seen.",), "Bought a tent.", ("1. go_back",)))[-1] == Message(
        "user",
        (
            "TUTORIAL:\nSeen.",
            "EARLIER TASKS:\nBought a tent.",
            f"URL:\n{SHOP}\n\nOPEN TABS:\n0: Shop ({SHOP}) <- in front\n\nOBSERVATION:",
            Excerpt("[3] [A] [Kayak]"),
            Image(b"jpeg", "image/jpeg"),
            "OBJECTIVE:\nBuy the kayak\n\nPREVIOUS ACTIONS:\n1. go_back\n\nNOTE:\nNothing moved.",
        ),
    )


def test_step_message_names_uploadable_files() -> None:
    user = step(Turn(replace(brief(), files=("a.png", "b.png")), page()))[-1]
    assert "OBJECTIVE:\nBuy the kayak\n(files you can upload: a.png, b.png)" in user.text


@pytest.mark.parametrize(
    ("kind", "told", "pictured"),
    [
        ("som", "[id] [TAG] [text]", True),
        ("axtree", "[id] role 'name' state: value", False),
        ("html", 'mark="id"', False),
        ("screenshot", "click [640, 300]", True),
    ],
)
def test_step_message_explains_observation_kind(
    kind: ObservationKind, told: str, pictured: bool
) -> None:
    seen = replace(page(("3", "A", "Kayak")), kind=kind)
    system, *_, user = step(Turn(brief(), seen, ("Seen.",)))
    kinds = get_args(ObservationKind)
    others = {each: built_in_prompt().system(each) for each in kinds if each != kind}
    assert told in system.text
    assert [each for each, text in others.items() if told in text] == []
    assert (seen.image in user.parts) == pictured


def test_step_message_explains_empty_page() -> None:
    blank = page()
    assert "(the page is empty)" in step(Turn(brief(), blank))[-1].text
    shot = replace(blank, kind="screenshot")
    assert "(see the screenshot)" in step(Turn(brief(), shot))[-1].text


def test_summary_agent_sends_video_summary() -> None:
    llm = Scripted("```click [3]```", " red ")
    agent = SummaryAgent(llm)
    agent.begin(brief(Clip()))
    assert agent.act(page(("3", "A", "Kayak"))) == "```click [3]```"
    assert "TUTORIAL:\nA red kayak, with 'Buy the kayak' in mind." in llm.last_text
    assert agent.answer("Which colour?") == "red"
    assert "TUTORIAL:\nA red kayak" in llm.last_text
    assert llm.last_text.endswith("QUESTION:\nWhich colour?")


def test_text_agent_never_sends_the_tutorial() -> None:
    llm = Scripted("```click [3]```", "red")
    agent = TextAgent(llm)
    agent.begin(brief(Clip()))
    agent.act(page())
    agent.answer("Which colour?")
    assert not any("TUTORIAL:" in message.text for asked in llm.asked for message in asked)


def test_chat_agent_sends_previous_actions() -> None:
    llm = Scripted("Now ```click [3]```", "I am lost", "```stop```")
    agent = TextAgent(llm)
    agent.begin(brief())
    for _ in range(3):
        agent.act(page(("3", "A", "Kayak")))
    assert "PREVIOUS ACTIONS:\n1. click [3] on [A] [Kayak]\n2. none: the reply holds no action" in (
        llm.last_text
    )


def test_chat_agent_follows_reference_parsing() -> None:
    llm = Scripted("```Click [3]```", "```click [3]```", "```stop```")
    agent = TextAgent(llm)
    agent.begin(replace(brief(), parsing="reference"))
    for _ in range(3):
        agent.act(page(("3", "A", "Kayak")))
    assert "1. none: 'Click [3]' is no action" in llm.last_text
    assert "2. click [3] on [A] [Kayak]" in llm.last_text
    system = str(llm.asked[-1][0].parts[0])
    assert "\nclose_tab " in system
    assert "select [id]" not in system


def test_chat_agent_begin_clears_previous_actions() -> None:
    llm = Scripted("```click [3]```", "```stop```")
    agent = TextAgent(llm)
    for _ in range(2):
        agent.begin(brief())
        agent.act(page())
    assert "PREVIOUS ACTIONS:\nnone" in llm.last_text


# --- the simple ones ------------------------------------------------------------------------------


@pytest.mark.parametrize(("agent", "says"), [(NoopAgent(), ""), (ConstantAgent(), "N/A")])
def test_simple_agents_stop_at_once(agent: NoopAgent, says: str) -> None:
    agent.begin(brief())
    assert agent.act(page()) == Action("stop", value=says)
    assert agent.answer("Which colour?") == says


def test_built_in_agents_load_nothing_heavy() -> None:
    heavy = "litellm openai httpx playwright numpy PIL av tenacity"
    script = (
        "import sys, pytest_vwa.agents.summary, pytest_vwa.llm.client, pytest_vwa.llm.demo\n"
        f"sys.exit(str([name for name in {heavy.split()} if name in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.strip() == ""


def test_built_in_agents_have_begin_act_and_answer() -> None:
    for agent in built_in().agents.values():
        assert all(hasattr(agent, method) for method in ("begin", "act", "answer"))


# --- the reference agent --------------------------------------------------------------------------


def reference(*actions: str, answer: str | None = None) -> ReferenceAgent:
    agent = ReferenceAgent(Solution(actions, answer))
    agent.begin(brief())
    return agent


LIST = page(
    ("1", "A", "Red kayak paddle"),
    ("2", "A", "Red kayak"),
    ("3", "BUTTON", "Edit"),
    ("4", "BUTTON", "Edit"),
    ("5", "INPUT", "Search: bike"),
    ("6", "SELECT", "Sort By: Position (choices: Position | Price)"),
)


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ('click [A "red KAYAK"]', Action("click", "2")),
        ('click [A "Red kayak pad"]', Action("click", "1")),
        ('click [a "paddle"]', Action("click", "1")),
        ('click [BUTTON "Edit" #2]', Action("click", "4")),
        ('type [INPUT "Search"] [kayak]', Action("type", "5", "kayak\n")),
        ('type [INPUT "Search"] [kayak] [0]', Action("type", "5", "kayak")),
        ('select [SELECT "Sort By"] [Price]', Action("select", "6", "Price")),
        ("goto [__SHOPPING__/wishlist/]", Action("goto", value=f"{SHOP}/wishlist/")),
        ("click [3]", Action("click", "3")),
        ("stop [$5]", Action("stop", value="$5")),
    ],
)
def test_reference_agent_finds_elements_by_tag_and_text(written: str, action: Action) -> None:
    assert reference(written).act(LIST) == action


def test_reference_agent_plays_solution_then_stops() -> None:
    agent = reference("scroll [down]", 'click [A "Red kayak"]', answer="red")
    played = [agent.act(LIST) for _ in range(3)]
    assert played == [Action("scroll", value="down"), Action("click", "2"), Action("stop")]
    assert agent.answer("Which colour?") == "red"
    assert reference().answer("Which colour?") == ""


def test_reference_agent_scrolls_to_find_element() -> None:
    agent = reference('click [A "Blue kayak"]')
    assert agent.act(LIST) == Action("scroll", value="down")
    assert agent.act(page(("9", "A", "Blue kayak"))) == Action("click", "9")


def test_reference_agent_error_names_nearest_elements() -> None:
    agent = reference("scroll [down]", 'click [A "Red canoe"]')
    agent.act(LIST)
    agent.act(LIST)
    with pytest.raises(AgentError) as caught:
        agent.act(LIST)
    assert str(caught.value) == (
        "arena/shopping/1: reference_actions[1] 'click [A \"Red canoe\"]': "
        'no A "Red canoe"; nearest there: A "Red kayak", A "Red kayak paddle" '
        f"on {SHOP}"
    )


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('click [BUTTON "zzz"]', 'and nothing like it; there is BUTTON "Edit"'),
        ('click [IMG "zzz"]', "and nothing like it; there is no IMG, but A, BUTTON, INPUT, SELECT"),
    ],
)
def test_reference_agent_error_lists_marks_of_that_tag(written: str, said: str) -> None:
    agent = reference(written)
    agent.act(LIST)
    with pytest.raises(AgentError, match=re.escape(f"{said} on {SHOP}")):
        agent.act(LIST)


def test_reference_agent_stops_at_action_not_done() -> None:
    agent = reference('click [A "Red kayak"]', 'click [BUTTON "Edit"]')
    agent.act(LIST)
    with pytest.raises(AgentError) as caught:
        agent.act(replace(LIST, note="not done: mark 2 is covered"))
    assert str(caught.value) == (
        "arena/shopping/1: reference_actions[0] 'click [A \"Red kayak\"]': "
        "not done: mark 2 is covered"
    )


def test_reference_agent_names_unreadable_action() -> None:
    with pytest.raises(AgentError, match=r"reference_actions\[0\] 'press'.*press \[keys\]"):
        reference("press").act(LIST)


# --- the example ----------------------------------------------------------------------------------


def test_explorer_agent_acts_and_answers() -> None:
    path = Path(__file__).resolve().parents[2] / "agents" / "explorer.py"
    spec = importlib.util.spec_from_file_location("explorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    llm = Scripted("```click [3]```", "red")
    agent = module.Explorer(llm, prompts.default())
    agent.begin(brief(Clip()))
    assert agent.act(page()) == "```click [3]```"
    assert agent.answer("Which colour?") == "red"
    assert "The kayak is red." in llm.last_text


# --- agents that only look ------------------------------------------------------------------------


def test_start_page_agent_answers_with_visible_text() -> None:
    agent = StartPageAgent()
    agent.begin(brief())
    action = agent.act(page(("3", "A", "Kayak"), ("", "StaticText", "only $5")))
    assert action == Action("stop", value=f"Shop\n{SHOP}\nKayak\nonly $5")
    assert agent.answer("Is it red?") == "Is it red?"


def test_list_everything_agent_scrolls_and_lists_all_text() -> None:
    agent = ListEverythingAgent()
    agent.begin(brief())
    views = [page(("3", "A", f"Kayak {number}")) for number in (1, 2, 3, 3)]
    actions = [agent.act(view) for view in views]
    assert [action.kind for action in actions] == ["scroll", "scroll", "scroll", "stop"]
    assert actions[-1].value == "Buy the kayak\nKayak 1\nKayak 2\nKayak 3"
    assert {"red", "seven", "yes", "river?"} <= set(agent.answer("Which river?").split())


def test_list_everything_agent_stops_on_endless_page() -> None:
    agent, limits = ListEverythingAgent(), Limits()
    agent.begin(brief())
    ended = run(agent, Endless(), limits)
    assert ended.stop is StopReason.ANSWERED
    assert len(ended.steps) == limits.steps
    assert len(ended.answer.splitlines()) > 20


class Endless:
    """A page that shows something new with every scroll."""

    def __init__(self) -> None:
        self.screens = 0

    def observe(self) -> Observation:
        return page(("3", "A", f"Kayak {self.screens}"))

    def perform(self, action: Action) -> str:
        self.screens += action.kind == "scroll"
        return ""
