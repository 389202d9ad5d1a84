"""Showing a person that a video is being downloaded."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from .download import Progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars


@contextmanager
def show(name: str, *, plain: bool = False) -> Iterator[Progress]:
    """A bar on a terminal; ``plain``, or where there is none, a line at the start, one at the end,
    and one for each attempt that broke off. Both on stderr."""
    from rich.console import Console

    console = Console(stderr=True)
    if plain or not console.is_terminal:
        lines = _Lines(name, console)
        yield lines
        lines.end()
        return
    from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = ("{task.description}", BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Bars(*columns, console=console) as bars:
        yield _Bar(name, bars)


class _Lines:
    def __init__(self, name: str, console: "Console") -> None:
        self._name = name
        self._console = console
        self._begun = monotonic()
        self._come: int | None = None

    def pieces(self, pieces: Iterable[bytes], done: int, total: int | None) -> Iterator[bytes]:
        from rich.filesize import decimal

        if self._come is None:
            size = "" if total is None else f", {decimal(total - done)}"
            doing = "going on with" if done else "downloading"
            self._say(f"{doing} the tutorial video {self._name}{size}")
            self._come = 0
        for piece in pieces:
            self._come += len(piece)
            yield piece

    def again(self, why: str) -> None:
        self._say(_retry(self._name, why))

    def end(self) -> None:
        """Where nothing came, all of it was here before."""
        from rich.filesize import decimal

        if self._come is not None:
            told = f"{decimal(self._come)} in {monotonic() - self._begun:.1f} s"
            self._say(f"downloaded the tutorial video {self._name}: {told}")

    def _say(self, line: str) -> None:
        self._console.print(line, soft_wrap=True, markup=False, highlight=False)


class _Bar:
    def __init__(self, name: str, bars: "Bars") -> None:
        from rich.markup import escape

        self._name = name
        self._bars = bars
        self._bar = bars.add_task(escape(name), total=None)

    def pieces(self, pieces: Iterable[bytes], done: int, total: int | None) -> Iterator[bytes]:
        self._bars.update(self._bar, total=total, completed=done)
        for piece in pieces:
            yield piece
            self._bars.advance(self._bar, len(piece))

    def again(self, why: str) -> None:
        self._bars.console.print(
            _retry(self._name, why), soft_wrap=True, markup=False, highlight=False
        )


def _retry(name: str, why: str) -> str:
    return f"the tutorial video {name}: {why}; trying again"
