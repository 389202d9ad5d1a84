"""``python -m pytest_vwa.reporting JOURNAL``: the summary of a finished run, from its journal."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from pytest_vwa.core.errors import UsageError

from .journal import read
from .summary import summarise
from .terminal import render


def main() -> int:
    """Exit code 0, or 2 when the journal cannot be read."""
    parser = ArgumentParser("python -m pytest_vwa.reporting", description=__doc__)
    parser.add_argument("journal", type=Path, help="a journal.jsonl, or the folder of its run")
    parser.add_argument("-v", action="store_true", dest="whole", help="shorten no list of tasks")
    given = parser.parse_args()
    path: Path = given.journal
    try:
        summary = summarise(read(path / "journal.jsonl" if path.is_dir() else path))
    except UsageError as error:
        parser.error(str(error))
    sys.stdout.write(render(summary, color=sys.stdout.isatty(), whole=given.whole))
    return 0


sys.exit(main())
