"""Whether all tests of a run have a record, by how many it was to run; pure functions."""

from collections import defaultdict
from collections.abc import Iterable

from pytest_vwa.core.result import Run

from .units import counted

VERSION = "tests"
"""Among the versions of a record: how many its session was to run. One that goes on with a run is
to run what is left of it."""
REMEDY = "pytest --vwa-resume=RUN runs the rest"


def unrun(records: Iterable[Run]) -> str:
    """``7 of 16 tests of run 20261123-101500-77 have no record``; "" where nothing is missing, as
    far as records tell. They are all that a journal holds, not the final ones alone."""
    planned: defaultdict[str, int] = defaultdict(int)
    told: defaultdict[str, set[str]] = defaultdict(set)
    for record in records:
        number = record.versions.get(VERSION, "")
        if number.isdecimal():  # a journal may have been edited
            planned[record.run] = max(planned[record.run], int(number))
        told[record.run].add(record.nodeid)
    return "; ".join(
        f"{lacking} of {counted(planned[run], 'tests')} of run {run} "
        f"{'has' if lacking == 1 else 'have'} no record"
        for run, tests in told.items()
        if (lacking := planned[run] - len(tests)) > 0
    )
