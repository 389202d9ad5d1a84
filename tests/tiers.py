"""The two tiers of tests: the fast one, and the tests marked full."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tests", "the tests of pytest-vwa")
    group.addoption("--full", action="store_true", help="run the tests marked full, too")
    group.addoption(
        "--cpu-limits",
        action="store_true",
        help="print what the tests use of the processors, and fail when that is too much",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests marked full, unless they are asked for: by --full, -m or their name."""
    expression = config.option.markexpr
    if config.option.full or "full" in expression or "realapp" in expression:
        return
    named = [_named(config, arg) for arg in config.args if "::" in arg]
    left_out = [
        item
        for item in items
        if item.get_closest_marker("full") and not any(_is(item, *each) for each in named)
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def _named(config: pytest.Config, arg: str) -> tuple[Path, str]:
    """Return the file and the test's name within it that an argument gives."""
    file, _, name = arg.partition("::")
    return (config.invocation_params.dir / file).resolve(), name


def _is(item: pytest.Item, file: Path, name: str) -> bool:
    own = item.nodeid.partition("::")[2]
    return item.path == file and (own == name or own.startswith((f"{name}[", f"{name}::")))
