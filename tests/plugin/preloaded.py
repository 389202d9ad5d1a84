"""Imports the whole package before pytester does.

pytester forgets what an inner run imports, so each would import it anew; what was there before
stays. C extensions such as NumPy's and PyYAML's cannot be imported twice at all.
"""

from importlib import import_module
from pkgutil import walk_packages

import pytest_vwa
from pytest_vwa.agents import lookup, prompts


def preload() -> None:
    for module in walk_packages(pytest_vwa.__path__, "pytest_vwa."):
        if not module.name.endswith(".__main__"):
            import_module(module.name)
    import_module("httpcore")  # httpx imports it late and keeps its errors, which would be others


def forget_read_files() -> None:
    """Let the next inner run read the users' agents and prompts anew, as a new process would."""
    lookup._from_file.cache_clear()
    prompts.find.cache_clear()
