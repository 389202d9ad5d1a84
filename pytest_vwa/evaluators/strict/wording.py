"""The words of a text, and which of them only hold it together."""

import re

_SMALL = (
    "a about after all an and are as at be because been but by can did do does for from had has "
    "have he her his how i if in into is it its me my no not of on or our she so than that the "
    "their them then there these they this to was we were what when where which while who will "
    "with would you your"
)
_HEDGES = (
    "again alternatively also am answer approximately around believe choice correct could either "
    "else even guess just last likely may maybe might must neither nor one option otherwise "
    "perhaps plausibly possible possibly potentially presumably probably rather roughly say should "
    "sure think unless unsure"
)
SMALL = frozenset(_SMALL.split())
"""What sentences have, and lists of names, titles or menus have not."""
FILLERS = frozenset(f"{_SMALL} {_HEDGES}".split()) - {"no", "not", "than"}
"""What may stand between things that are offered one beside the other. ``not`` rules one out."""

_WORD = re.compile(r"[^\s,;|/]+(?:[,/]\d[^\s,;|/]*)*")
_MARKS = ".:!?'\"()[]*-"


def words(text: str) -> list[str]:
    """Without the signs around them."""
    return [word for each in _WORD.findall(text) if (word := each.strip(_MARKS))]
