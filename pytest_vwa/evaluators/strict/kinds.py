"""Kinds of values that a guesser may name many of, and which of them an answer offers as one."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from pytest_vwa.core.site import SITE_NAMES

from .date import date, dated
from .quantity import count, measured
from .wording import FILLERS, words

_MONTHS = (
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec"
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri"
_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_COLOURS = (
    "red orange yellow green blue purple violet pink brown black white grey gray cyan teal magenta "
    "maroon navy gold silver beige turquoise tan"
)
# ``no other`` denies nothing by itself.
_ALONE = r"(?=\s*(?:[^\w\s]|$)|\s(?:or|maybe|perhaps|possibly|yes|no)\b)"
# What says that the next value has a part of its own: ``5 stars: 10``.
_ROLE = re.compile(r"[:=()]")


@dataclass(frozen=True)
class Place:
    """Where a value stands in a text, and whether it is one that was asked for."""

    begin: int
    end: int
    value: Hashable
    right: bool


@dataclass(frozen=True)
class Kind:
    """``find`` gives the values of a plain text, of those that could pass for what was asked.

    An honest answer offers, in the place of the right ones, as many values as were asked for and
    ``spare``.
    """

    name: str
    includes: Callable[[str], bool]
    find: Callable[[Collection[str], str], Iterable[Place]]
    spare: int = 2


@lru_cache(maxsize=4096)
def kind_of(text: str) -> Kind | None:
    """Of a plain text; None for what is of no kind, such as a name."""
    return next((kind for kind in _KINDS if kind.includes(text)), None)


def offered(kind: Kind, asked: Collection[str], text: str) -> int:
    """How many values stand in a row with those that were asked for: between any two neighbours
    are only signs, small words, or words that stand between most of them. All texts are plain."""
    places = sorted(kind.find(asked, text), key=lambda place: place.begin)
    chosen = (run for run in _runs(places, text) if any(place.right for place in run))
    return len({place.value for run in chosen for place in run})


def named(kind: Kind, asked: Collection[str], text: str) -> int:
    """How many values the text names anywhere."""
    return len({place.value for place in kind.find(asked, text)})


def _runs(places: Sequence[Place], text: str) -> Iterator[list[Place]]:
    gaps = [text[one.end : other.begin] for one, other in pairwise(places)]
    often = Counter(word for gap in gaps for word in set(words(gap)))
    usual = {word for word, times in often.items() if times >= max(2, len(gaps) / 2)}
    run = [*places[:1]]
    for place, gap in zip(places[1:], gaps, strict=True):
        if not _joins(gap, usual):
            yield run
            run = []
        run.append(place)
    yield run


def _joins(gap: str, usual: Collection[str]) -> bool:
    return not _ROLE.search(gap) and all(
        word in FILLERS or word in usual or word.isdecimal() for word in words(gap)
    )


def _is_number(text: str) -> bool:
    return date(text) is None and count(text) is not None


def _numbers(asked: Collection[str], text: str) -> Iterator[Place]:
    """Those with the unit of the right ones: prices are no rivals of a count."""
    wanted = [value for each in asked if (value := count(each))]
    found = [(*place, any(map(place[2].same, wanted))) for place in measured(text)]
    units = {value.measures for _, _, value, right in found if right}
    for begin, end, value, right in found:
        if value.measures in units:
            yield Place(begin, end, value.amount, right)


def _dates(asked: Collection[str], text: str) -> Iterator[Place]:
    wanted = [value for each in asked if (value := date(each))]
    for begin, end, value in dated(text):
        yield Place(begin, end, value, any(map(value.says, wanted)))


def _of(
    name: str, values: str, spare: int = 2, where: str = r"(?!\w)", letters: int | None = None
) -> Kind:
    """A kind of the words that are listed; the first ``letters`` of them say which it is."""
    all_of_them = frozenset(values.split())

    @cache
    def pattern() -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{'|'.join(all_of_them)}){where}")

    def find(asked: Collection[str], text: str) -> Iterator[Place]:
        wanted = {each[:letters] for each in asked}
        for match in pattern().finditer(text):
            value = match[0][:letters]
            yield Place(*match.span(), value, value in wanted)

    return Kind(name, all_of_them.__contains__, find, spare)


_KINDS = (
    Kind("numbers", _is_number, _numbers),
    Kind("dates", lambda text: date(text) is not None, _dates),
    _of("of yes and no", "yes no", 0, _ALONE),
    _of("colours", _COLOURS),
    _of("days", _DAYS, letters=3),
    _of("months", _MONTHS, letters=3),
    _of("numbers", _NUMBERS),
    _of("sites", " ".join(name.replace("_", " ") for name in SITE_NAMES)),
)
