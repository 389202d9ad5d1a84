"""Words as the published evaluators count them: Penn Treebank tokens of lower-cased English.

Only what decides whether a word stands alone is kept. The one subtle sign is the full stop: it
belongs to its word (``no. 5``, ``3.5``) unless it ends a sentence, and whether it does is told as
the Punkt algorithm tells it (Kiss and Strunk 2006), with a fixed list of abbreviations.
"""

import re
from itertools import pairwise

_MONTHS = "jan feb mar apr jun jul aug sep sept oct nov dec"
_DAYS = "mon tue tues wed thu thurs fri sat"
_TITLES = "mr mrs ms messrs dr prof rev gen col capt lt sgt sen rep gov jr sr hon"
_FIRMS = "inc corp co cos ltd bros assn dept univ"
_PLACES = "st ave blvd rd ft mt calif conn fla ill mass mich minn okla penn tenn wash wis"
_DOTTED = "u.s u.k u.n u.s.a d.c n.y l.a a.m p.m a.d b.c e.g i.e ph.d"
_OTHERS = "vs etc al fig vol ed est approx adm cie"
ABBREVIATIONS = frozenset(
    " ".join((_MONTHS, _DAYS, _TITLES, _FIRMS, _PLACES, _DOTTED, _OTHERS)).split()
)

_CLOSING = r"\u2019\u201d\xbb"
_QUOTES = rf"\u2018\u201c\u201e\xab{_CLOSING}"
_BREAK = rf"""[?!)";}}\]*:@'({{\[\u2018\u201c\xab{_CLOSING}]"""
_RUN = r"(?:-{2,}|\.{2,})"
# The last place of a chunk between blanks where a sentence may end, and what follows it.
# Other white space, such as the no-break space, is a blank here only where it follows.
_CANDIDATE = re.compile(
    rf"(?<![^ \t\n\r\f\v])[^ \t\n\r\f\v]*[.?!](?=(?P<follower>{_BREAK}|\s+\S+))"
)
_LAST_STOP = re.compile(rf"""(?<!\.)\.(?=[])}}>"'{_CLOSING} ]*+\s*+\Z)""")
_PIECE_END = rf"\s|\Z|{_BREAK}|{_RUN}"
_PIECE = re.compile(
    rf"""{_RUN} | [^("`{{\[:;&#*@)}}\]\-,\s] \S*? (?= {_PIECE_END} | ,(?:{_PIECE_END}) ) | \S""",
    re.VERBOSE,
)
_NUMBER_OR_INITIAL = re.compile(r"-?[.,]?\d[\d,.-]*|[^\W\d]")

_SIGN = re.compile(
    rf"""\.{{2,}} | -- | `+ | '' | [:,](?!\d) | [][(){{}}<>;@#$%&?!*"{_QUOTES}\u2012-\u2015]""",
    re.VERBOSE,
)
_OPENING = re.compile(r"(?<!\w)'(?!(?:re|ve|ll|[mtsdn])\b)(?=\w)")
_POSSESSIVE = re.compile(r"(?<=[^'\s])'[smd]?(?!\S)")
_CONTRACTION = re.compile(r"(?<=[^'\s])(?:'ll|'re|'ve|n't)(?!\S)")
_FUSED = re.compile(
    r"\b(?:can(?=not\b)|d(?='ye\b)|gim(?=me\b)|gon(?=na\b)|got(?=ta\b)|lem(?=me\b)|more(?='n\b)"
    r"|wan(?=na(?!\S)))|(?<!\S)'t(?=(?:is|was)\b)"
)


def tokens(text: str) -> list[str]:
    """The words and signs of a lower-cased text, in reading order.

    Quotation marks keep their shape, unlike in the Treebank.
    """
    text = _LAST_STOP.sub(" . ", _CANDIDATE.sub(_part, text))
    text = _SIGN.sub(r" \g<0> ", text)
    text = _OPENING.sub("' ", text)
    text = _POSSESSIVE.sub(r" \g<0>", text)
    text = _CONTRACTION.sub(r" \g<0>", text)
    return _FUSED.sub(r" \g<0> ", text).split()


def _part(chunk: re.Match[str]) -> str:
    """Set the chunk's final full stop apart when a sentence ends there."""
    text = chunk[0]
    if not text.endswith(".") or text.endswith(".."):
        return text
    pieces = _PIECE.findall(text + chunk["follower"])
    ends = any(_ends_sentence(piece, follower) for piece, follower in pairwise(pieces))
    return f"{text[:-1]} . " if ends else text


def _ends_sentence(piece: str, follower: str) -> bool:
    if piece in (".", "?", "!"):
        return True
    if not piece.endswith(".") or piece.endswith(".."):
        return False
    word = piece[:-1]
    if ABBREVIATIONS & {word, word.rsplit("-")[-1]}:
        return False
    if _NUMBER_OR_INITIAL.fullmatch(word):
        return not (follower in ";:,.!?" or follower[0].islower())
    return True
