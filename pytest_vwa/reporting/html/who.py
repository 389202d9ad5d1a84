"""Who ran: an agent with its model under its scoring rules, and in which run where it ran in
several. And by what name each record is known in the pages."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote, urlencode

from pytest_vwa.core.record import Record

_LENGTH = 10


def labels(records: Sequence[Record]) -> list[str]:
    """Of each record, ``summary · gpt-4o``; what tells no two of them apart is left out, but for
    the agent."""
    runs: dict[str, set[str]] = {}
    for record in records:
        runs.setdefault(_label(record), set()).add(record.run)
    return [
        f"{label} · {record.run}" if len(runs[label]) > 1 else label
        for record, label in zip(records, map(_label, records), strict=True)
    ]


def link_to_runs(**filters: str) -> str:
    """The address of the list of runs, with only those that fit."""
    return "#" + urlencode({"view": "runs", **filters}, quote_via=quote)


def _label(record: Record) -> str:
    parts = (
        record.agent or "no agent",
        record.model or "",
        "" if record.profile == "reference" else record.profile,
    )
    return " · ".join(filter(None, parts))


def idents(records: Sequence[Record]) -> list[str]:
    """Of each record, a name that stays the same when it is rendered again: short, for addresses;
    what was run again under the same name has its number at the end."""
    met = Counter[str]()
    names = []
    for record in records:
        told = f"{record.run}\n{record.nodeid}\n{record.trial}"
        ident = sha256(told.encode()).hexdigest()[:_LENGTH]
        met[ident] += 1
        names.append(ident if met[ident] == 1 else f"{ident}-{met[ident]}")
    return names
