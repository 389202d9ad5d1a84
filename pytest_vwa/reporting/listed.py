"""Many tasks named in little room, and none left out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from .matched import Name
from .pairs import natural

_FEW = 3
"""From so many tasks in a row on, only the first and the last are named."""


def listed(notes: Mapping[Name, str]) -> str:
    """``arena/map/3, 5-9, 12 1/2; arena/reddit/4; questions: arena/map/3``: the folder once for
    its tasks, and what is noted of one behind its number."""
    parts = ["; ".join(_folders(notes, of_questions=each)) for each in (False, True)]
    tasks, questions = parts
    return "; ".join(filter(None, [tasks, f"questions: {questions}" if questions else ""]))


def _folders(notes: Mapping[Name, str], *, of_questions: bool) -> Iterator[str]:
    own = {key: note for (key, question), note in notes.items() if question == of_questions}
    keys = sorted(own, key=natural)
    for folder, inside in groupby(keys, lambda key: key.rpartition("/")[0]):
        told = [(key.rpartition("/")[2], own[key]) for key in inside]
        yield f"{folder}/"[not folder :] + ", ".join(_numbers(told))


def _numbers(told: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Neighbours with nothing noted of them stand together."""

    def row(at: int) -> int | str:
        number, note = told[at]
        return number if note or not number.isdecimal() else int(number) - at

    for _, places in groupby(range(len(told)), row):
        names = [" ".join(filter(None, told[at])) for at in places]
        yield from [f"{names[0]}-{names[-1]}"] if len(names) >= _FEW else names
