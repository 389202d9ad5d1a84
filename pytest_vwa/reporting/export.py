"""Records as a table for other tools: CSV, or Parquet with pyarrow; a row each."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.whole import write_whole

from .breakdown import PHASES
from .failures import failure

_TEXT = (
    *("run", "key", "nodeid", "kind", "benchmark", "intent", "agent", "model", "outcome"),
    *("reason", "profile", "answer", "stop", "error_kind", "difficulty", "template_id", "video"),
    *("artifacts", "task_sha256"),
)
_NUMBERS = ("score", "cost_usd", "judge_cost_usd")
_PHASES = (*PHASES, "total")
_WHOLE_NUMBERS = ("trial", "prompt_tokens", "completion_tokens", "judge_calls", "judge_tokens")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS: dict[str, type] = {
    **dict.fromkeys((*_TEXT, "sites", "categories", "checks", "failure"), str),
    **dict.fromkeys((*_NUMBERS, *(f"seconds_{phase}" for phase in _PHASES)), float),
    **dict.fromkeys((*_WHOLE_NUMBERS, "steps"), int),
}
"""What a row has, and of which type; a value may be missing."""


def write(records: Sequence[Record], path: Path) -> None:
    """By the ending of ``path``, ``.csv`` or ``.parquet``; it takes an old file's place when it is
    whole. Raises UsageError where pyarrow is not there, OSError."""
    made = _parquet(records) if path.suffix == ".parquet" else _csv(records)
    write_whole(path, made)


def check(path: Path) -> None:
    """Raises UsageError, before anything is run, for a file that could not be written."""
    if path.suffix == ".parquet":
        _pyarrow()


def row(record: Record) -> dict[str, Any]:
    """Flat: lists are joined by ``|``, steps are counted, seconds stand by phase."""
    told = {name: getattr(record, name) for name in (*_TEXT, *_NUMBERS, *_WHOLE_NUMBERS)}
    told["outcome"] = record.outcome.value
    told["sites"] = "|".join(record.sites)
    told["categories"] = "|".join(record.categories)
    told["checks"] = "|".join(f"{check.kind}={check.value:g}" for check in record.checks)
    told["failure"] = failure(record)
    told["steps"] = len(record.steps)
    return told | {f"seconds_{phase}": record.seconds.get(phase) for phase in _PHASES}


def _csv(records: Sequence[Record]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(_inert(row(record)) for record in records)
    return text.getvalue().encode()


def _inert(told: dict[str, Any]) -> dict[str, Any]:
    """Spreadsheets take text that begins like a formula for one, and replies are not trusted."""
    return {
        name: f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
        for name, value in told.items()
    }


def _parquet(records: Sequence[Record]) -> bytes:
    pyarrow = _pyarrow()
    import pyarrow.parquet as parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist([row(r) for r in records], schema), sink)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise UsageError(
            "Parquet needs pyarrow: pip install 'pytest-vwa[parquet]', or name a file that ends"
            " in .csv"
        ) from error
    return pyarrow
