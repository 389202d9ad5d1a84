"""The filter of a report: a span of days, cut into days, months or years."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from .dates import as_date

LENGTHS = {"day": 10, "month": 7, "year": 4}
"""How many characters of ``2023-04-26`` name the period that holds the day."""


@dataclass(frozen=True)
class Span:
    """``period`` is ``day``, ``month`` or ``year``; both ends are included."""

    period: str
    start: date
    end: date

    @property
    def bucket(self) -> str:
        """SQL for the period that holds an order's ``created``."""
        return f"substr(orders.created, 1, {LENGTHS[self.period]})"

    @property
    def bounds(self) -> tuple[str, str]:
        """The first moment, and one after the last."""
        return self.start.isoformat(), f"{self.end.isoformat()} 24"

    def title(self, bucket: str) -> str:
        """``2023-04`` -> ``4/2023``, ``2023-04-26`` -> ``Apr 26, 2023``"""
        if self.period == "day":
            day = date.fromisoformat(bucket)
            return f"{day:%b} {day.day}, {day.year}"
        year, _, month = bucket.partition("-")
        return f"{int(month)}/{year}" if month else year


def read(form: Mapping[str, str]) -> Span | str:
    """The span of ``period_type``, ``from`` and ``to``, or what is wrong with them."""
    start, end = as_date(form.get("from")), as_date(form.get("to"))
    if start is None or end is None:
        return "Please enter both days as month/day/year, such as 1/31/2023."
    if end < start:
        return "To must not be before From."
    period = form.get("period_type", "day")
    return Span(period if period in LENGTHS else "day", start, end)
