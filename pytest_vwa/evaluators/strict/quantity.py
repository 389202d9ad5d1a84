"""Numbers as values, with their unit or currency, however they are written."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import isclose

from .units import AFTER, BEFORE, NO_NOUNS, SCALES

_SIGNS = "".join(sign for sign in {*BEFORE, *AFTER} if len(sign) == 1 and not sign.isalpha())
_COMPOUNDS = frozenset(("length", "time", "months", "mass", "dollars"))
_COUNTED = re.compile(r"\s[a-z]{3,}|")


@dataclass(frozen=True)
class Quantity:
    """``amount`` is in the unit that was written, ``value`` in the base unit of ``measures``,
    which is "" where no unit is known. ``counted`` is the unknown thing that was counted."""

    amount: float
    value: float
    measures: str = ""
    counted: str = ""

    def same(self, other: "Quantity") -> bool:
        """Equal; where one has a unit, the other has the same or tells none."""
        if self.measures and other.measures:
            return self.measures == other.measures and isclose(self.value, other.value)
        if (self.measures and other.counted) or (self.counted and other.measures):
            return False
        return isclose(self.amount, other.amount)


def quantity(text: str) -> Quantity | None:
    """What the plain text says when it is a quantity and nothing else."""
    if match := _single().fullmatch(text):
        return _read(match)
    match = _compound().fullmatch(text)
    return _sum(match[0]) if match else None


def count(text: str) -> Quantity | None:
    """As ``quantity``; what is counted may be named: ``5 stars``."""
    match = _single().match(text)
    if match and _COUNTED.fullmatch(text, match.end()):
        return _read(match)
    return quantity(text)


@lru_cache(maxsize=16)
def measured(text: str) -> tuple[tuple[int, int, Quantity], ...]:
    """All quantities of the plain text with their begin and end, compound ones first, else in
    reading order. A number that is part of something else is none: a version, a date, a range, a
    model's name."""
    found: list[tuple[int, int, Quantity]] = []

    def take(match: re.Match[str]) -> str:
        if (total := _sum(match[0])) is None:
            return match[0]
        found.append((*match.span(), total))
        return ";".ljust(len(match[0]))

    rest = _compound().sub(take, text)
    return (*found, *((*match.span(), _read(match)) for match in _single().finditer(rest)))


def quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities of the plain text."""
    return tuple(each for _, _, each in measured(text))


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


# Compiled when first needed: that takes longer than importing the module.
@cache
def _single() -> re.Pattern[str]:
    """A number with a leading zero is an identifier, such as a postal code. "12 in" is no length:
    what follows mostly is the place. A comma is a decimal one only beside a currency."""
    currencies = _any(BEFORE)
    return re.compile(
        rf"""
        (?<!\w) (?<!\w-) (?<!\d[.,:/']) (?P<minus>(?<![^\s(])-)?
        (?:(?P<currency>{currencies})\s?(?P<owed>-)?)?
        (?P<number>
            (?!0\d) (?: \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)? | \d{{1,3}}(?:\.\d{{3}})+,\d\d
                | \d{{1,3}}(?:'\d{{3}})+(?:\.\d+)?
                | (?<!\d\s)(?:\d{{1,2}}(?:\ \d{{3}})+|\d{{3}}(?:\ 000)+)(?:\.\d+|,\d\d)?(?!\s?\d)
                | (?(currency)\d+,\d\d(?!\d)|\d+,\d\d(?=\s?(?:{currencies})(?!\w)))
                | \d{{1,15}}(?:\.\d+)? )
            | \.\d+ )
        (?: \s?(?P<scale>{_any(SCALES)})(?!\w) )?
        (?: (?!\ in\b) [\s-]?(?P<unit>{_any(AFTER)})(?!\w) )?
        (?! [\w{re.escape(_SIGNS)}] | [.,:/'-]\d | -\w | \s\d+/\d )
        (?= \s(?P<counted>[a-z]{{3,}}(?<!s)s)(?!\w) )?
        """,
        re.VERBOSE,
    )


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(rf"(?P<number>\d+(?:\.\d+)?)\s?(?P<unit>{_any(AFTER)})(?=\W|\d|$)")


@cache
def _compound() -> re.Pattern[str]:
    """``1h 30min``, ``6 ft 2 in``, ``1 hour and 30 minutes``; whether the units go together is not
    looked at."""
    part = rf"\d+(?:\.\d+)?\s?(?:{_any(AFTER)})"
    return re.compile(rf"(?<![\w.,:/'-]){part}(?:(?:,?\s(?:and\s)?)?{part})+(?![\w.]\w|\w)")


def _sum(text: str) -> Quantity | None:
    """None where the units are not of one kind, each smaller than the one before."""
    parts = [*_summands(text)]
    units = [unit for _, _, unit in parts]
    (measures,) = kinds if len(kinds := {kind for _, kind, _ in parts}) == 1 else ("",)
    if measures not in _COMPOUNDS or any(small >= large for large, small in pairwise(units)):
        return None
    value = sum(amount * unit for amount, _, unit in parts)
    return Quantity(value / units[0], value, measures)


def _summands(text: str) -> Iterator[tuple[float, str, float]]:
    """Amount, what it measures and how much of it the unit is, part by part."""
    hours = False
    for part in _parts().finditer(text):
        # After hours, m are minutes.
        unit = "min" if hours and part["unit"] == "m" else part["unit"]
        measures, factor = AFTER[unit]
        hours = measures == "time"
        yield float(part["number"]), measures, factor


def _read(match: re.Match[str]) -> Quantity:
    amount = _number(match["number"]) * SCALES.get(match["scale"] or "", 1.0)
    amount = -amount if match["minus"] or match["owed"] else amount
    unit, currency = match["unit"] or "", match["currency"] or ""
    if currency:
        # $5m are millions, not metres.
        amount *= 1e6 if unit == "m" else 1.0
        return Quantity(amount, amount, BEFORE[currency])
    if unit:
        measures, factor = AFTER[unit]
        return Quantity(amount, amount * factor, measures)
    counted = match["counted"] or ""
    return Quantity(amount, amount, counted="" if counted in NO_NOUNS else counted)


def _number(text: str) -> float:
    """``1,299.00``, or as in Europe ``1.299,00``, ``1 299,00``, ``1'299.00``."""
    if re.search(r",\d\d$", text):
        text = text.replace(".", "").replace(",", ".")
    return float(re.sub("[,' ]", "", text))
