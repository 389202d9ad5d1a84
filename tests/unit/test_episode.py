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


def test_it_ends_with_the_answer_and_stop_is_not_performed() -> None:
    trajectory, world = play("I open it. ```click [1]```", "Done. ```stop [$5]```")
    assert (trajectory.stop, trajectory.answer) == (StopReason.ANSWERED, "$5")
    assert world.done == [Action("click", "1")]


def test_an_agent_may_return_actions_instead_of_text() -> None:
    trajectory, _ = play(Action("click", "1"), Action("stop", value="x"))
    assert [step.reply for step in trajectory.steps] == ["click [1]", "stop [x]"]


def test_an_unreadable_reply_is_a_step_that_says_why() -> None:
    trajectory, _ = play("I do not know.", "```stop [x]```")
    assert trajectory.steps[0].action is None
    assert "no action between triple backticks" in trajectory.steps[0].note
    assert trajectory.stop is StopReason.ANSWERED


class Hesitant(Script):
    """Has another line when it is asked once more."""

    def again(self, problem: str) -> object:
        self.problem = problem
        return next(self.lines)


def test_an_agent_that_can_is_asked_once_more_within_the_step() -> None:
    agent = Hesitant("Hm.", Action("click", "1"), "Hm.", "Hm again.", "```stop```")
    first, second, third = episode.run(agent, PaperWorld(), episode.Limits()).steps
    assert (first.action, second.action, third.note) == (Action("click", "1"), None, "")
    asked = "asked again, as the first reply could not be read: the reply holds no action"
    assert first.note.startswith(asked)
    assert second.note.startswith(asked)
    assert "'Hm again.'" in second.note
    assert agent.problem in second.note


def test_a_second_reply_that_is_no_text_is_an_agent_error() -> None:
    with pytest.raises(AgentError, match=r"again\(\) returned a int; expected"):
        episode.run(Hesitant("Hm.", 7), PaperWorld(), episode.Limits())


def test_three_unreadable_replies_in_a_row_end_it() -> None:
    trajectory, _ = play("a", "b", "```scroll [down]```", "c", "d", "e", "```stop [x]```")
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.UNREADABLE, 6)
    assert trajectory.answer == ""


def test_five_equal_actions_in_a_row_end_it() -> None:
    click, other = "```click [1]```", "```click [2]```"
    trajectory, _ = play(click, click, other, *[click] * 9)
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.REPEATED, 8)


def test_the_step_limit_ends_it() -> None:
    trajectory, _ = play(*(f"```click [{n}]```" for n in range(40)), steps=7)
    assert (trajectory.stop, len(trajectory.steps)) == (StopReason.STEP_LIMIT, 7)


def test_what_went_wrong_with_an_action_is_in_its_step() -> None:
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
def test_an_agent_is_told_in_its_next_observation_what_became_of_its_reply(
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


def test_a_name_in_place_of_a_mark_is_answered_with_the_mark_in_view() -> None:
    class Shop(PaperWorld):
        def observe(self) -> Observation:
            cart = Element("1", "A", "Cart", (0.0, 0.0, 9.0, 9.0))
            return replace(super().observe(), elements=(cart,))

    agent = Listener("```click [Cart]```", "```stop```")
    episode.run(agent, Shop(), episode.Limits())
    assert "did you mean click [1] for [A] [Cart]?" in agent.told[1]


def test_the_reader_decides_what_an_action_is() -> None:
    lines = ("```Click [1]```", "```click [2]```", "```stop```")
    world = PaperWorld()
    read = PARSINGS["reference"].read
    trajectory = episode.run(Script(*lines), world, episode.Limits(), reader=read)
    assert trajectory.steps[0].action is None
    assert world.done == [Action("click", "2")]


def test_steps_are_seen_as_they_happen_also_when_the_run_breaks() -> None:
    seen: list[Step] = []
    lines = Script("```click [1]```", ModelError("status 500"))
    with pytest.raises(ModelError):
        episode.run(lines, PaperWorld(), episode.Limits(), seen.append)
    assert [step.number for step in seen] == [1]


@pytest.mark.parametrize(
    ("line", "told"),
    [(KeyError("url"), "the agent raised KeyError: 'url'"), (7, "returned a int; expected")],
)
def test_an_agents_own_fault_is_an_agent_error(line: object, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        play(line)
