"""Where a tutorial video lies."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.nearest import meant
from pytest_vwa.core.video_file import SUFFIXES, stem

from .download import Watch, fetch, unwatched
from .listing import Listed


def find(name: str, folders: Sequence[Path]) -> Path:
    """The video called ``name`` (with or without its suffix) in the first folder that has it.

    Raises Unavailable naming the video and every folder that was looked in.
    """
    for folder in folders:
        for suffix in SUFFIXES:
            for written in (suffix, suffix.upper()):
                path = folder / f"{stem(name)}{written}"
                with suppress(OSError):  # no file can have such a name
                    if path.is_file():
                        return path
    looked = ", ".join(str(folder) for folder in folders) or "no folder at all"
    raise Unavailable(
        f"the tutorial video {stem(name)!r} is not here: looked for "
        f"{stem(name)}{{{','.join(SUFFIXES)}}} in {looked}"
    )


def locate(
    name: str,
    folders: Sequence[Path],
    listed: Mapping[str, Listed],
    downloads: Path,
    watch: Watch = unwatched,
    *,
    failures: Path | None = None,
) -> Path:
    """The same; a video that is in no folder is downloaded when it is listed.

    Raises Unavailable when it is neither, VideoError when it cannot be downloaded; where
    ``failures`` is a folder, that is kept there and not tried again.
    """
    try:
        return find(name, folders)
    except Unavailable as error:
        entry = _entry(name, listed, error)
    return fetch(entry, downloads, watch, failures=failures)


def _entry(name: str, listed: Mapping[str, Listed], elsewhere: Unavailable) -> Listed:
    """What the list says of the video; ``elsewhere`` tells where else was looked."""
    known = {stem(each): entry for each, entry in listed.items()}
    if stem(name) in known:
        return known[stem(name)]
    if not known:
        raise elsewhere
    file = next(iter(known.values())).file
    raise Unavailable(f"{elsewhere}; nor does {file} list it{meant(stem(name), known)}") from None
