"""What numbers are of: units and currencies, as they are written, and how much each of them is."""

from collections.abc import Mapping

_UNITS: Mapping[str, Mapping[str, float]] = {
    "length": {
        "mm": 1e-3,
        "cm": 1e-2,
        "m meter meters metre metres": 1,
        "km kms kilometer kilometers kilometre kilometres": 1e3,
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
        "kg kgs kilo kilos kilogram kilograms": 1e3,
        "oz ounce ounces": 28.349523125,
        "lb lbs pound pounds": 453.59237,
    },
    "volume": {"ml": 1e-3, "l liter liters litre litres": 1},
    "data": {"mb": 1e-3, "gb": 1, "tb": 1e3},
    "share": {"% percent": 1},
}
# The first words of each also stand before a number; the others only after it.
_CURRENCIES: Mapping[str, tuple[str, str]] = {
    "dollars": ("$ us$ usd", "dollar dollars bucks"),
    "euros": ("€ eur", "euro euros"),
    "pounds": ("£ gbp", ""),
    "yen": ("¥ jpy", "yen"),
    "francs": ("chf", "franc francs"),
    "rupees": ("₹ inr rs", "rupee rupees"),
    "crowns": ("kr sek nok dkk", "krona kronor krone kroner"),
    "yuan": ("cny rmb", "yuan"),
    "canadian dollars": ("c$ ca$ cad", ""),
    "australian dollars": ("a$ au$ aud", ""),
    "reais": ("r$ brl", "reais"),
    "zloty": ("pln", "zł"),
    "roubles": ("₽ rub", "roubles rubles"),
    "won": ("₩ krw", ""),
    "shekels": ("₪ ils", "shekels"),
    "lira": ("₺", "lira"),
    "baht": ("฿ thb", "baht"),
    "dong": ("₫ vnd", "dong"),
    "bitcoins": ("₿ btc", "bitcoin bitcoins"),
}

BEFORE: Mapping[str, str] = {
    word: measure for measure, (words, _) in _CURRENCIES.items() for word in words.split()
}
"""Currencies as they are written before a number, and what they measure."""

AFTER: Mapping[str, tuple[str, float]] = {
    **{
        word: (measure, factor)
        for measure, units in _UNITS.items()
        for words, factor in units.items()
        for word in words.split()
    },
    **{
        word: (measure, 1.0)
        for measure, words in _CURRENCIES.items()
        for word in " ".join(words).split()
    },
    **dict.fromkeys(("¢", "cent", "cents"), ("dollars", 0.01)),
}
"""Units and currencies as they are written after a number: what they measure, and how much of it
each of them is."""

SCALES: Mapping[str, float] = {
    "dozen": 12,
    "hundred": 1e2,
    "k": 1e3,
    "thousand": 1e3,
    "million": 1e6,
    "mn": 1e6,
    "billion": 1e9,
    "bn": 1e9,
}

_NO_NOUNS = "across always does has less minus perhaps plus this thus times unless versus was yes"
NO_NOUNS = frozenset(_NO_NOUNS.split())
"""Words that end as plurals do and name nothing that is counted."""
