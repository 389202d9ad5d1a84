"""Which part of a run its records are of, by what ``--vwa-shard`` noted in them; pure functions."""

import re
from collections.abc import Iterable, Mapping, Sequence

from pytest_vwa.core.result import Run

VERSION = "shard"
"""Among the versions of a record: ``1/3``, or ``1/3 by RUN`` where a run told of durations."""
REMEDY = "run what is missing with its --vwa-shard, and merge all parts"
_BY = " by "
_PART = re.compile(r"[1-9]\d*/[1-9]\d*")


def title(number: int, count: int, base: str) -> str:
    return f"{number}/{count}{_BY if base else ''}{base}"


def base_of(record: Run) -> str:
    """The run by whose durations the parts were made alike; "" where there was none."""
    return record.versions.get(VERSION, "").partition(_BY)[2]


def part_of(records: Sequence[Run]) -> str:
    """Which part a run is: ``1/3``; "" when it is no part, or several that were merged."""
    parts = {_part(record) for record in records}
    return parts.pop() if len(parts) == 1 else ""


def missing(records: Iterable[Run]) -> tuple[str, ...]:
    """The parts that none of the records is of: ``2/3``; of a run that was not cut, or that went
    on uncut, none."""
    return _missing(_titles(records))


def incomplete(records: Iterable[Run]) -> str:
    """``part 1/3 alone``, ``without parts 2/4 and 4/4``; "" where nothing is missing, as far as
    records tell. Parts that were not cut alike say so."""
    titles = _titles(records)
    parts = sorted(set(titles.values()), key=_order)
    lacking = _missing(titles)
    told = ""
    if lacking and len(parts) == 1:
        told = f"part {parts[0]} alone"
    elif lacking:
        told = f"without part{'s' * (len(lacking) > 1)} {_and(lacking)}"
    bases = sorted({full.partition(_BY)[2] or "no run" for full in titles} if all(parts) else ())
    if len(bases) > 1:
        unlike = f"its parts were cut by {_and(bases)}, so tasks may be missing or there twice"
        return f"{told}; {unlike}" if told else unlike
    return told


def _titles(records: Iterable[Run]) -> Mapping[str, str]:
    """What records say of their part, and which part that is."""
    titles = {record.versions.get(VERSION, "") for record in records}
    return {full: full.partition(_BY)[0] for full in titles}


def _missing(titles: Mapping[str, str]) -> tuple[str, ...]:
    parts = set(titles.values())
    if not all(map(_PART.fullmatch, parts)):
        return ()
    counts = sorted({int(part.partition("/")[2]) for part in parts})
    every = (f"{number}/{count}" for count in counts for number in range(1, count + 1))
    return tuple(part for part in every if part not in parts)


def _part(record: Run) -> str:
    return record.versions.get(VERSION, "").partition(_BY)[0]


def _order(part: str) -> list[int]:
    return [int(number) for number in part.split("/") if number.isdecimal()]


def _and(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
