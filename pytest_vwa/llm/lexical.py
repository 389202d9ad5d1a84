"""Reading by counting words: all that the stand-in model knows of language."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"[a-z0-9]+(?:[.'-][a-z0-9]+)*")
_CUE_TIME = re.compile(r"^\[\d+:\d\d\]\s*", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'A-Z0-9$])")
_QUOTED = re.compile(r"[\"“]([^\"”]+)[\"”]|(?<!\w)'([^']+)'(?!\w)")
_CAPITAL = r"(?!I\b)[A-Z][\w'-]*"
_NAME = re.compile(rf"{_CAPITAL}(?: (?:(?:of|and|the|&) )?(?:{_CAPITAL}|\d[\w.-]*))*")
_POINTER = re.compile(r"\b(?:this|that|these|it|its)\b", re.IGNORECASE)
_FACT = re.compile(r"\$?\d[\d,.]*")
_EMPTY = frozenset(
    _WORD.findall(
        "a about all also am an and any are as at be been but by can click could did do does "
        "for from get go had has have he her here his how i if in into is it its just let like "
        "me more my next no not now of on one open or our out page person please see she so "
        "some take tell than that the their them then there they this to up us video want was "
        "we were what when where which who will with would you your"
    )
)
_SPANS: tuple[tuple[str, str], ...] = (
    (r"how much|price|cost|pay", r"\$\d[\d,]*(?:\.\d+)?|\d[\d,.]*(?= dollars)"),
    (r"e-?mail", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    (r"how many|how old|what year|which year|number", r"\d[\d,]*(?:\.\d+)?"),
    (
        r"colou?r",
        r"(?i:\b(?:black|white|gr[ae]y|silver|red|orange|yellow|green|teal|blue|navy|purple|pink"
        r"|brown)\b)",
    ),
)


def stems_in_order(text: str) -> list[str]:
    """The words that carry meaning, lower-case, without a plural's s."""
    words = (word.removesuffix("'s") for word in _WORD.findall(text.lower()))
    return [
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in words
        if word not in _EMPTY
    ]


def stems(text: str) -> frozenset[str]:
    """The same, each once and in no order: to compare, never to choose from."""
    return frozenset(stems_in_order(text))


def sentences(text: str) -> list[str]:
    """Of a transcript (times dropped) or of plain prose."""
    flowing = " ".join(_CUE_TIME.sub("", text).split())
    return [sentence for sentence in _SENTENCE_END.split(flowing) if sentence]


def relevance(told: Sequence[str], objective: str) -> list[float]:
    """Per sentence: the words shared with the objective; what stands beside shares half."""
    wanted = stems(objective)
    own = [float(len(stems(sentence) & wanted)) for sentence in told]
    padded = [0.0, *own, 0.0]
    return [
        mine + max(before, after) / 2
        for before, mine, after in zip(padded, own, padded[2:], strict=False)
    ]


def summarise(transcript: str, objective: str, keep: int = 10) -> str:
    """The ``keep`` sentences nearest to the objective or fullest of names and numbers, in order."""
    told = sentences(transcript)
    weight = [
        near + (len(names(sentence)) + len(_FACT.findall(sentence))) / 2
        for sentence, near in zip(told, relevance(told, objective), strict=True)
    ]
    best = sorted(range(len(told)), key=lambda index: -weight[index])[:keep]
    return " ".join(told[index] for index in sorted(best))


def answer(question: str, notes: str) -> str:
    """The likeliest span of the nearest sentences, or the nearest sentence, with the one before
    where it points back to it; "" without notes."""
    told = sentences(notes)
    nearness = relevance(told, question)
    ranked = sorted(range(len(told)), key=lambda index: -nearness[index])
    nearest = [_with_what_it_points_to(told, index) for index in ranked[:3]]
    for asked, span in _SPANS:
        if re.search(asked, question.lower()):
            found = (match[0] for sentence in nearest for match in re.finditer(span, sentence))
            return next(found, nearest[0] if nearest else "")
    return nearest[0] if nearest else ""


def _with_what_it_points_to(told: Sequence[str], index: int) -> str:
    start = index - 1 if index and _POINTER.search(told[index]) else index
    return " ".join(told[start : index + 1])


def quoted(text: str) -> list[str]:
    """What stands between quotation marks."""
    return [double or single for double, single in _QUOTED.findall(text)]


def names(text: str) -> list[str]:
    """Quoted phrases, then capitalised ones that do not just open the sentence."""
    capitalised = ((match.start(), _without_opening(match[0])) for match in _NAME.finditer(text))
    return [
        *quoted(text),
        *(name for start, name in capitalised if name and (start or " " in name)),
    ]


def _without_opening(name: str) -> str:
    """``Now the Red Kayak`` -> ``Red Kayak``"""
    while name and name.split()[0].lower() in _EMPTY:
        name = name.partition(" ")[2]
    return name
