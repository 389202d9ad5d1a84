"""Values as people write them -> in the form that an input field of a type takes."""

import re
from collections.abc import Callable
from datetime import date, datetime

from .dates import readings

_TIMES = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p")
_MONTHS = ("%Y-%m", "%Y/%m", "%B %Y", "%b %Y")
_CLOCK = r"\d{1,2}(?::\d\d){0,2}(?:\s?[ap]m)?"
_MOMENT = re.compile(rf"(.*\d),?(?:\sat\s|\s|T)({_CLOCK})", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")


def formatted(kind: str, text: str) -> str:
    """``date``, "March 5, 2024" -> "2024-03-05"; text fields take any text as it is.

    Raises ValueError with how a value of this type is written.
    """
    if kind not in _FORMS or not text.strip():
        return text
    read, example = _FORMS[kind]
    value = read(text.strip())
    if value is None:
        taken = f"it takes a {_NOUNS.get(kind, kind)} such as {example}, not {text!r}"
        either = " or ".join(each.isoformat() for each in _meanings(kind, text))
        raise ValueError(f"{taken}, which may be {either}" if either else taken)
    return value


def _meanings(kind: str, text: str) -> tuple[date, ...]:
    """Of a date that can be read in several ways."""
    moment = _MOMENT.fullmatch(text.strip())
    day = moment[1] if moment and kind == "datetime-local" else text
    return readings(day) if kind in {"date", "datetime-local"} else ()


def _read(text: str, forms: tuple[str, ...]) -> datetime | None:
    for form in forms:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


def _date(text: str) -> str | None:
    found = readings(text)
    return found[0].isoformat() if len(found) == 1 else None


def _time(text: str) -> str | None:
    found = _read(text, _TIMES)
    return f"{found:%H:%M:%S}".removesuffix(":00") if found else None


def _moment(text: str) -> str | None:
    parts = _MOMENT.fullmatch(text)
    day, hour = (_date(parts[1]), _time(parts[2])) if parts else (None, None)
    return f"{day}T{hour}" if day and hour else None


def _month(text: str) -> str | None:
    found = _read(text, _MONTHS)
    return f"{found:%Y-%m}" if found else None


def _week(text: str) -> str | None:
    found = re.fullmatch(r"(\d{4})[- ]?[Ww](?:eek )?(\d{1,2})", text)
    return f"{found[1]}-W{int(found[2]):02}" if found else None


def _number(text: str) -> str | None:
    plain = text.replace(",", "") if _THOUSANDS.fullmatch(text) else text
    return plain if _NUMBER.fullmatch(plain) else None


def _colour(text: str) -> str | None:
    short = re.fullmatch(r"#?([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])", text)
    full = "".join(digit * 2 for digit in short.groups()) if short else text.removeprefix("#")
    return f"#{full.lower()}" if re.fullmatch(r"[0-9a-fA-F]{6}", full) else None


_FORMS: dict[str, tuple[Callable[[str], str | None], str]] = {
    "date": (_date, "2024-03-05 (year, month, day)"),
    "time": (_time, "14:30"),
    "datetime-local": (_moment, "2024-03-05 14:30"),
    "month": (_month, "2024-03"),
    "week": (_week, "2024-W10"),
    "number": (_number, "42 or 3.5"),
    "range": (_number, "42"),
    "color": (_colour, "#3366cc"),
}
_NOUNS = {"datetime-local": "date and time", "range": "number"}
