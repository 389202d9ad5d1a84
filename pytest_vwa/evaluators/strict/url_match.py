"""The address that the agent ended on against reference addresses, part by part."""

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.criteria import UrlMatch
from pytest_vwa.evaluators.excerpt import excerpt

from .earned import earned
from .rules import alternatives

_LOCAL = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "::1"})
_PORTS = {"http": 80, "https": 443}
_PLACEHOLDER = re.compile(r"__[A-Z][A-Z0-9_]*?__")


@dataclass(frozen=True)
class Address:
    """An address as a browser understands it, decoded. ``host`` is "" for a mere path."""

    host: str
    path: tuple[str, ...]
    query: frozenset[tuple[str, str]]
    """The parameters; to give one twice says nothing more."""
    fragment: str

    def equals(self, wanted: "Address") -> bool:
        return self.path == wanted.path and self.query == wanted.query and self._of(wanted)

    def extends(self, wanted: "Address") -> bool:
        """Whether it lies at or below the wanted path and holds the wanted parameters."""
        count = len(wanted.path)
        starts = range(len(self.path) - count + 1) if not wanted.host else (0,)
        return (
            any(self.path[start : start + count] == wanted.path for start in starts)
            and wanted.query <= self.query
            and self._of(wanted)
        )

    def _of(self, wanted: "Address") -> bool:
        """Same host, where one is named; and the same place in the page, where one is."""
        return wanted.host in ("", self.host) and wanted.fragment in ("", self.fragment)


@lru_cache(maxsize=4096)
def address(url: str) -> Address | None:
    """The parts of an address of the web, or of a path; None when it is neither.

    Whether it is http or https does not count, nor slashes that are doubled or come last.
    """
    url = url.strip().removesuffix("/")
    try:
        parts = urlsplit(f"//{url}" if _PLACEHOLDER.match(url) else url)
        host = _host(parts.scheme, parts.hostname or "", parts.port)
    except ValueError:
        return None
    if parts.scheme not in ("", *_PORTS):
        return None
    path = tuple(unquote(part) for part in parts.path.split("/") if part)
    query = frozenset(parse_qsl(parts.query, keep_blank_values=True))
    return Address(host, path, query, unquote(parts.fragment))


def _host(scheme: str, name: str, port: int | None) -> str:
    shown = "localhost" if name in _LOCAL else name
    return shown if port in (None, _PORTS.get(scheme, 80)) else f"{shown}:{port}"


def _url_match(evidence: Evidence, check: Check) -> Score:
    criteria = UrlMatch.model_validate(check.args)
    wanted = alternatives(criteria.reference_url)
    found = address(evidence.sites.resolve(evidence.last_url))
    asked = filter(None, (address(evidence.sites.resolve(each)) for each in wanted))
    reaches = Address.equals if criteria.exact else Address.extends
    if found and any(reaches(found, each) for each in asked):
        return Score(1.0, "address: as expected")
    verb = "expected" if criteria.exact else "expected to be at or below"
    got = excerpt(evidence.sites.conceal(evidence.last_url))
    return Score(0.0, f"address: {verb} {' or '.join(map(repr, wanted))}, got {got}")


url_match = earned(_url_match)
"""1 when the last address is a reference or, with ``GOLD in PRED``, lies at or below one and holds
its parameters; else 0."""
