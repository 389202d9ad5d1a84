"""Dates, however they are written."""

import re
from calendar import monthrange
from dataclasses import dataclass
from functools import cache, lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LEAP = 2000
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_SHORT = r"(?P<year>\d{4}|'\d\d)"
_TIME = r"(?:t\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?"


# Compiled when first needed: that takes longer than importing the module.
@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<![\w.])(?<!\d[-/]){form}(?!\w|[-/]\d)") for form in _FORMS)


_FORMS = (
    rf"{_YEAR}([-/.])(?P<month>\d{{1,2}})\2{_DAY}{_TIME}",
    rf"(?P<month>\d{{1,2}})([-/]){_DAY}\2(?P<year>\d{{4}}|\d\d)",
    rf"{_DAY}\.(?P<month>\d{{1,2}})\.{_YEAR}",
    rf"{_MONTH}\s{_DAY}(?:,?\s{_SHORT})?",
    rf"{_DAY}(?:\sof)?[\s-]{_MONTH}(?:[\s,-]+{_SHORT})?",
    rf"{_MONTH}[,/]?\s?{_SHORT}",
    rf"(?P<month>\d{{1,2}})[-/]{_YEAR}",
    rf"{_YEAR}[-/](?P<month>\d{{1,2}})",
)


@dataclass(frozen=True)
class Date:
    """A day or a month; a part that is not told is None."""

    month: int
    day: int | None = None
    year: int | None = None

    def says(self, wanted: "Date") -> bool:
        """Whether it tells all that is wanted; it may tell more."""
        pairs = ((wanted.year, self.year), (wanted.month, self.month), (wanted.day, self.day))
        return all(asked is None or asked == told for asked, told in pairs)


def date(text: str) -> Date | None:
    """What the plain text says when it is a date and nothing else."""
    matches = (form.fullmatch(text) for form in _forms())
    return next((found for match in matches if match and (found := _read(match))), None)


@lru_cache(maxsize=16)
def dated(text: str) -> tuple[tuple[int, int, Date], ...]:
    """All dates of the plain text with their begin and end. What one form has read or refused, no
    later and shorter one reads again."""
    found: list[tuple[int, int, Date]] = []

    def take(match: re.Match[str]) -> str:
        if told := _read(match):
            found.append((*match.span(), told))
        return ";".ljust(len(match[0]))

    for form in _forms():
        text = form.sub(take, text)
    return tuple(found)


def dates(text: str) -> tuple[Date, ...]:
    """All dates of the plain text."""
    return tuple(each for _, _, each in dated(text))


def _read(match: re.Match[str]) -> Date | None:
    """None for what only looks like a date. Between slashes the month comes first, unless it
    cannot be one."""
    told = match.groupdict()
    name = told.get("name")
    month = _MONTHS.index(name[:3]) + 1 if name else int(told["month"])
    day = int(told["day"]) if told.get("day") else None
    if day and month > 12 >= day:
        month, day = day, month
    year = _year(told.get("year"))
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= _days(month, year)):
        return None
    return Date(month, day, year)


def _days(month: int, year: int | None) -> int:
    return monthrange(year or _LEAP, month)[1]


def _year(text: str | None) -> int | None:
    if text is None or len(text) == 4:
        return int(text) if text else None
    text = text.removeprefix("'")
    return int(text) + (2000 if int(text) < 70 else 1900)
