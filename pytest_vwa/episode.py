"""The only loop: observe, act, until an answer or a limit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter
from typing import TypeVar

from .core.action import Action
from .core.errors import AgentError, VwaError
from .core.grammar import Reader, Unreadable, read
from .core.observation import Observation
from .core.ports import Agent, Brief, Learner, Rereader, World
from .core.trajectory import Step, StopReason, Trajectory
from .core.usage import Usage
from .core.wellformed import well_formed

T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """When a run ends although the agent goes on: steps in all, unreadable replies in a row,
    equal actions in a row; ``seconds`` are those of an agent that drives the browser by itself."""

    steps: int = 30
    unreadable: int = 3
    repeated: int = 5
    seconds: float = 600


def run(
    agent: Agent,
    world: World,
    limits: Limits,
    watch: Callable[[Step], None] = lambda step: None,
    reader: Reader = read,
    spent: Callable[[], Usage] = Usage,
    shown: Callable[[Observation], Observation] = lambda seen: seen,
) -> Trajectory:
    """Let the agent work; ``watch`` sees each step as soon as it is done, ``reader`` finds the
    actions in its replies, ``spent`` tells what its model has cost so far, ``shown`` makes of an
    observation what the agent is shown of it.

    Raises what breaks (Broken); an agent's own exception becomes an AgentError.
    """
    steps: list[Step] = []
    for number in count(1):
        before = spent()
        step = _step(number, agent, world, reader, shown, steps[-1] if steps else None)
        step = replace(step, usage=spent() - before)
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
    return well_formed(answer)


def begin(agent: Agent, brief: Brief) -> None:
    """Tell the agent its task; one that drives the browser by itself need not ask for it."""
    if hasattr(agent, "begin") or not hasattr(agent, "run"):
        guarded(lambda: agent.begin(brief))


def remember(agent: Agent, trajectory: Trajectory, *, passed: bool) -> None:
    """Tell the agent how its run ended, if it wants to know."""
    if isinstance(agent, Learner):
        guarded(lambda: agent.remember(trajectory, passed))


def guarded(call: Callable[[], T]) -> T:
    """What the agent's own code raises becomes an AgentError; what broke below it stays."""
    try:
        return call()
    except VwaError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"the agent raised {type(error).__name__}: {error}") from error


def _step(
    number: int,
    agent: Agent,
    world: World,
    reader: Reader,
    shown: Callable[[Observation], Observation],
    last: Step | None,
) -> Step:
    start = perf_counter()
    observation = _told(world.observe(), last)
    observed = perf_counter()
    reply, action, note = _ask(agent, shown(observation), reader)
    replied = perf_counter()
    if action and action.kind != "stop":
        note = _joined(note, world.perform(action))
    seconds = {
        "observe": observed - start,
        "model": replied - observed,
        "act": perf_counter() - replied,
    }
    return Step(number, observation, reply, action, note, seconds)


def _told(observation: Observation, last: Step | None) -> Observation:
    """With what there is to say about the last step. When it performed nothing, what the world
    says was told a step earlier."""
    if last is None:
        return observation
    said = "" if last.action is None else observation.note
    note = _joined(last.note, "" if said in last.note else said)
    return replace(observation, note=note)


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _ask(agent: Agent, observation: Observation, reader: Reader) -> tuple[str, Action | None, str]:
    """The reply as text, the action it holds, and what there is to say about the reading. Where
    it holds none, the agent is asked once more, if it can be."""
    said, action, note = _heard("act", guarded(lambda: agent.act(observation)), observation, reader)
    if action is not None or not isinstance(agent, Rereader):
        return said, action, note
    first = note
    reply = guarded(lambda: agent.again(first))
    said, action, note = _heard("again", reply, observation, reader)
    return (
        said,
        action,
        _joined(f"asked again, as the first reply could not be read: {first}", note),
    )


def _heard(
    method: str, reply: object, observation: Observation, reader: Reader
) -> tuple[str, Action | None, str]:
    if isinstance(reply, Action):
        meant = replace(reply, element=well_formed(reply.element), value=well_formed(reply.value))
        return str(meant), meant, ""
    if not isinstance(reply, str):
        found = type(reply).__name__
        raise AgentError(f"{method}() returned a {found}; expected an Action or a str")
    said = well_formed(reply)
    try:
        reading = reader(said, observation.elements)
    except Unreadable as error:
        return said, None, str(error)
    return said, reading.action, reading.note


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
