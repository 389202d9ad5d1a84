"""Texts without what makes no difference, and words that stand alone."""

import re
import unicodedata
from functools import lru_cache

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2026": "...",
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    }
)
_WRAPPING = "'\"`* "

# A word goes on over these signs when a letter or digit follows: well-known, 3.5, a@b.org, can't.
# Commas, colons and slashes hold only digits together: 1,299 and 12/24, but red/blue is two words.
_BEGIN = re.compile(r"(?=\W)|(?<!\w)(?<!\w[-.@'])(?!(?<=\d[,:/])\d)")
_END = re.compile(r"(?<=\W)|(?!\w)(?![-.@]\w)(?!'(?!s\b)\w)(?!(?<=\d)[,:/]\d)")


@lru_cache(maxsize=16)
def plain(text: str) -> str:
    """In one case, with single blanks, straight quotation marks and short dashes."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_SIGNS)
    return " ".join(text.casefold().split())


def bare(text: str) -> str:
    """Plain, without enclosing quotation marks or emphasis and without a final full stop."""
    return plain(text).strip(_WRAPPING).removesuffix(".").strip(_WRAPPING)


def stands_in(phrase: str, text: str) -> bool:
    """Whether the phrase occurs and neither begins nor ends within a word; both are plain."""
    return _find(phrase, text, 0) >= 0


def replaced(phrase: str, by: str, text: str) -> str:
    """The text with something else wherever the phrase stands in it."""
    at = _find(phrase, text, 0)
    while at >= 0:
        text = text[:at] + by + text[at + len(phrase) :]
        at = _find(phrase, text, at + len(by))
    return text


def _find(phrase: str, text: str, start: int) -> int:
    at = text.find(phrase, start)
    while at >= 0:
        if _BEGIN.match(text, at) and _END.match(text, at + len(phrase)):
            return at
        at = text.find(phrase, at + 1)
    return -1
