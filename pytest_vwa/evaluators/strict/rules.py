"""How a text is held against what a task file asks of it: by its words and by its values.

As under the profile ``reference``, every rule is a function ``(wanted, found) -> str``: why it
does not hold, "" when it does.
"""

import operator
import re
from functools import lru_cache

from pytest_vwa.evaluators import rules
from pytest_vwa.evaluators.excerpt import excerpt
from pytest_vwa.evaluators.rules import Found

from .date import Date, date, dates
from .quantity import Quantity, count, quantities, quantity
from .text import bare, plain, stands_in

COMPARISONS: rules.Comparisons = {**rules.COMPARISONS, "<": operator.lt, ">": operator.gt}
_OR = re.compile(r"\s\|or\|\s", re.IGNORECASE)

Meaning = Date | Quantity | str


@lru_cache(maxsize=4096)
def alternatives(text: str) -> tuple[str, ...]:
    """``shoe |OR| sneaker`` -> both; also where the sign is written in lower case."""
    return tuple(_OR.split(text))


@lru_cache(maxsize=4096)
def meaning(text: str) -> Meaning:
    """The date or the quantity that the whole text is; else the plain text."""
    words = plain(text)
    return date(words) or quantity(words) or words


def names(wanted: str, found: Found) -> bool:
    """Whether the text holds what is wanted: as a date, as a quantity or as words of its own."""
    asked, text = meaning(wanted), plain(str(found))
    match asked:
        case Date():
            return any(each.says(asked) for each in dates(text))
        case Quantity():
            return any(each.same(asked) for each in quantities(text))
    return stands_in(asked, text)


def equals(wanted: str, found: Found) -> str:
    """The wholes are the same date, the same quantity or the same words."""
    return _differs(plain(rules.clean(wanted)), plain(rules.clean(found)), wanted, found)


def answers(wanted: str, found: str) -> str:
    """As ``equals``; but an answer may be emphasised, and end as sentences do."""
    return _differs(bare(wanted), bare(found), wanted, found)


def includes(wanted: str, found: Found) -> str:
    if any(names(each, found) for each in alternatives(wanted)):
        return ""
    return f"expected to include {_choice(wanted)}, got {excerpt(str(found), wanted)}"


def excludes(wanted: str, found: Found) -> str:
    for each in alternatives(wanted):
        if names(each, found):
            return f"expected not to include {each!r}, got {excerpt(str(found), each)}"
    return ""


def one_of(wanted: tuple[str, ...], found: Found) -> str:
    if any(names(each, found) for each in wanted):
        return ""
    return f"expected one of {', '.join(map(repr, wanted))}, got {excerpt(str(found))}"


def satisfies(wanted: str, found: Found) -> str:
    """``== 2``, ``< 700 |OR| >= 1000``; raises ValueError for anything else."""
    told = count(bare(str(found)))
    if told and any(_holds(each, told.amount) for each in alternatives(wanted)):
        return ""
    return f"expected a number {_choice(wanted)}, got {excerpt(str(found))}"


def _differs(asked: str, got: str, wanted: str, found: Found) -> str:
    if asked == got or _same_value(meaning(asked), meaning(got)):
        return ""
    return f"expected {wanted!r}, got {excerpt(str(found))}"


def _same_value(one: Meaning, other: Meaning) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return one.same(other)
    return isinstance(one, Date) and one == other


def _holds(text: str, number: float) -> bool:
    compare, limit = rules.comparison(text, COMPARISONS)
    return compare(number, limit)


def _choice(wanted: str) -> str:
    return " or ".join(map(repr, alternatives(wanted)))
