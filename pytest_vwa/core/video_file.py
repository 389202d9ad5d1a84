"""What video files are called, and what is in them."""

from functools import lru_cache
from hashlib import file_digest
from pathlib import Path

from .errors import VideoError

MIMES = {
    ".mp4": "video/mp4",
    ".mov": "video/quicktime",
    ".webm": "video/webm",
    ".mkv": "video/x-matroska",
}
SUFFIXES = tuple(MIMES)


def stem(name: str) -> str:
    """``name`` without the suffix of a video; other dots stay."""
    return name.removesuffix(Path(name).suffix) if Path(name).suffix.lower() in MIMES else name


def mime(path: Path) -> str:
    """``video/webm``, as the suffix says; that of MP4 where it says nothing."""
    return MIMES.get(path.suffix.lower(), MIMES[".mp4"])


def sha256(path: Path) -> str:
    """Of the file's content, in lower case. Raises VideoError when it cannot be read."""
    try:
        state = path.stat()
        return _sha256(path, state.st_size, state.st_mtime_ns)
    except OSError as error:
        raise VideoError(f"{path} cannot be read: {error.strerror or error}") from error


@lru_cache(maxsize=64)
def _sha256(path: Path, size: int, changed: int) -> str:
    """The same file is asked for by frames, transcript and summary, and maybe at every step."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
