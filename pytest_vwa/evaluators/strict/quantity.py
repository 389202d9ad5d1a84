"""Numbers as values, with their unit or currency, however they are written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isclose

# What is measured: its units, and how much of it each of them is.
_UNITS: Mapping[str, Mapping[str, float]] = {
    "length": {
        "mm": 1e-3,
        "cm": 1e-2,
        "m meter meters metre metres": 1,
        "km kilometer kilometers kilometre kilometres": 1e3,
        "in inch inches": 0.0254,
        "ft foot feet": 0.3048,
        "yd yard yards": 0.9144,
        "mi mile miles": 1609.344,
    },
    "time": {
        "s sec secs second seconds": 1,
        "min mins minute minutes": 60,
        "h hr hrs hour hours": 3600,
        "day days": 86400,
        "week weeks": 604800,
    },
    "months": {"month months": 1, "year years yr yrs": 12},
    "mass": {
        "mg": 1e-3,
        "g gram grams": 1,
        "kg kilogram kilograms": 1e3,
        "oz ounce ounces": 28.349523125,
        "lb lbs pound pounds": 453.59237,
    },
    "volume": {"ml": 1e-3, "l liter liters litre litres": 1},
    "data": {"mb": 1e-3, "gb": 1, "tb": 1e3},
    "share": {"% percent": 1},
    "dollars": {"$ usd us$ dollar dollars": 1},
    "euros": {"€ eur euro euros": 1},
    "pounds": {"£ gbp": 1},
    "yen": {"¥ jpy yen": 1},
}
_MEASURES = {
    word: (measure, factor)
    for measure, units in _UNITS.items()
    for words, factor in units.items()
    for word in words.split()
}
_SCALES = {"k": 1e3, "thousand": 1e3, "million": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9}


def _any(words: Mapping[str, object]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_CURRENCIES = r"us\$|usd|eur|gbp|jpy|[$€£¥]"
# A number with a leading zero is an identifier, such as a postal code. "12 in" is no length: what
# follows mostly is the place.
_QUANTITY = re.compile(
    rf"""
    (?<!\w) (?<!\w-) (?<!\d[.,:/]) (?P<minus>(?<!\S)-)? (?:(?P<currency>{_CURRENCIES})\s?)?
    (?P<number>
        (?!0\d) (?: \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)? | \d{{1,3}}(?:\.\d{{3}})+,\d\d
            | \d{{1,15}}(?:\.\d+)? )
        | \.\d+ )
    (?: \s?(?P<scale>{_any(_SCALES)})(?!\w) )?
    (?: (?!\ in\b) [\s-]?(?P<unit>{_any(_MEASURES)})(?!\w) )?
    (?! [\w$€£] | [.,:/-]\d | -\w | \s\d+/\d )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Quantity:
    """``amount`` is in the unit that was written, ``value`` in the base unit of ``measures``,
    which is "" where no unit is known."""

    amount: float
    value: float
    measures: str = ""

    def same(self, other: "Quantity") -> bool:
        """Equal; the units must agree when both have one."""
        if self.measures and other.measures:
            return self.measures == other.measures and isclose(self.value, other.value)
        return isclose(self.amount, other.amount)


def quantity(text: str) -> Quantity | None:
    """What the plain text says when it is a quantity and nothing else."""
    match = _QUANTITY.fullmatch(text)
    return _read(match) if match else None


@lru_cache(maxsize=16)
def quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities of the plain text, in reading order. A number that is part of something
    else is none: a version, a date, a range, a model's name."""
    return tuple(map(_read, _QUANTITY.finditer(text)))


def _read(match: re.Match[str]) -> Quantity:
    amount = _number(match["number"]) * _SCALES.get(match["scale"] or "", 1.0)
    amount = -amount if match["minus"] else amount
    unit, currency = match["unit"] or "", match["currency"] or ""
    if currency:
        # $5m are millions, not metres.
        amount *= 1e6 if unit == "m" else 1.0
        return Quantity(amount, amount, _MEASURES[currency][0])
    measures, factor = _MEASURES.get(unit, ("", 1.0))
    return Quantity(amount, amount * factor, measures)


def _number(text: str) -> float:
    """``1,299.00``, or as in Europe ``1.299,00``."""
    if "," in text and text.rfind(",") > text.rfind(".") > 0:
        text = text.replace(".", "").replace(",", ".")
    return float(text.replace(",", ""))
