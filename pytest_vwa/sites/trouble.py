"""What can be wrong with a site, from what a browser or an HTTP client says of it."""

import re
import ssl
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

KINDS = {
    "reset": r": the reset by ",
    "leases": r"\bthe leases? of the sites (?:cannot be|was lost)\b",
    "busy": r"\bnot free within\b",
    "error page": r"\bwithin \S+ s: error page: ",
    "not ready": r"\bwithin \S+ s: not ready: ",
    "broken page": r"\bbreaks functions of JavaScript\b",
    "elsewhere": r"\bredirects to \S+, another address\b",
    "5xx": r"\banswered 5\d\d\b|: HTTP 5\d\d\b",
    "rate-limited": r"\banswered 429\b|: HTTP 429\b|too many requests",
    "dns": r"ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION|name or service not known|"
    r"temporary failure in name resolution|no address associated",
    "certificate": r"ERR_CERT|ERR_SSL|certificate",
    "down": r"ERR_CONNECTION|ERR_ADDRESS|ERR_EMPTY_RESPONSE|ERR_SOCKET|connection refused|"
    r"connection reset|disconnected without|all connection attempts failed|network is unreachable",
    "slow": r"timeout|timed out|no answer within|ERR_TIMED_OUT",
    "logged out": r"logged out|logging in as",
}
"""The kinds, and how their messages are known; the first that fits. What went wrong with leases and
resets comes first, whatever was the cause."""
_ERROR_PAGE = re.compile(
    r"<title>[^<]*\b(?:error|exception|bad gateway|gateway time-?out|unavailable|maintenance)\b"
    r"|There has been an error processing your request",
    re.IGNORECASE,
)
_NOTHING_ELSE = re.compile(
    r"<title>\s*(?:(?:5\d\d|429)\b[^<]*|(?:an |internal |server |database )*(?:error|exception)"
    r"(?: occurred)?(?:: [^<]*)?|bad gateway|gateway time-?out|service (?:temporarily )?unavailable"
    r"|(?:under |site |down for )?maintenance(?: mode)?|something went wrong \(5\d\d\))\s*</title>"
    r"|<h1>\s*There has been an error processing your request",
    re.IGNORECASE,
)
"""Pages that an agent may come to are many: one is an error where its title says nothing else."""
_NAMED_ERROR = re.compile(
    r"<title>\s*(?:[\w.'-]+\s+){1,2}(?:error|exception|unavailable|maintenance)\s*</title>",
    re.IGNORECASE,
)
"""Of an application by its name, on a page that says next to nothing: ``Osclass Error``."""
_NEXT_TO_NOTHING = 500
_MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_KNOWN = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in KINDS.items()}


OTHER = "other"
REFUSED = "refused"
"""The log-in, for good: of no use to be tried again."""
UNUSABLE = frozenset(
    {
        "dns",
        "certificate",
        "down",
        "slow",
        "rate-limited",
        "5xx",
        "error page",
        "not ready",
        "elsewhere",
    }
)
"""Kinds that any task on the site would meet."""


@dataclass(frozen=True)
class Trouble:
    """``kind`` is one of KINDS; ``evidence`` is what was seen."""

    kind: str
    evidence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.evidence}"


def kind_of(message: str) -> str:
    """Of what an error says; "" for none of the kinds."""
    return next((kind for kind, known in _KNOWN.items() if known.search(message)), "")


def culprit(message: str, addresses: Mapping[str, Sequence[str]]) -> str:
    """The site that an error speaks of, by name or by address; the only one where it names none;
    "" when it could be any."""
    named = [name for name in addresses if message.startswith(f"{name}:")]
    places = {url: name for name, urls in addresses.items() for url in urls if url in message}
    found = named or [places[url] for url in sorted(places, key=len, reverse=True)]
    return next(iter(found or (addresses if len(addresses) == 1 else ())), "")


def of_http(address: str, error: "httpx.HTTPError") -> Trouble:
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return Trouble("slow", f"{address} did not answer in time")
    causes = _causes(error)
    if "WRONG_VERSION_NUMBER" in str(error):
        return Trouble("down", f"{address}: nobody speaks https there; is it http://?")
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


def of_redirect(address: str, to: str) -> Trouble:
    """Of a site whose pages send browsers to another one."""
    return Trouble(
        "elsewhere",
        f"{address} redirects to {to}, another address: the application believes to be there; set "
        "its base address to that of the site, or give the site the address it believes in",
    )


def of_page(address: str, status: int, text: str) -> Trouble | None:
    """Of one that tells of an error, whatever its status; None of others."""
    found = _ERROR_PAGE.search(text)
    return Trouble("error page", f"{address} shows {found[0]!r} with {status}") if found else None


def of_met_page(address: str, text: str) -> Trouble | None:
    """Of one that somebody came to on the way, and that is nothing but an error; None of others,
    such as a shop's offer of error-proof locks, or an article about the standard error."""
    found = _NOTHING_ELSE.search(text)
    if not found and len(" ".join(_MARKUP.sub(" ", text).split())) <= _NEXT_TO_NOTHING:
        found = _NAMED_ERROR.search(text)
    return Trouble("error page", f"{address} shows {found[0]!r}") if found else None


def _causes(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
