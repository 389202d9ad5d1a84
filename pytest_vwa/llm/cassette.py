"""Where replies are kept by what was asked, and whether models are asked at all."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Mode = Literal["record", "replay", "auto"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True)
class Cassette:
    """A folder with a readable file for each request and its reply.

    ``record`` always asks, ``replay`` never does, ``auto`` asks for what is not there.
    """

    mode: Mode
    folder: Path
