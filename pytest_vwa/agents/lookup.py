"""What ``--agent`` names: a built-in, an entry point, a file of ``agents/``, or a class."""

import importlib
import importlib.util
import inspect
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from pytest_vwa.core.errors import UsageError
from pytest_vwa.registry import Registry

ENTRY_POINTS = "pytest_vwa.agents"
_FORMS = "a built-in name, agents/NAME.py, pkg.mod:Class or path.py:Class"


def find(spec: str, registry: Registry, root: Path) -> Callable[..., Any]:
    """The class or factory that makes the agent; UsageError when there is none."""
    if ":" in spec:
        module, _, attribute = spec.rpartition(":")
        return _attribute(_module(module, root), attribute, spec)
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == spec:
            loaded: Callable[..., Any] = entry.load()
            return loaded
    file = root / "agents" / f"{spec}.py"
    if spec not in registry.agents and file.is_file():
        return _only_agent(_from_file(file), file)
    try:
        return registry.agents.find(spec)
    except UsageError as error:
        raise UsageError(f"--agent: {error}; --agent takes {_FORMS}") from error


def label(spec: str) -> str:
    """Short enough for a node id: ``agents/mine.py:Mine`` -> ``Mine``."""
    return spec.rpartition(":")[2]


def _module(name: str, root: Path) -> ModuleType:
    if name.endswith(".py"):
        return _from_file(root / name)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise UsageError(f"--agent: {error}; is its folder on PYTHONPATH?") from error


def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"vwa_agents.{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"--agent: no such file: {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _attribute(module: ModuleType, name: str, spec: str) -> Callable[..., Any]:
    found = getattr(module, name, None)
    if not callable(found):
        known = ", ".join(_agents_of(module)) or "none"
        raise UsageError(f"--agent={spec}: no class {name!r} there; agents there: {known}")
    agent: Callable[..., Any] = found
    return agent


def _only_agent(module: ModuleType, file: Path) -> Callable[..., Any]:
    found = _agents_of(module)
    if len(found) != 1:
        raise UsageError(
            f"{file}: expected one class with begin() and act(), found {len(found)}"
            f"{': ' + ', '.join(found) if found else ''}; name one: --agent={file.name}:CLASS"
        )
    return next(iter(found.values()))


def _agents_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: thing
        for name, thing in inspect.getmembers(module, inspect.isclass)
        if hasattr(thing, "begin") and hasattr(thing, "act") and thing.__module__ == module.__name__
    }


def build(factory: Callable[..., Any], **offers: Callable[[], Any]) -> Any:
    """Call the factory with those offers that its parameters name; the others stay unmade."""
    wanted = inspect.signature(factory).parameters
    return factory(**{name: make() for name, make in offers.items() if name in wanted})
