"""Showing a person that a video is being downloaded."""

from collections.abc import Iterable, Iterator


def show(
    pieces: Iterable[bytes], name: str, done: int, total: int | None, *, plain: bool = False
) -> Iterator[bytes]:
    """A bar on a terminal; ``plain``, or where there is none, one line. Both on stderr."""
    from rich.console import Console
    from rich.filesize import decimal

    console = Console(stderr=True)
    if plain or not console.is_terminal:
        size = "" if total is None else f", {decimal(total - done)}"
        doing = "going on with" if done else "downloading"
        console.print(f"{doing} the tutorial video {name}{size}", soft_wrap=True, markup=False)
        yield from pieces
        return
    from rich.markup import escape
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(escape(name), total=total, completed=done)
        for piece in pieces:
            yield piece
            progress.advance(bar, len(piece))
