"""Options that cannot be: told once and before anything runs, also when it is found late.

While files are collected, an error would be taken for that of a file, and a worker of xdist has
nobody to tell but the controller.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

REFUSED = pytest.StashKey[str]()
"""What was found wrong while files were collected."""
_OUTPUT = "vwa_refused"


@contextmanager
def noted(config: pytest.Config) -> Iterator[None]:
    """Keeps a pytest.UsageError until it can be told."""
    try:
        yield
    except pytest.UsageError as error:
        config.stash[REFUSED] = str(error)


def tell(config: pytest.Config) -> None:
    """Raises pytest.UsageError for what was noted; in a worker of xdist the controller does, for
    all of them."""
    wrong = config.stash.get(REFUSED, "")
    output: dict[str, Any] | None = getattr(config, "workeroutput", None)
    if wrong and output is None:
        raise pytest.UsageError(wrong)
    if wrong and output is not None:
        output[_OUTPUT] = wrong
        pytest.exit(wrong, returncode=pytest.ExitCode.USAGE_ERROR)


def listen(node: Any) -> None:
    """In the controller, to a worker that has ended."""
    if wrong := getattr(node, "workeroutput", {}).get(_OUTPUT):
        raise pytest.UsageError(wrong)
