"""A run of an agent outside of a task."""

from collections.abc import Callable
from typing import Any

from pytest_vwa import episode
from pytest_vwa.core.grammar import Reader, read
from pytest_vwa.core.ports import Brief, World
from pytest_vwa.core.trajectory import Step, Trajectory
from pytest_vwa.episode import Limits

_EXAMPLE = """\
class Mine:
    def begin(self, brief): self.intent = brief.intent
    def act(self, observation): return "```stop [done]```"\
"""


def play(
    agent: Any,
    world: World,
    intent: str = "",
    *,
    brief: Brief | None = None,
    limits: Limits | None = None,
    watch: Callable[[Step], None] = lambda step: None,
    reader: Reader = read,
) -> Trajectory:
    """Let an agent work in a world, as in the test of a task; return what it did.

    The agent begins with ``brief``, or with one that holds the intent and the URL where the world
    starts. ``watch`` sees each step as soon as it is done, ``reader`` finds the action in a reply.
    Raises TypeError when ``agent`` is a class or lacks a method, AgentError when the agent itself
    raises, and what breaks besides (``core.errors``).
    """
    _check(agent)
    episode.begin(agent, brief or _brief(world, intent))
    return episode.run(agent, world, limits or Limits(), watch, reader)


def _check(agent: object) -> None:
    """Raise TypeError, with the remedy, when this cannot be let to work."""
    if isinstance(agent, type):
        name = agent.__name__
        raise TypeError(f"play was given the class {name}; give an instance: play({name}(), ...)")
    for method in ("begin(brief)", "act(observation)"):
        if not callable(getattr(agent, method.partition("(")[0], None)):
            raise TypeError(
                f"the agent has no method {method}; it needs begin and act. play was given a value "
                f"of type {type(agent).__name__}; this is an agent:\n{_EXAMPLE}"
            )


def _brief(world: World, intent: str) -> Brief:
    start = world.observe().url
    return Brief(key="testing/0", intent=intent, start_urls=(start,), sites={})
