"""What a run that is judged again takes from the run it comes from."""

import os.path
from dataclasses import dataclass, field

from pytest_vwa.core.errors import EvidenceError, Unavailable
from pytest_vwa.core.ports import Usage
from pytest_vwa.core.record import Record
from pytest_vwa.core.source import Source
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.evidence.file import read
from pytest_vwa.evidence.stored import Stored
from pytest_vwa.runlog import RunLog

from .past import Past

_OWN = ("evaluate", "total")
"""What judging again measures by itself; the rest of the seconds are the agent's."""


@dataclass
class _Spent:
    usage: Usage
    notes: list[str] = field(default_factory=list)


def take_over(log: RunLog, past: Past) -> None:
    """The agent's steps, cost and time, and where its artifacts lie."""
    record = _record(log, past)
    if record is None:
        return
    agents = record.seconds.get("total", 0.0) - record.seconds.get("evaluate", 0.0)
    log.rescored_from, log.model = record.rescored_from or record.run, record.model
    log.steps, log.answer, log.stop = list(record.steps), record.answer, record.stop
    log.watched, log.warnings = record.watched, list(record.warnings)
    spent = Usage(record.prompt_tokens, record.completion_tokens, record.cost_usd)
    log.meters.append(_Spent(spent))
    log.seconds.update({k: v for k, v in record.seconds.items() if k not in _OWN})
    log.started -= max(0.0, agents)
    if record.artifacts:
        log.kept = True
        log.folder = os.path.relpath(past.folder / record.artifacts, log.report_dir / log.run)


def evidence_of(log: RunLog, past: Past) -> Stored:
    """What was kept of the run. Raises Unavailable when it cannot be judged by it,
    EvidenceError when its file is damaged or another run's."""
    record = _record(log, past)
    if record is None:
        raise Unavailable(f"the run {past.name} has no record of it")
    if record.trouble or not record.artifacts:
        raise Unavailable(_why_none(record) or f"the run {record.run} kept no evidence of it")
    if record.task_sha256 != log.task.sha256:
        raise Unavailable(
            f"the task is not the one that ran: its sha256 was {record.task_sha256[:12]}, now it "
            f"is {log.task.sha256[:12]}"
        )
    try:
        stored = read(log.artifacts)
    except Unavailable as error:
        raise Unavailable(_why_none(record) or str(error)) from error
    if stored.source != (expected := _source(log, record, stored)):
        raise EvidenceError(
            f"{log.artifacts} holds the evidence of {stored.source}, not of {expected}"
            f"{_by_node(stored.source, expected)}"
        )
    return stored


def _source(log: RunLog, record: Record, stored: Stored) -> Source:
    """What the evidence must be of. A run that was itself judged again may have been given its
    files under other paths, so its node ids need not be those of the run of the agent's."""
    nodeid = stored.source.nodeid if record.rescored_from else record.nodeid
    run = record.rescored_from or record.run
    return log.source.model_copy(update={"run": run, "agent": record.agent, "nodeid": nodeid})


def _by_node(found: Source, expected: Source) -> str:
    return "" if found.nodeid == expected.nodeid else f" ({found.nodeid}, not {expected.nodeid})"


def _why_none(record: Record) -> str:
    """Why no evidence was kept, as far as the record tells; "" when it does not."""
    match record.outcome:
        case Outcome.SKIPPED:
            return f"it was skipped in the run {record.run}: {record.reason}"
        case Outcome.ERROR:
            return f"the run {record.run} ended in an error: {record.reason}"
    return "; ".join(warning for warning in record.warnings if "not kept" in warning)


def _record(log: RunLog, past: Past) -> Record | None:
    return past.find((log.task.key, log.question is not None, log.agent, log.trial), log.nodeid)
