"""What can be wrong with a site, from what a browser or an HTTP client says of it."""

import re
import ssl
from collections.abc import Collection
from dataclasses import dataclass

import httpx

KINDS = {
    "dns": r"ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION|name or service not known|"
    r"temporary failure in name resolution|no address associated",
    "certificate": r"ERR_CERT|ERR_SSL|certificate",
    "down": r"ERR_CONNECTION|ERR_ADDRESS|ERR_EMPTY_RESPONSE|ERR_SOCKET|connection refused|"
    r"connection reset|disconnected without|all connection attempts failed|network is unreachable",
    "slow": r"timeout|timed out|ERR_TIMED_OUT",
    "rate-limited": r"\b429\b|too many requests",
    "5xx": r"\banswered 5\d\d\b",
    "logged out": r"logged out|logging in as",
}
"""The kinds, and how their messages are known."""
_KNOWN = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in KINDS.items()}


@dataclass(frozen=True)
class Trouble:
    """``kind`` is one of KINDS, ``error page`` or ``not ready``; ``evidence`` is what was seen."""

    kind: str
    evidence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.evidence}"


def kind_of(message: str) -> str:
    """Of what an error says; "" for none of the kinds."""
    return next((kind for kind, known in _KNOWN.items() if known.search(message)), "")


def of_http(address: str, error: httpx.HTTPError) -> Trouble:
    if isinstance(error, httpx.TimeoutException):
        return Trouble("slow", f"{address} did not answer in time")
    causes = _causes(error)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return Trouble("certificate", f"{address}: {error}")
    said = "; ".join(dict.fromkeys(filter(None, map(str, causes))))
    return Trouble(kind_of(said) or "down", f"{address}: {said or type(error).__name__}")


def of_status(address: str, status: int, expected: Collection[int]) -> Trouble:
    evidence = f"{address} answered {status}"
    if status == 429:
        return Trouble("rate-limited", evidence)
    if status >= 500:
        return Trouble("5xx", evidence)
    return Trouble("not ready", f"{evidence}, not {' or '.join(map(str, expected))}")


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
