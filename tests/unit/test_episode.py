"""The loop ends with an answer or at a limit, and what breaks is never the agent's silence."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pytest_vwa import episode
from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import AgentError, ModelError
from pytest_vwa.core.observation import Element, Observation, Tab
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory


class PaperWorld:
    """A page that never changes; it remembers what was done to it."""

    def __init__(self) -> None:
        self.done: list[Action] = []

    def observe(self) -> Observation:
        url = "http://site.test/"
        return Observation("[1] [A] [Cart]", None, (), url, (Tab("Site", url, True),))

    def perform(self, action: Action) -> str:
        self.done.append(action)
        return "no element has the mark 9" if action.element == "9" else ""


class Script:
    """An agent that says its lines."""

    def __init__(self, *lines: object) -> None:
        self.lines = iter(lines)

    def act(self, observation: Observation) -> object:
        line = next(self.lines)
        if isinstance(line, Exception):
            raise line
        return line


def play(*lines: object, **limits: int) -> tuple[Trajectory, PaperWorld]:
    world = PaperWorld()
    trajectory = episode.run(Script(*lines), world, episode.Limits(**limits))
    return trajectory, world


def notes(steps: Sequence[Step]) -> list[str]:
    return [step.note for step in steps]


def test_episode_ends_with_answer_without_performing_stop() -> None:
    trajectory, world = play("I open it. ```click [1]```", "Done. ```stop [$5]```")
    assert (trajectory.stop, trajectory.answer) == (StopReason.ANSWERED, "$5")
    assert world.done == [Action("click", "1")]


def test_episode_accepts_action_objects() -> None:
    trajectory, _ = play(Action("click", "1"), Action("stop", value="x"))
    assert [step.reply for step in trajectory.steps] == ["click [1]", "stop [x]"]


def test_episode_unreadable_reply_is_a_noted_step() -> None:
    trajectory, _ = play("I do not know.", "```stop [x]```")
    assert trajectory.steps[0].action is None
    assert "no action between triple backticks" in trajectory.steps[0].note
    assert trajectory.stop is StopReason.ANSWERED


class Hesitant(Script):
    """Has another line when it is asked once more."""

    def again(self, problem: str) -> object:
        self.problem = problem
        return next(self.lines)


def test_episode_asks_again_after_unreadable_reply() -> None:
    agent = Hesitant("Hm.", Action("click", "1"), "Hm.", "Hm again.", "```stop```")
    first, second, third = episode.run(agent, PaperWorld(), episode.Limits()).steps
    assert (first.action, second.action, third.note) == (Action("click", "1"), None, "")
    asked = "asked again, as the first reply could not be read: the reply holds no action"
    assert first.note.startswith(asked)
    assert second.note.startswith(asked)
    assert "'Hm again.'" in second.note
    assert agent.problem in second.note


def test_episode_non_text_second_reply_is_agent_error() -> None:
    with pytest.raises(AgentError, match=r"again\(\) returned a int; expected"):
        episode.run(Hesitant("Hm.", 7), PaperWorld(), episode.Limits())


def test_episode_ends_after_three_unreadable_replies() -> None:
    trajectory, _ = play("a", "b", "```scroll [down]```", "c", "d", "e", "```stop [x]```")
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.UNREADABLE, 6)
    assert trajectory.answer == ""


def test_episode_ends_after_five_equal_actions() -> None:
    click, other = "```click [1]```", "```click [2]```"
    trajectory, _ = play(click, click, other, *[click] * 9)
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.REPEATED, 8)


def test_episode_ends_at_step_limit() -> None:
    trajectory, _ = play(*(f"```click [{n}]```" for n in range(40)), steps=7)
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.STEP_LIMIT, 7)


def test_episode_step_notes_action_error() -> None:
    trajectory, _ = play("```click [9]```", "```stop```")
    assert notes(trajectory.steps) == ["no element has the mark 9", ""]


class Listener(Script):
    """Keeps what its observations told it."""

    def __init__(self, *lines: object) -> None:
        super().__init__(*lines)
        self.told: list[str] = []

    def act(self, observation: Observation) -> object:
        self.told.append(observation.note)
        return super().act(observation)


class NotingWorld(PaperWorld):
    """Says in each observation what the last action done led to, as the browser does."""

    note = ""

    def observe(self) -> Observation:
        return replace(super().observe(), note=self.note)

    def perform(self, action: Action) -> str:
        self.note = super().perform(action)
        return self.note


@pytest.mark.parametrize("world", [PaperWorld, NotingWorld])
def test_episode_next_observation_notes_reply_problems(
    world: type[PaperWorld],
) -> None:
    agent = Listener(
        "```click [9]```",
        "I am lost.",
        "```click [1]``` ```click [2]```",
        "```click [9]``` ```click [2]```",
        Action("click", "1"),
        "```stop```",
    )
    trajectory = episode.run(agent, world(), episode.Limits())
    assert agent.told[:2] == ["", "no element has the mark 9"]
    assert agent.told[2].startswith("the reply holds no action between triple backticks")
    assert "mark 9" not in agent.told[2]
    assert agent.told[3:] == [
        "the reply held 2 actions; only the first, click [1], was done",
        "the reply held 2 actions; only the first, click [9], was done; no element has the mark 9",
        "",
    ]
    assert [*notes(trajectory.steps)[:-1]] == agent.told[1:]


def test_episode_suggests_mark_for_element_name() -> None:
    class Shop(PaperWorld):
        def observe(self) -> Observation:
            cart = Element("1", "A", "Cart", (0.0, 0.0, 9.0, 9.0))
            return replace(super().observe(), elements=(cart,))

    agent = Listener("```click [Cart]```", "```stop```")
    episode.run(agent, Shop(), episode.Limits())
    assert "did you mean click [1] for [A] [Cart]?" in agent.told[1]


def test_episode_uses_the_given_reader() -> None:
    lines = ("```Click [1]```", "```click [2]```", "```stop```")
    world = PaperWorld()
    read = PARSINGS["reference"].read
    trajectory = episode.run(Script(*lines), world, episode.Limits(), reader=read)
    assert trajectory.steps[0].action is None
    assert world.done == [Action("click", "2")]


def test_episode_step_callback_runs_before_an_error() -> None:
    seen: list[Step] = []
    lines = Script("```click [1]```", ModelError("status 500"))
    with pytest.raises(ModelError):
        episode.run(lines, PaperWorld(), episode.Limits(), seen.append)
    assert [step.number for step in seen] == [1]


@pytest.mark.parametrize(
    ("line", "told"),
    [(KeyError("url"), "the agent raised KeyError: 'url'"), (7, "returned a int; expected")],
)
def test_episode_agent_fault_is_an_agent_error(line: object, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        play(line)
