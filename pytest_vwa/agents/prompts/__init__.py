"""Prompts: what agents tell a model, by name or from a file."""

from functools import cache
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.registry import hint

from .turn import Prompt, Turn

__all__ = ["DEFAULT", "Prompt", "Turn", "default", "find"]

DEFAULT = "default"


def default() -> Prompt:
    """The prompt that agents use unless they are given another."""
    from . import own

    return own.built_in()


@cache
def find(spec: str, here: Path) -> Prompt:
    """A built-in one by its name, or one from a YAML or published JSON file, meant from ``here``.

    Raises UsageError with the file and the field that is wrong.
    """
    from . import own, published

    if spec in own.names():
        return own.built_in(spec)
    path = here / spec
    if path.suffix in (".yaml", ".yml"):
        return own.read(path)
    if path.suffix == ".json":
        return published.read(path, here)
    raise UsageError(
        f"--vwa-prompt: unknown prompt {spec!r}{hint(spec, own.names())}; a file's name ends in "
        ".yaml, or in .json where it has the published form"
    )
