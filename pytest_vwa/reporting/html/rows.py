"""What the list of all runs needs of each: small, for it is read when the page opens."""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.failures import failure
from pytest_vwa.reporting.reasons import bare

from .steady import Tries, tries
from .who import idents, labels

_LENGTH = 240


def rows(records: Sequence[Record]) -> list[dict[str, Any]]:
    """One a record, in the order in which they ran; JSON-able."""
    agents = labels(records)
    told = zip(records, idents(records), agents, tries(records, agents), strict=True)
    return [_row(*each) for each in told]


def _row(record: Record, ident: str, label: str, tried: Tries) -> dict[str, Any]:
    return {
        "id": ident,
        "run": record.run,
        "agent": label,
        "name": task_name(record),
        "key": record.key,
        "trial": record.trial,
        "trials": tried.trials,
        "steady": tried.steady,
        "kind": record.kind,
        "intent": _short(record.intent),
        "site": record.sites,
        "category": record.categories,
        "difficulty": record.difficulty or "",
        "check": sorted({check.kind for check in record.checks}),
        "outcome": record.outcome.value,
        "reason": _short(bare(record.reason)),
        "ending": failure(record),
        "steps": len(record.steps),
        "tokens": record.prompt_tokens + record.completion_tokens,
        "cost": round(record.cost_usd + record.judge_cost_usd, 6),
        "seconds": record.seconds.get("total", 0.0),
    }


def task_name(record: Record) -> str:
    """``shopping-3-question``: what the test is called, without agent and browser."""
    return record.test or record.key


def _short(text: str) -> str:
    return shorten(text, _LENGTH, placeholder="…")
