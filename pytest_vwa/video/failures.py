"""Downloads that failed in a run: who asks for one later is told so, and it is not tried again."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from pytest_vwa.core.errors import VideoError

from .listing import Listed


@contextmanager
def remembered(listed: Listed, folder: Path | None) -> Iterator[None]:
    """Around a download, by who holds its lock; ``folder`` is shared by all processes of the run,
    None forgets.

    Raises the VideoError that left an earlier block for this entry, and keeps the one of this.
    """
    if folder is None:
        yield
        return
    kept = folder / _key(listed)
    if kept.is_file():
        raise VideoError(kept.read_text(encoding="utf-8"))
    try:
        yield
    except VideoError as error:
        with suppress(OSError):  # a full disk: it is tried again, and the first error is told
            folder.mkdir(parents=True, exist_ok=True)
            kept.write_text(str(error), encoding="utf-8")
        raise


def _key(listed: Listed) -> str:
    """The error names the entry, so another one with the same address has its own."""
    return sha256("\n".join((listed.name, listed.url, listed.sha256)).encode()).hexdigest()
