"""Answers that name everything, so that the right thing is among it."""

import re
from collections.abc import Collection, Iterator

from .kinds import Kind, kind_of, named, offered
from .text import plain, replaced
from .wording import FILLERS, SMALL, words

# Beyond four for each word that was asked for.
WORDS_OF_PROSE = 300
WORDS_OF_A_LIST = 60
PROSE = 0.3
"""The share of small words that a sentence has and a list of names, titles or menus has not."""
SHARE = 0.5
"""Of an answer's words; from this on its values are what it consists of."""
OTHER_NAMES = 6

_LONGEST_NAME = 8
_SMALL_IN_A_NAME = 0.2
_BREAK = re.compile(r"[,;|\u2022]|[.!?:]+(?=\s|$)|(?:^|\s)(?:or|and|/|-)(?=\s)")
_ASKED = "\0"
_LETTER = re.compile(r"[^\W\d]")

Asked = Collection[Collection[str]]
"""The things that the answer must name, each as its alternatives."""


def flood(asked: Asked, answer: str) -> str:
    """Why the answer is a list of guesses; "" when it is none."""
    text = plain(answer)
    said = words(text)
    if not asked or len(said) < 2:
        return ""
    wanted = [[plain(each) for each in choices] for choices in asked]
    return next(filter(None, _complaints(wanted, answer, text, said)), "")


def _complaints(asked: Asked, answer: str, text: str, said: list[str]) -> Iterator[str]:
    yield _too_long(asked, said)
    kinds = {kind_of(each) for choices in asked for each in choices}
    for kind in kinds:
        yield _guesses(kind, asked, text, len(said)) if kind else _names(asked, answer)


def _too_long(asked: Asked, said: list[str]) -> str:
    if len(said) <= WORDS_OF_A_LIST:
        return ""
    prose = sum(word in SMALL for word in said) >= PROSE * len(said)
    needed = sum(max(len(each.split()) for each in choices) for choices in asked)
    limit = (WORDS_OF_PROSE if prose else WORDS_OF_A_LIST) + 4 * needed
    if len(said) <= limit:
        return ""
    return f"expected an answer of at most {limit} words, got {len(said)} words"


def _guesses(kind: Kind, asked: Asked, text: str, length: int) -> str:
    """``length`` is that of the answer in words."""
    of_kind = [[each for each in choices if kind_of(each) is kind] for choices in asked]
    flat = [each for choices in of_kind for each in choices]
    count = sum(map(bool, of_kind))
    allowed = count + kind.spare
    if length <= allowed or (everywhere := named(kind, flat, text)) <= allowed:
        return ""
    guessed = offered(kind, flat, text)
    # Whatever stands between them: there is little else.
    if everywhere > allowed + count and everywhere >= SHARE * length:
        guessed = everywhere
    if guessed <= allowed:
        return ""
    return f"expected at most {allowed} {kind.name}, got a list of {guessed}"


def _names(asked: Asked, answer: str) -> str:
    """Names in a row with those that were asked for, whatever they are separated by."""
    allowed = 2 * len(asked) + OTHER_NAMES
    text = plain(answer.replace("\n", " ; "))
    for choices in asked:
        for each in choices:
            text = replaced(each, _ASKED, text)
    pieces = _BREAK.split(text)
    others = len({name for run in _rows(pieces) if _ASKED in run for name in run} - {_ASKED})
    if others <= allowed:
        return ""
    return f"expected at most {allowed} other names, got a list of {others}"


def _rows(pieces: list[str]) -> Iterator[list[str]]:
    """Names between which there is nothing else."""
    row: list[str] = []
    for piece in pieces:
        name = _ASKED if _ASKED in piece else _name(piece)
        if name is None:
            yield row
            row = []
        elif name:
            row.append(name)
    yield row


def _name(piece: str) -> str | None:
    """Without the small words around it; "" where nothing is left but signs and numbers, None for
    a part of a sentence."""
    said = words(piece)
    while said and said[0] in FILLERS:
        del said[0]
    while said and said[-1] in FILLERS:
        del said[-1]
    name = " ".join(said)
    if not _LETTER.search(name):
        return ""
    small = sum(word in SMALL for word in said)
    return name if len(said) <= _LONGEST_NAME and small <= _SMALL_IN_A_NAME * len(said) else None
