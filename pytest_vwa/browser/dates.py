"""Dates as people write them."""

import re
from collections.abc import Iterator
from datetime import date

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_WEEKDAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", re.IGNORECASE)
_YEAR = r"(?P<year>\d{4})"
_NAME = r"(?P<name>[a-z]{3,9})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_GAP = r"(?:,?\s+|\s*-\s*)"
_NAMED = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:the\s+)?{_DAY}(?:\s+of)?{_GAP}{_NAME}{_GAP}{_YEAR}",
        rf"{_NAME}{_GAP}{_DAY}{_GAP}{_YEAR}",
        rf"{_YEAR}{_GAP}{_NAME}{_GAP}{_DAY}",
    )
)
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")


def readings(text: str) -> tuple[date, ...]:
    """All dates that the text may mean: none for what is no date, two for ``03/02/2024``, which
    is in March in one country and in February in another."""
    written = _WEEKDAY.sub("", text.strip(), count=1)
    return tuple(dict.fromkeys((*_named(written), *_numbered(written))))


def _named(text: str) -> Iterator[date]:
    for form in _NAMED:
        if found := form.fullmatch(text):
            month = _month(found["name"])
            yield from _real(found["year"], month, found["day"])


def _month(name: str) -> int:
    """0 when there is none of this name."""
    months = [number for number, full in enumerate(_MONTHS, 1) if full.startswith(name.lower())]
    return months[0] if months else 0


def _numbered(text: str) -> Iterator[date]:
    if found := _YEAR_FIRST.fullmatch(text):
        yield from _real(found[1], found[3], found[4])
    if found := _YEAR_LAST.fullmatch(text):
        yield from _real(found[4], found[3], found[1])
        yield from _real(found[4], found[1], found[3])


def _real(year: str, month: str | int, day: str) -> Iterator[date]:
    """Nothing when the calendar has no such day."""
    try:
        yield date(int(year), int(month), int(day))
    except ValueError:
        return
