"""Evidence on disk: one compressed file of readable JSON in the artifact folder of its run."""

import gzip
import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pytest_vwa.core.errors import EvidenceError, Unavailable

from .stored import Stored

NAME = "evidence.json.gz"
VERSION = 2


def write(folder: Path, stored: Stored) -> None:
    """Keep it in the folder, whole or not at all; raises OSError."""
    content = {"version": VERSION, **stored.model_dump(exclude_defaults=True)}
    data = gzip.compress(json.dumps(content).encode(), compresslevel=6, mtime=0)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{NAME}.part"
    try:
        unfinished.write_bytes(data)
        unfinished.replace(folder / NAME)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def drop(folder: Path) -> None:
    """It shows nothing of the agent, so nobody is to judge by it."""
    with suppress(OSError):
        (folder / NAME).unlink(missing_ok=True)


def read(folder: Path) -> Stored:
    """What was kept in the folder. Raises Unavailable when nothing was, EvidenceError naming the
    file when it is damaged or none of ours."""
    path = folder / NAME
    content = _content(path)
    version = content.pop("version", None)
    if version != VERSION:
        raise EvidenceError(
            f"{path} is evidence of version {version}, this pytest-vwa reads version {VERSION}; "
            "judge the run again with the version that ran it"
        )
    try:
        return Stored.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise EvidenceError(f"{path} is no evidence of a run: {where}: {first['msg']}") from error


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(gzip.decompress(path.read_bytes()))
    except FileNotFoundError as error:
        raise Unavailable(f"no evidence was kept: {path} is not there") from error
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise EvidenceError(
            f"{path} cannot be read, it is damaged or no evidence: {error}"
        ) from error
    if not isinstance(content, dict):
        raise EvidenceError(f"{path} is no evidence of a run: it holds a {type(content).__name__}")
    return content
