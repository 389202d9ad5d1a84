"""Answers that name everything, so that the right thing is among it."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .date import Date, dates
from .quantity import Quantity, quantities
from .rules import meaning
from .text import plain, stands_in

# Beyond two for each word that was asked for.
WORDS_OF_PROSE = 150
WORDS_OF_A_LIST = 60
PROSE = 0.3
"""The share of small words that a sentence has and a list of names, titles or menus has not."""

_SMALL_WORDS = (
    "a about after all an and are as at be because been but by can did do does for from had has "
    "have he her his how i if in into is it its me my no not of on or our she so than that the "
    "their them then there these they this to was we were what when where which while who will "
    "with would you your"
)
_COLOUR_WORDS = (
    "red orange yellow green blue purple violet pink brown black white grey gray cyan teal magenta "
    "maroon navy gold silver beige turquoise tan"
)
_SMALL, _COLOURS = frozenset(_SMALL_WORDS.split()), frozenset(_COLOUR_WORDS.split())
_YES_NO = frozenset(("yes", "no"))
_WORD = re.compile(r"[^\s,;|/]+(?:[,/]\d[^\s,;|/]*)*")
_MARKS = ".:!?'\"()[]*-"
_BREAK = re.compile(r"[,;|\n\u2022]|\s(?:or|and|/|-)\s", re.IGNORECASE)

Asked = Collection[Collection[str]]
"""The things that the answer must name, each as its alternatives."""


@dataclass(frozen=True)
class Kind:
    """Values of which a guesser may name many: whether a text is one, and which of them an answer
    names that could pass for those that were asked for.

    An honest answer names no more than ``each`` for every one asked and ``spare``; or they are
    less than ``share`` of its words.
    """

    name: str
    includes: Callable[[str], bool]
    rivals: Callable[[Collection[str], str], Collection[object]]
    each: int = 2
    spare: int = 2
    share: float = 0.5


def _numbers(asked: Collection[str], text: str) -> Collection[object]:
    """Those with the unit of the right ones: prices are no rivals of a count."""
    wanted = [value for each in asked if isinstance(value := meaning(each), Quantity)]
    found = quantities(text)
    units = {each.measures for each in found if any(map(each.same, wanted))}
    return {each.amount for each in found if each.measures in units}


def _words_of(words: frozenset[str]) -> Callable[[Collection[str], str], Collection[object]]:
    return lambda asked, text: words.intersection(_words(text))


_KINDS = (
    Kind("numbers", lambda text: isinstance(meaning(text), Quantity), _numbers),
    Kind(
        "dates",
        lambda text: isinstance(meaning(text), Date),
        lambda asked, text: set(dates(text)),
        share=0.25,
    ),
    Kind("colours", lambda text: plain(text) in _COLOURS, _words_of(_COLOURS)),
    Kind("of yes and no", lambda text: plain(text) in _YES_NO, _words_of(_YES_NO), 1, 0, 0.6),
)


def flood(asked: Asked, answer: str) -> str:
    """Why the answer is a list of guesses; "" when it is none."""
    text = plain(answer)
    words = _words(text)
    if not asked or len(words) < 2:
        return ""
    return next(filter(None, _complaints(asked, answer, text, words)), "")


def _complaints(asked: Asked, answer: str, text: str, words: list[str]) -> Iterator[str]:
    yield _too_long(asked, words)
    kinds = {kind for choices in asked for each in choices if (kind := _kind_of(each))}
    for kind in kinds:
        yield _guesses(kind, asked, text, len(words))
    yield _names(asked, answer, len(words))


def _too_long(asked: Asked, words: list[str]) -> str:
    if len(words) <= WORDS_OF_A_LIST:
        return ""
    prose = sum(word in _SMALL for word in words) >= PROSE * len(words)
    needed = sum(max(len(each.split()) for each in choices) for choices in asked)
    limit = (WORDS_OF_PROSE if prose else WORDS_OF_A_LIST) + 2 * needed
    if len(words) <= limit:
        return ""
    return f"expected an answer of at most {limit} words, got {len(words)} words"


@lru_cache(maxsize=4096)
def _kind_of(text: str) -> Kind | None:
    return next((kind for kind in _KINDS if kind.includes(text)), None)


def _guesses(kind: Kind, asked: Asked, text: str, length: int) -> str:
    """``length`` is that of the answer in words."""
    of_kind = [[each for each in choices if _kind_of(each) is kind] for choices in asked]
    allowed = kind.each * sum(map(bool, of_kind)) + kind.spare
    if length <= allowed:
        return ""
    found = len(kind.rivals([each for choices in of_kind for each in choices], text))
    if found <= allowed or found < kind.share * length:
        return ""
    return f"expected at most {allowed} {kind.name}, got a list of {found}"


def _names(asked: Asked, answer: str, length: int) -> str:
    """Short pieces between commas that are not what was asked for."""
    allowed = 2 * len(asked) + 8
    if length <= allowed:
        return ""
    wanted = {plain(each) for choices in asked for each in choices}
    pieces = {plain(piece) for piece in _BREAK.split(answer)}
    others = [words for piece in pieces if (words := _name(piece, wanted))]
    if len(others) <= allowed or sum(map(len, others)) < length / 2:
        return ""
    return f"expected at most {allowed} other names, got a list of {len(others)}"


def _name(piece: str, wanted: Collection[str]) -> list[str]:
    """The words of a piece that is no part of a sentence and nothing that was asked for."""
    words = _words(piece)
    short = len(words) <= 4 and not _SMALL.intersection(words)
    return words if short and not any(stands_in(each, piece) for each in wanted) else []


def _words(text: str) -> list[str]:
    return [word for each in _WORD.findall(text) if (word := each.strip(_MARKS))]
