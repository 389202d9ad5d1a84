"""The composition root: what comes with the plugin, what its users add, and whether it fits."""

import inspect

import pytest

from .agents.builtin import AGENTS
from .agents.lookup import find, label
from .core.errors import UsageError
from .evaluators.builtin import EVALUATORS, FUNCTIONS
from .evaluators.program_html import program_html
from .options import REGISTRY, SETTINGS, Settings
from .registry import Registry


def compose(config: pytest.Config) -> bool:
    """Put the registry into the stash: built-ins first, then what ``pytest_vwa_register`` adds.

    False when it is there already. Raises pytest.UsageError when the options do not fit it.
    """
    if REGISTRY in config.stash:
        return False
    registry = config.stash[REGISTRY] = _built_in()
    config.hook.pytest_vwa_register(registry=registry)
    try:
        _check_agents(config.stash[SETTINGS], registry)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    return True


def _built_in() -> Registry:
    registry = Registry()
    for name, agent in AGENTS.items():
        registry.agents.add(name, agent)
    for name, function in FUNCTIONS.items():
        registry.functions.add(name, function)
    for kind, evaluator in EVALUATORS.items():
        registry.evaluators.add(kind, evaluator)
    registry.evaluators.add("program_html", program_html(registry.functions))
    return registry


def _check_agents(settings: Settings, registry: Registry) -> None:
    """Every agent is there and has the model it asks for, before anything is spent."""
    labels = [label(agent) for agent in settings.agent]
    if len(set(labels)) < len(labels):
        raise UsageError(f"--agent: two agents share a name: {', '.join(settings.agent)}")
    for spec in settings.agent:
        factory = find(spec, registry, settings.rootpath)
        if "llm" in inspect.signature(factory).parameters and not settings.model:
            raise UsageError(
                f"--agent={spec} works with a model and none is named: give --vwa-model=gpt-4o "
                "(any litellm id), or --vwa-model=demo for the built-in stand-in"
            )
