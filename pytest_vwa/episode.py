"""The only loop: observe, act, until an answer or a limit."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import TypeVar

from .core.action import Action
from .core.errors import AgentError, VwaError
from .core.grammar import Unreadable, parse
from .core.observation import Observation
from .core.ports import Agent, Brief, World
from .core.trajectory import Step, StopReason, Trajectory

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """When a run ends although the agent goes on: steps in all, unreadable replies in a row,
    equal actions in a row."""

    steps: int = 30
    unreadable: int = 3
    repeated: int = 5


def run(
    agent: Agent,
    world: World,
    limits: Limits,
    watch: Callable[[Step], None] = lambda step: None,
) -> Trajectory:
    """Let the agent work; ``watch`` sees each step as soon as it is done.

    Raises what breaks (Broken); an agent's own exception becomes an AgentError.
    """
    steps: list[Step] = []
    for number in count(1):
        step = _step(number, agent, world)
        steps.append(step)
        watch(step)
        if reason := _stop_reason(steps, limits):
            answer = step.action.value if step.action and reason is StopReason.ANSWERED else ""
            return Trajectory(tuple(steps), reason, answer)
    raise AssertionError("unreachable: count() does not end")


def ask(agent: Agent, question: str) -> str:
    """The agent's answer to the question about the video."""
    answer: object = guarded(lambda: agent.answer(question))
    if not isinstance(answer, str):
        raise AgentError(f"answer() returned a {type(answer).__name__}; expected a str")
    return answer


def begin(agent: Agent, brief: Brief) -> None:
    """Tell the agent its task."""
    guarded(lambda: agent.begin(brief))


def guarded(call: Callable[[], T]) -> T:
    """What the agent's own code raises becomes an AgentError; what broke below it stays."""
    try:
        return call()
    except VwaError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"the agent raised {type(error).__name__}: {error}") from error


def _step(number: int, agent: Agent, world: World) -> Step:
    start = perf_counter()
    observation = world.observe()
    observed = perf_counter()
    reply, action, note = _ask(agent, observation)
    replied = perf_counter()
    if action and action.kind != "stop":
        note = world.perform(action)
    seconds = {
        "observe": observed - start,
        "model": replied - observed,
        "act": perf_counter() - replied,
    }
    return Step(number, observation, reply, action, note, seconds)


def _ask(agent: Agent, observation: Observation) -> tuple[str, Action | None, str]:
    """The reply as text, the action it holds, and why it holds none."""
    reply: object = guarded(lambda: agent.act(observation))
    if isinstance(reply, Action):
        return str(reply), reply, ""
    if not isinstance(reply, str):
        raise AgentError(f"act() returned a {type(reply).__name__}; expected an Action or a str")
    try:
        return reply, parse(reply), ""
    except Unreadable as error:
        return reply, None, str(error)


def _stop_reason(steps: list[Step], limits: Limits) -> StopReason | None:
    actions = [step.action for step in steps]
    last = actions[-1]
    if last and last.kind == "stop":
        return StopReason.ANSWERED
    if last is None and _run_length(actions) >= limits.unreadable:
        return StopReason.UNREADABLE
    if last and _run_length(actions) >= limits.repeated:
        return StopReason.REPEATED
    if len(steps) >= limits.steps:
        return StopReason.STEP_LIMIT
    return None


def _run_length(actions: list[Action | None]) -> int:
    """How many of the last actions are equal to the last one."""
    last = actions[-1]
    return next((n for n, action in enumerate(reversed(actions)) if action != last), len(actions))
