"""The picture of what somebody did in the past year, a square per day."""

import datetime

from markupsafe import Markup

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import TODAY

WEEKS, SIZE, STEP = 53, 11, 14
SHADES = ("#ececef", "#c5d4e9", "#8fb0da", "#4d7fc0", "#24518f")
START = TODAY - datetime.timedelta(weeks=WEEKS - 1, days=TODAY.weekday())
DAYS = (TODAY - START).days + 1


def drawn(store: Store, person: int) -> Markup:
    """An SVG of commits, issues, merge requests and comments by day."""
    rows = store.rows(
        "SELECT CAST(julianday(substr(created, 1, 10)) - julianday(?2) AS INTEGER) AS day,"
        " count(*) AS n FROM ("
        " SELECT created FROM commits WHERE author = ?1"
        " UNION ALL SELECT created FROM ticket WHERE author = ?1"
        " UNION ALL SELECT created FROM note WHERE author = ?1 AND NOT system"
        ") WHERE created >= ?2 GROUP BY day",
        *(person, START.isoformat()),
    )
    counts = {int(row["day"]): int(row["n"]) for row in rows}
    # The many days without anything are one shape: a fifth of the page.
    idle = "".join(_outline(day) for day in range(DAYS) if day not in counts)
    squares = "".join(_square(day, count) for day, count in counts.items())
    return Markup(
        f'<svg class="calendar" viewBox="0 0 {WEEKS * STEP} {7 * STEP + 16}" role="img"'
        f' aria-label="{sum(counts.values())} contributions in the last year">{_months()}'
        f'<path d="{idle}" fill="{SHADES[0]}"/>{squares}</svg>'
    )


def _months() -> str:
    """Each above the week that holds its first Monday."""
    mondays = [START + datetime.timedelta(weeks=week) for week in range(WEEKS - 2)]
    return "".join(
        f'<text x="{week * STEP}" y="10">{monday:%b}</text>'
        for week, monday in enumerate(mondays)
        if monday.day <= 7
    )


def _corner(day: int) -> tuple[int, int]:
    """Of the square of a day, counted from the first."""
    return day // 7 * STEP, day % 7 * STEP + 16


def _outline(day: int) -> str:
    x, y = _corner(day)
    return f"M{x} {y}h{SIZE}v{SIZE}h-{SIZE}z"


def _square(day: int, count: int) -> str:
    x, y = _corner(day)
    shade = SHADES[min(count, len(SHADES) - 1)]
    date = START + datetime.timedelta(day)
    return (
        f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{shade}">'
        f"<title>{count} on {date.isoformat()}</title></rect>"
    )
