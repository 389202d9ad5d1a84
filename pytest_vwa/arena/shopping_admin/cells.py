"""The lines of a grid as HTML.

They are most of every page: written here, they take a fifth of the time that a template takes.
"""

import sqlite3
from collections.abc import Iterator
from datetime import datetime

from markupsafe import Markup, escape

from pytest_vwa.arena.web import money

from .grid import Column, Grid

PHOTO = Markup(
    '<img src="/media/catalog/product/{}_1.png" alt="" width="60" height="45" loading="lazy">'
)
TICK = Markup(
    '<td class="tick"><input type="checkbox" form="mass" name="reviews" value="{}"'
    ' aria-label="Select {}"></td>'
)
OPEN = Markup(
    '<td><a class="action-menu-item" href="{}{}/">{}<span class="hidden"> {}</span></a></td>'
)
STATUS = Markup('<span class="status {}">{}</span>')


def lines(grid: Grid, ticks: bool) -> Markup:
    """A ``tr`` for each row; ``ticks`` puts a box in front that chooses it for mass actions."""
    styles = [(column, _style(column)) for column in grid.source.columns]
    return Markup("\n").join(_line(grid, row, styles, ticks) for row in grid.rows)


def moment(iso: str) -> str:
    """``2023-04-26 22:51:00`` -> ``Apr 26, 2023 10:51:00 PM``; a day alone has no time."""
    when = datetime.fromisoformat(iso)
    date = f"{when:%b} {when.day}, {when.year}"
    return (
        date if len(iso) == len("2023-04-26") else f"{date} {when.hour % 12 or 12}:{when:%M:%S %p}"
    )


def status(text: str) -> Markup:
    """In the colour of its kind."""
    return STATUS.format(text.lower().replace(" ", "-"), text)


def _line(grid: Grid, row: sqlite3.Row, styles: list[tuple[Column, str]], ticks: bool) -> Markup:
    return Markup(f'<tr class="data-row">{"".join(_parts(grid, row, styles, ticks))}</tr>')


def _parts(
    grid: Grid, row: sqlite3.Row, styles: list[tuple[Column, str]], ticks: bool
) -> Iterator[str]:
    if ticks:
        yield TICK.format(row["id"], row["title"])
    for column, style in styles:
        yield f'<td class="{style}">{_shown(column, row[column.name])}</td>'
    if grid.source.opens:
        source = grid.source
        called = row[source.title] if source.title else ""
        yield OPEN.format(source.opens, row["id"], source.action, called)


def _shown(column: Column, value: object) -> Markup:
    if value is None or value == "":
        return Markup()
    if column.kind == "picture":
        return PHOTO.format(value)
    if column.name == "status":
        return status(str(value))
    if column.kind == "money":
        return escape(money(int(str(value))))
    return escape(moment(str(value)) if column.kind == "date" else value)


def _style(column: Column) -> str:
    extra = " wide" * column.wide + " figure" * (column.kind in {"money", "count"})
    return f"col-{column.name}{extra}"
