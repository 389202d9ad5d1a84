"""Where a tutorial video lies."""

from collections.abc import Sequence
from pathlib import Path

from pytest_vwa.core.errors import Unavailable

SUFFIXES = (".mp4", ".mov", ".webm", ".mkv")


def find(name: str, folders: Sequence[Path]) -> Path:
    """The video called ``name`` (with or without its suffix) in the first folder that has it.

    Raises Unavailable naming the video and every folder that was looked in.
    """
    stem = name.removesuffix(Path(name).suffix) if Path(name).suffix in SUFFIXES else name
    for folder in folders:
        for suffix in SUFFIXES:
            path = folder / f"{stem}{suffix}"
            if path.is_file():
                return path
    looked = ", ".join(str(folder) for folder in folders) or "no folder at all"
    raise Unavailable(
        f"the tutorial video {stem!r} is not here: looked for {stem}{{{','.join(SUFFIXES)}}} "
        f"in {looked}"
    )
