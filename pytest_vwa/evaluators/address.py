"""Where a task file may send an evaluator: to the sites of the run, and nowhere else."""

import re
from urllib.parse import urlsplit

from pytest_vwa.core.errors import Broken
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Sites

from .excerpt import excerpt

ALLOWED = "expected __SITE__/..., http://..., https://... or last"
_ADDRESS = re.compile(r"__[A-Z][A-Z0-9_]*__|(?i:https?)://")
_BLANK = "about:blank"


def is_address(text: str) -> bool:
    """Whether it can be opened on a site at all; whether that site is here shows in a run."""
    return text in ("last", _BLANK) or _ADDRESS.match(text) is not None


def address(text: str, evidence: Evidence) -> str:
    """The address to open for one of a task file, or for what a function that it calls gave.
    Raises Broken for one on none of the run's sites, such as a file of this machine."""
    if text == "last":
        return evidence.last_url
    url = evidence.sites.resolve(text)
    # What the agent left behind is its doing, and judged as such.
    if url in (evidence.last_url, _BLANK) or _is_on(evidence.sites, url):
        return url
    raise Broken(
        f"the check asks for the page {excerpt(text)}, which is on none of the sites of this run "
        f"({', '.join(evidence.sites.by_name) or 'none'}); {ALLOWED}"
    )


def _is_on(sites: Sites, url: str) -> bool:
    return _origin(url) in {_origin(site.url) for site in sites.by_name.values()} - {None}


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """None for what is no address of the web. The local machine goes by name or by number."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host:
        return None
    standard = 443 if parts.scheme == "https" else 80
    return parts.scheme, host.replace("localhost", "127.0.0.1"), port or standard
