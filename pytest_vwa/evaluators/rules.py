"""How a text is held against what a task file asks of it, by rule and without a model.

Every rule is a function ``(wanted, found) -> str``: why it does not hold, "" when it does.
"""

import operator
from collections.abc import Callable, Mapping
from functools import lru_cache

from .criteria import alternatives
from .excerpt import excerpt
from .tokens import tokens

Found = str | int | float
Rule = Callable[[str, Found], str]
Comparisons = Mapping[str, Callable[[float, float], bool]]

# ``<`` and ``>`` hold for equal numbers too: so they do in the published evaluators.
COMPARISONS: Comparisons = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.le,
    ">": operator.ge,
}


def clean(text: Found) -> str:
    """Lower-cased, without one pair of enclosing quotation marks; blanks stay."""
    text = str(text)
    for mark in "'\"":
        if text.startswith(mark) and text.endswith(mark):
            return text[1:-1].lower()
    return text.lower()


def equals(wanted: str, found: Found) -> str:
    if clean(wanted) == clean(found):
        return ""
    return f"expected {wanted!r}, got {excerpt(str(found))}"


def includes(wanted: str, found: Found) -> str:
    return _includes(wanted, found, _stands_in)


def occurs(wanted: str, found: Found) -> str:
    """As ``includes``, but a single word may be a part of another too."""
    return _includes(wanted, found, _occurs_in)


def excludes(wanted: str, found: Found) -> str:
    for each in alternatives(wanted):
        if _stands_in(each, found):
            return f"expected not to include {each!r}, got {excerpt(str(found), each)}"
    return ""


def satisfies(wanted: str, found: Found) -> str:
    """``== 2``, ``>= 12``, ``< 700 |OR| == 1000``; raises ValueError for anything else."""
    number = _number(found)
    if number is not None and any(_holds(each, number) for each in alternatives(wanted)):
        return ""
    return f"expected a whole number {_choice(wanted)}, got {excerpt(str(found))}"


def one_of(wanted: tuple[str, ...], found: str) -> str:
    """Any of the texts, anywhere in the answer, also within a word."""
    if any(clean(each) in found for each in wanted):
        return ""
    return f"expected one of {', '.join(map(repr, wanted))}, got {excerpt(found)}"


def comparison(
    text: str, signs: Comparisons = COMPARISONS
) -> tuple[Callable[[float, float], bool], float]:
    """``>= 12`` as its operator and its number; raises ValueError for anything else."""
    for sign, compare in signs.items():
        if sign in text:
            return compare, float(text.partition(sign)[2])
    raise ValueError(f"{text!r} is no comparison; allowed: {', '.join(signs)} and a number")


def _includes(wanted: str, found: Found, holds: Callable[[str, Found], bool]) -> str:
    if any(holds(each, found) for each in alternatives(wanted)):
        return ""
    return f"expected to include {_choice(wanted)}, got {excerpt(str(found), wanted)}"


def _occurs_in(wanted: str, found: Found) -> bool:
    return clean(wanted) in clean(found)


def _stands_in(wanted: str, found: Found) -> bool:
    """A single word must stand alone; anything longer may begin and end within a word."""
    reference, text = clean(wanted), clean(found)
    if reference not in text:
        return False
    return not _is_word(reference) or reference in tokens(text)


@lru_cache(maxsize=4096)
def _is_word(reference: str) -> bool:
    return len(tokens(reference)) == 1


def _number(found: Found) -> float | None:
    if not isinstance(found, str):
        return found
    try:
        return int(found.strip().replace(",", ""))
    except ValueError:
        return None


def _holds(text: str, number: float) -> bool:
    compare, limit = comparison(text)
    return compare(number, limit)


def _choice(wanted: str) -> str:
    return " or ".join(map(repr, alternatives(wanted)))
