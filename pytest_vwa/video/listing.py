"""``videos.toml``: tutorial videos that can be downloaded."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pytest_vwa.core.errors import UsageError
from pytest_vwa.llm.redaction import scrub
from pytest_vwa.registry import hint

_FIELDS = ("url", "sha256")
_SHA256 = re.compile(r"[0-9a-fA-F]{64}")
_EXAMPLE = '[kayak_tour] with url = "https://..." and sha256 = "..." below it'


@dataclass(frozen=True)
class Listed:
    """One video: where it is and what its file's SHA-256 is, in lower case."""

    name: str
    url: str
    sha256: str
    file: Path

    def where(self, field: str) -> str:
        """How errors name a field of this entry."""
        return f"{self.file}: [{self.name}] {field}"


def read(path: Path | None) -> dict[str, Listed]:
    """Its videos by name; none without a file. Raises UsageError naming file, entry and field."""
    if path is None:
        return {}
    try:
        with path.open("rb") as file:
            entries = tomllib.load(file)
    except (OSError, ValueError) as error:  # what TOML and Unicode raise are ValueErrors
        raise UsageError(f"{path}: not readable as TOML: {error}; expected {_EXAMPLE}") from error
    return {name: _listed(path, name, entry) for name, entry in entries.items()}


def _listed(path: Path, name: str, entry: Any) -> Listed:
    if flaw := _flaw(name, entry):
        raise UsageError(f"{path}: [{name}] {flaw}")
    return Listed(name, entry["url"], entry["sha256"].lower(), path)


def _flaw(name: str, entry: Any) -> str:
    if not isinstance(entry, Mapping):
        return f"is no table; expected {_EXAMPLE}"
    if nested := [field for field, value in entry.items() if isinstance(value, Mapping)]:
        return f'holds another table; a name with a dot needs quotes: ["{name}.{nested[0]}"]'
    if not name or name.startswith(".") or not name.isprintable() or set(name) & set('/\\:"'):
        return "is no name of a file; expected letters, digits, spaces, dots, - and _"
    for field in entry:
        if field not in _FIELDS:
            return f"{field}: no such field{hint(field, _FIELDS)}"
    for field in _FIELDS:
        if not isinstance(entry.get(field), str):
            return f"{field}: expected a text, got {entry.get(field, 'nothing')!r}"
    return _bad_url(entry["url"]) or _bad_hash(entry["sha256"])


def _bad_url(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError as error:
        return f"url: {error}"
    if parts.scheme in ("http", "https") and parts.hostname:
        return ""
    return f"url: expected an address that begins with https:// or http://, got {scrub(url)!r}"


def _bad_hash(text: str) -> str:
    if _SHA256.fullmatch(text):
        return ""
    return f"sha256: expected 64 hexadecimal digits, as 'sha256sum FILE' prints, got {text!r}"
