"""Days as people type them into the back office."""

import re
from datetime import date


def as_date(text: str | None) -> date | None:
    """``4/26/2023``, ``4/26/23`` and ``2023-04-26``, month first; None for anything else."""
    text = (text or "").strip()
    if found := re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})", text):
        month, day, year = map(int, found.groups())
    elif found := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        year, month, day = map(int, found.groups())
    else:
        return None
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None


def as_iso(text: str | None) -> str | None:
    """As ``as_date``, but in the form of the database."""
    found = as_date(text)
    return found.isoformat() if found else None
