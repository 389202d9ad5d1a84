"""Cassettes as runs have them."""

from pathlib import Path
from tempfile import mkdtemp

from pytest_vwa.llm.cassette import Cassette, Mode


def cassette(mode: Mode, folder: Path) -> Cassette:
    """Of a run that has asked nothing yet."""
    return Cassette(mode, folder, run=Path(mkdtemp()))
