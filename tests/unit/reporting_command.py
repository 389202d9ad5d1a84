"""``python -m pytest_vwa.reporting``, run in this process."""

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from pytest_vwa.reporting.__main__ import main


@dataclass(frozen=True)
class Done:
    """How the command ended and what it printed."""

    returncode: object
    stdout: str
    stderr: str


def command(*arguments: object, cwd: Path | None = None) -> Done:
    """Run it with these arguments, in that folder, beside a terminal of 80 columns."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("COLUMNS", "80")
        if cwd:
            patch.chdir(cwd)
        try:
            code: object = main([*map(str, arguments)])
        except SystemExit as ended:
            code = ended.code
    return Done(code, out.getvalue(), err.getvalue())
