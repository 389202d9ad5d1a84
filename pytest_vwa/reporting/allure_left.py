"""The Allure result of a test whose xdist worker died: the worker could not write it."""

import json
import time
from pathlib import Path
from uuid import uuid4

from pytest_vwa.core.record import Record
from pytest_vwa.core.verdict import Outcome
from pytest_vwa.whole import write_whole

from .allure import labels, title

_STATUS = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "failed",
    Outcome.ERROR: "broken",
    Outcome.SKIPPED: "skipped",
}


def write(folder: Path, record: Record, names: dict[str, str]) -> None:
    """``names`` are those of allure-pytest: fullName, testCaseId, historyId. The steps died with
    the worker; the record is attached as ever. Raises OSError."""
    attachment, now = f"{uuid4()}-attachment.json", round(time.time() * 1000)
    result = {
        "uuid": str(uuid4()),
        **names,
        "name": title(record.test, record),
        "description": record.intent,
        "status": _STATUS[record.outcome],
        "statusDetails": {"message": record.reason},
        "labels": [{"name": name, "value": value} for name, value in labels(record)],
        "attachments": [{"name": "record", "source": attachment, "type": "application/json"}],
        "start": now,
        "stop": now,
    }
    write_whole(folder / attachment, record.model_dump_json(indent=1).encode())
    write_whole(folder / f"{result['uuid']}-result.json", json.dumps(result).encode())
