"""Prompt files as data: read, checked, and their faults told by field."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from pytest_vwa.core.errors import UsageError
from pytest_vwa.registry import hint

M = TypeVar("M", bound=BaseModel)


def wrong(path: Path, what: str) -> UsageError:
    return UsageError(f"--vwa-prompt: {path}: {what}")


def text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise wrong(path, f"cannot be read: {why}") from error


def mapping(data: object, path: Path) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise wrong(path, f"expected fields and their values, found a {type(data).__name__}")
    return data


def checked(model: type[M], data: Mapping[str, Any], path: Path) -> M:
    """The model made of the data; the first thing that is wrong with it is told."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
            raise wrong(path, f"unknown field {place}{hint(place, _fields(model))}") from error
        told = first["msg"].removeprefix("Value error, ")
        raise wrong(path, f"{place}: {told}" if place else told) from error


def fingerprint(model: BaseModel) -> str:
    """Of the content: a version that nobody forgets to raise."""
    return f"sha256:{sha256(model.model_dump_json().encode()).hexdigest()[:12]}"


def _fields(model: type[BaseModel]) -> tuple[str, ...]:
    return tuple(model.model_fields)
