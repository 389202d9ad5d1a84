"""All that the page of one run shows, read when it is opened."""

from os.path import relpath
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.breakdown import phases
from pytest_vwa.reporting.reasons import bare
from pytest_vwa.video.kept import Kept

_IN_THE_LIST = {"version", "key", "sites", "categories", "difficulty", "kind"}


def detail(record: Record, pictures: str) -> dict[str, Any]:
    """JSON-able; ``pictures`` is the address of its artifact folder, "" when there is none."""
    told = record.model_dump(mode="json", exclude=_IN_THE_LIST)
    parts = [(phase.name, phase.seconds) for phase in phases([record])]
    return told | {"pictures": pictures, "reason": bare(record.reason), "phases": parts}


def tutorial(kept: Kept, pictures: str) -> dict[str, Any]:
    """JSON-able; ``pictures`` is the address of the folder of its frames."""
    return kept.model_dump(mode="json") | {"pictures": pictures}


def address(place: Path, page: Path) -> str:
    """Of a folder or file, meant from the folder of the page, with an end that joins."""
    return quote(Path(relpath(place, page)).as_posix()) + "/"
