"""The composition root: what comes with the plugin, what its users add, and whether it fits."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from . import markers, spending
from .agents import AGENTS, prompts
from .agents.lookup import find, label, uses_model
from .core.errors import UsageError
from .dialects import overlay
from .evaluators import EVALUATORS, FUNCTIONS, PROGRAM_HTML, STRICT
from .options import CATALOG, OVERLAYS, REGISTRY, SETTINGS, Settings
from .registry import Late, Registry
from .sites import catalog
from .sites.entry import require_hook
from .video import asr, listing
from .video.asr.choice import Choice, open_engine

if TYPE_CHECKING:
    from .core.ports import Evaluator


PUBLISHED = Path(__file__).parent / "overlays" / "published.yaml"
"""The overlay that comes along: mends to the published task files."""


def compose(config: pytest.Config) -> bool:
    """Put the registry into the stash: built-ins first, then what ``pytest_vwa_register`` adds.

    False when it is there already. Raises pytest.UsageError when the options do not fit it.
    """
    if REGISTRY in config.stash:
        return False
    registry = config.stash[REGISTRY] = built_in()
    config.hook.pytest_vwa_register(registry=registry)
    try:
        if not config.stash[SETTINGS].rescore:
            _check_agents(config.stash[SETTINGS], registry)
            _check_prompt(config.stash[SETTINGS])
            _check_speech(config.stash[SETTINGS], registry)
        _check_folders(config.stash[SETTINGS])
        spending.check(config.stash[SETTINGS])
        config.stash[CATALOG] = catalog.read(config.stash[SETTINGS].sites)
        _check_resets(config, registry)
        markers.register_sites(config, config.stash[CATALOG].known)
        config.stash[OVERLAYS] = overlays(config.stash[SETTINGS])
        listing.read(config.stash[SETTINGS].videos)  # a wrong entry is told before anything runs
    except UsageError as error:
        raise pytest.UsageError(str(error)) from error
    return True


def overlays(settings: Settings) -> tuple[overlay.Overlay, ...]:
    """The one that comes along, unless ``none`` is named, then those that are named; raises
    UsageError for one that cannot be read."""
    named = [name for name in settings.overlay if name != "none"]
    own = () if "none" in settings.overlay else (overlay.read(PUBLISHED, lenient=True),)
    return (*own, *(overlay.read(settings.here / name) for name in named))


def built_in() -> Registry:
    """What comes with the plugin; nothing of it is imported before it is looked up."""
    registry = Registry(speech=asr.engines())
    for name, place in AGENTS.items():
        registry.agents.add(name, Late.of(place))
    for name, place in FUNCTIONS.items():
        registry.functions.add(name, Late.of(place))
    for kind, place in EVALUATORS.items():
        registry.evaluators.add(kind, Late.of(place))
    registry.evaluators.add(PROGRAM_HTML, Late(lambda: _program_html(registry)))
    for kind, place in STRICT.items():
        registry.strict.add(kind, Late.of(place))
    registry.strict.add(PROGRAM_HTML, Late(lambda: _strict_program_html(registry)))
    return registry


def _program_html(registry: Registry) -> "Evaluator":
    from .evaluators.program_html import program_html

    return program_html(registry.functions)


def _strict_program_html(registry: Registry) -> "Evaluator":
    from .evaluators.strict.program_html import program_html

    return program_html(registry.functions)


def _check_agents(settings: Settings, registry: Registry) -> None:
    """Every agent is there and has the model it asks for, before anything is spent."""
    labels = [label(agent) for agent in settings.agent]
    if len(set(labels)) < len(labels):
        raise UsageError(f"--agent: two agents share a name: {', '.join(settings.agent)}")
    for spec in settings.agent:
        factory = find(spec, registry, settings.here)
        if uses_model(factory) and not settings.model:
            raise UsageError(
                f"--agent={spec} works with a model and none is named: give --vwa-model=gpt-4o "
                "(any litellm id), or --vwa-model=demo for the built-in stand-in"
            )


def _check_folders(settings: Settings) -> None:
    for folder in settings.video_dir:
        if not folder.is_dir():
            raise UsageError(f"--vwa-video-dir (ini vwa_video_dir): no such folder: {folder}")


def _check_resets(config: pytest.Config, registry: Registry) -> None:
    """Raises UsageError for a hook that nobody registered. A site that cannot be made new though
    that was asked for is told of, once."""
    when = config.stash[SETTINGS].reset
    entries = config.stash[CATALOG].by_name.values()
    for entry in entries:
        require_hook(entry, registry.resets)
    fixed = [each.name for each in entries if not (each.reset or each.read_only)]
    if fixed and when in ("per-run", "per-mutating-task") and not hasattr(config, "workerinput"):
        told = f"--vwa-reset={when}: nothing says how {', '.join(fixed)} is made new: tasks there"
        remedy = "meet what others have changed. sites.yaml says how, with 'reset'"
        config.issue_config_time_warning(pytest.PytestWarning(f"{told} {remedy}"), stacklevel=1)


def _check_prompt(settings: Settings) -> None:
    """It can be read and suits what the agents will see; the built-in one does."""
    if settings.prompt == prompts.DEFAULT:
        return
    lacking = prompts.find(settings.prompt, settings.here).lacks(settings.observation)
    if lacking:
        raise UsageError(f"--vwa-prompt={settings.prompt}: {lacking}")


def _check_speech(settings: Settings, registry: Registry) -> None:
    """The speech engine is installed and its model is there; nothing of it is loaded. A replay
    needs neither."""
    if settings.cassette and settings.cassette.mode == "replay":
        return
    open_engine(Choice.of(settings.asr, settings.here), registry.speech)
