"""Dates, however they are written."""

import re
from dataclasses import dataclass
from functools import lru_cache

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(rf"(?<![\w.])(?<!\d[-/]){form}(?!\w|[-/]\d)")
    for form in (
        rf"{_YEAR}([-/.])(?P<month>\d{{1,2}})\2{_DAY}",
        rf"(?P<month>\d{{1,2}})([-/]){_DAY}\2(?P<year>\d{{4}}|\d\d)",
        rf"{_DAY}\.(?P<month>\d{{1,2}})\.{_YEAR}",
        rf"{_MONTH}\s{_DAY}(?:,?\s{_YEAR})?",
        rf"{_DAY}(?:\sof)?[\s-]{_MONTH}(?:[\s,-]+{_YEAR})?",
        rf"{_MONTH}[,/]?\s?{_YEAR}",
        rf"(?P<month>\d{{1,2}})[-/]{_YEAR}",
        rf"{_YEAR}[-/](?P<month>\d{{1,2}})",
    )
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
    matches = (form.fullmatch(text) for form in _FORMS)
    return next((found for match in matches if match and (found := _read(match))), None)


@lru_cache(maxsize=16)
def dates(text: str) -> tuple[Date, ...]:
    """All dates of the plain text. What one form has read, no later and shorter one reads again."""
    found: list[Date] = []

    def take(match: re.Match[str]) -> str:
        told = _read(match)
        if told is None:
            return match[0]
        found.append(told)
        return ";"

    for form in _FORMS:
        text = form.sub(take, text)
    return tuple(found)


def _read(match: re.Match[str]) -> Date | None:
    """None for what only looks like a date. Between slashes the month comes first, unless it
    cannot be one."""
    told = match.groupdict()
    name = told.get("name")
    month = _MONTHS.index(name[:3]) + 1 if name else int(told["month"])
    day = int(told["day"]) if told.get("day") else None
    if day and month > 12 >= day:
        month, day = day, month
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return Date(month, day, _year(told.get("year")))


def _year(text: str | None) -> int | None:
    if text is None or len(text) == 4:
        return int(text) if text else None
    return int(text) + (2000 if int(text) < 70 else 1900)
