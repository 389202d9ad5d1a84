"""What judging again changed, in lines to print: a pure function of records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_vwa.core.record import Record

_SHOWN = 20


@dataclass(frozen=True)
class Unmatched:
    """``tests`` counts collected tests without a record, ``records`` names records without one of
    the collected tests."""

    tests: int = 0
    records: tuple[str, ...] = ()


def lines(pairs: Sequence[tuple[Record, Record]], unmatched: Unmatched) -> Iterator[str]:
    """``pairs`` are the record of a run and the one made from it."""
    judged = [pair for pair in pairs if pair[1].is_judged]
    changed = [pair for pair in judged if pair[0].outcome != pair[1].outcome]
    yield f"{len(changed)} of {len(judged)} verdicts changed"
    for old, new in changed:
        yield f"  {new.nodeid}: {old.outcome} -> {new.outcome}{_profiles(old, new)}"
        yield f"    before: {_why(old)}"
        yield f"    now: {_why(new)}"
    left = [new for _, new in pairs if not new.is_judged]
    if left:
        yield f"{len(left)} could not be judged again"
    yield from _short([f"{new.nodeid}: {new.why}" for new in left])
    if unmatched.tests:
        yield left_out(unmatched.tests)
    if unmatched.records:
        yield f"{_records(len(unmatched.records))} no test among those collected"
    yield from _short(unmatched.records)


def left_out(tests: int) -> str:
    have, were = ("tests have", "were") if tests > 1 else ("test has", "was")
    return f"{tests} collected {have} no record in the run and {were} left out"


def named(record: Record) -> str:
    """``arena/shopping/3 (question, noop)``"""
    what = ["question"] if record.is_question else []
    return f"{record.key} ({', '.join([*what, record.agent or 'no agent'])})"


def _why(record: Record) -> str:
    """Why it was lost, or what its checks said when it was won."""
    won = "; ".join(dict.fromkeys(check.reason for check in record.checks if check.reason))
    return (record.reason and record.why) or won or str(record.outcome)


def _profiles(old: Record, new: Record) -> str:
    return "" if old.profile == new.profile else f" ({old.profile} -> {new.profile})"


def _short(told: Sequence[str]) -> Iterator[str]:
    yield from (f"  {each}" for each in told[:_SHOWN])
    if len(told) > _SHOWN:
        yield f"  and {len(told) - _SHOWN} more"


def _records(count: int) -> str:
    return f"{count} records of the run have" if count > 1 else "1 record of the run has"
