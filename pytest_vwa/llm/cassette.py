"""Where replies are kept by what was asked, and whether models are asked at all."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Mode = Literal["record", "replay", "auto"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True)
class Cassette:
    """A folder with a readable file for each request and its reply.

    ``record`` asks for everything once in a run, ``replay`` never asks, ``auto`` asks for what is
    not there. ``run`` is a folder of the run's own, where its workers mark what they have asked.
    """

    mode: Mode
    folder: Path
    run: Path
