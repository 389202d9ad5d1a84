"""The forge's time: it moves by a second whenever something happens, and starts as the sites'."""

import datetime
from itertools import count

from pytest_vwa.arena.web import TODAY

NOON = datetime.datetime.combine(TODAY, datetime.time(12))
_seconds = count()
_AGES = ((365, "year"), (30, "month"), (7, "week"), (1, "day"))


def now() -> str:
    """``2024-06-15T12:00:07``: later than all seeds, each later than the one before."""
    moment = NOON + datetime.timedelta(seconds=next(_seconds) % 36_000)
    return moment.isoformat()


def ago(iso: str) -> str:
    """``3 weeks ago``, seen from the sites' day."""
    then = datetime.datetime.fromisoformat(iso)
    days = (TODAY - then.date()).days
    for length, name in _AGES:
        if days >= length:
            number = days // length
            return f"{number} {name}{'s' if number > 1 else ''} ago"
    return "just now" if then >= NOON else "today"
