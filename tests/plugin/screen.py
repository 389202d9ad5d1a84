"""A real terminal for pytest to write into."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable

import pytest


def in_terminal(
    folder: pytest.Pytester,
    *arguments: str,
    watch: Callable[[str], None] = lambda told: None,
    **variables: str,
) -> str:
    """Everything that pytest writes into a terminal of 80 columns; ``watch`` is told of it as far
    as it has come."""
    ours, theirs = pty.openpty()
    environ = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder.path,
        env=environ | {"TERM": "xterm", "COLUMNS": "80"} | variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    try:
        while part := os.read(ours, 65536):
            told += part
            watch(told.decode(errors="replace"))
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    done.wait(timeout=60)
    return told.decode()
