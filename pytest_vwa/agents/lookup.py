"""What ``--agent`` names: a built-in, an entry point, a file of ``agents/``, or a class."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from inspect import getmembers, isclass, signature
from pathlib import Path
from types import ModuleType
from typing import Any

from pytest_vwa.core.errors import UsageError
from pytest_vwa.registry import Registry, hint

ENTRY_POINTS = "pytest_vwa.agents"
_FORMS = "a built-in name, the NAME of agents/NAME.py, path.py, path.py:Class or pkg.mod:Class"


def find(spec: str, registry: Registry, here: Path) -> Callable[..., Any]:
    """The class or factory that makes the agent; UsageError when there is none, or when it is a
    class that cannot work.

    ``here`` is the folder that relative paths and ``agents/`` are meant from.
    """
    found = _find(spec, registry, here)
    if isclass(found) and (flaw := _flaw(found)):
        raise UsageError(f"--agent={spec}: {found.__name__} {flaw}")
    return found


def is_autonomous(agent: object) -> bool:
    """Does it drive the browser by itself?"""
    return hasattr(agent, "run") and not hasattr(agent, "act")


def _find(spec: str, registry: Registry, here: Path) -> Callable[..., Any]:
    if spec.endswith(".py"):
        return _only_agent(_from_file(here / spec), spec)
    if ":" in spec:
        module, _, attribute = spec.rpartition(":")
        return _attribute(_module(module, here), attribute, spec)
    if spec in registry.agents:
        return registry.agents[spec]
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == spec:
            loaded: Callable[..., Any] = entry.load()
            return loaded
    file = here / "agents" / f"{spec}.py"
    if file.is_file():
        return _only_agent(_from_file(file), spec)
    known = (*registry.agents, *(path.stem for path in (here / "agents").glob("*.py")))
    raise UsageError(f"--agent: unknown agent {spec!r}{hint(spec, known)}; --agent takes {_FORMS}")


def label(spec: str) -> str:
    """Short enough for a node id: ``agents/mine.py:Mine`` -> ``Mine``."""
    return Path(spec).stem if spec.endswith(".py") else spec.rpartition(":")[2]


def uses_model(factory: Callable[..., Any]) -> bool:
    """Does its constructor ask for the model?"""
    return "llm" in signature(factory).parameters


def build(factory: Callable[..., Any], **offers: Callable[[], Any]) -> Any:
    """Call the factory with those offers that its parameters name; the others stay unmade."""
    wanted = signature(factory).parameters
    return factory(**{name: make() for name, make in offers.items() if name in wanted})


def _module(name: str, here: Path) -> ModuleType:
    if name.endswith(".py"):
        return _from_file(here / name)
    with _importing(name):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
            raise UsageError(f"--agent: {error}; is its folder on PYTHONPATH?") from error


@cache
def _from_file(path: Path) -> ModuleType:
    """The module in a file, run once."""
    spec = importlib.util.spec_from_file_location(f"vwa_agents_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"--agent: no such file: {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # as an import does: dataclasses look their module up there
    with _importing(str(path)):
        spec.loader.exec_module(module)
    return module


@contextmanager
def _importing(what: str) -> Iterator[None]:
    """Whatever a user's module raises while it is imported is told where it stands."""
    try:
        yield
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = error.lineno if isinstance(error, SyntaxError) else where.lineno
        file = error.filename if isinstance(error, SyntaxError) else where.filename
        raise UsageError(
            f"--agent: {what} cannot be imported: {type(error).__name__}: {error} ({file}:{place})"
        ) from error


def _attribute(module: ModuleType, name: str, spec: str) -> Callable[..., Any]:
    found = getattr(module, name, None)
    known = ", ".join(_agents_of(module)) or "none"
    if not callable(found):
        raise UsageError(f"--agent={spec}: no class {name!r} there; agents there: {known}")
    agent: Callable[..., Any] = found
    return agent


def _only_agent(module: ModuleType, spec: str) -> Callable[..., Any]:
    found = _agents_of(module)
    if len(found) != 1:
        raise UsageError(
            f"--agent={spec}: expected one class with begin() and act(), or with run(), found "
            f"{len(found)}"
            f"{': ' + ', '.join(found) if found else ''}; name one: --agent=FILE.py:CLASS"
        )
    return next(iter(found.values()))


def _agents_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: thing
        for name, thing in getmembers(module, isclass)
        if _is_agent(thing) and thing.__module__ == module.__name__
    }


def _is_agent(thing: type) -> bool:
    return hasattr(thing, "act") or hasattr(thing, "run")


def _flaw(thing: type) -> str:
    """Why no agent can be made of it; "" when one can."""
    if hasattr(thing, "act") and hasattr(thing, "run"):
        return (
            "has act(observation) and run(brief, cdp_url); with act() the harness drives the "
            "browser, with run() the agent does: keep one of them, or make it two classes"
        )
    if is_autonomous(thing) or (hasattr(thing, "begin") and hasattr(thing, "act")):
        return ""
    return (
        "lacks begin(brief) or act(observation), with which an agent works step by step; one that "
        "drives the browser by itself has run(brief, cdp_url)"
    )
