"""Is a site ready? Asked by HTTP, and waited for."""

from collections.abc import Callable, Sequence
from time import monotonic

import httpx
from tenacity import Retrying, retry_if_result, stop_after_delay, wait_exponential

from pytest_vwa.core.errors import SiteError

from .entry import Health
from .trouble import Trouble, of_http, of_page, of_redirect, of_status

_ANSWER = 20.0
"""Seconds that one answer may take."""


def trouble(url: str, health: Health, timeout: float = _ANSWER) -> Trouble | None:
    """What keeps the site from being used; None when it is ready. A page that tells of an error
    is no sign of health, whatever its status."""
    address = url + health.path
    try:
        answer, text = _asked(address, health, timeout)
    except httpx.HTTPError as error:
        return of_http(address, error)
    if answer.status_code not in health.statuses:
        return _unready(address, answer, health)
    if answer.is_redirect and _place(to := _target(answer)) != _place(address):
        return of_redirect(address, to)
    if found := of_page(address, answer.status_code, text):
        return found
    if health.shows and health.shows not in text:
        return Trouble("not ready", f"{address} does not show {health.shows!r}")
    return None


def _unready(address: str, answer: httpx.Response, health: Health) -> Trouble:
    """Where it leads often tells what is wrong: to an address that the application believes to
    have, or to a log-in form, which a site in good health may ask for."""
    found = of_status(address, answer.status_code, health.statuses)
    if not answer.is_redirect:
        return found
    leads = answer.headers["location"]
    asks = "if it is ready then, say so in sites.yaml: health: {path: ..., status: [...]}"
    return Trouble(found.kind, f"{found.evidence}, and leads to {leads}; {asks}")


def _target(answer: httpx.Response) -> str:
    return str(answer.url.join(answer.headers["location"]))


def _place(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port."""
    found = httpx.URL(url)
    return found.scheme, found.host, found.port


def _asked(address: str, health: Health, timeout: float) -> tuple[httpx.Response, str]:
    """The answer and its text; the client's own time-out is for each piece, not for the whole."""
    until = monotonic() + timeout
    pieces = []
    with httpx.stream("GET", address, headers=dict(health.headers), timeout=timeout) as answer:
        for piece in answer.iter_text():
            pieces.append(piece)
            if monotonic() > until:
                raise httpx.ReadTimeout("it did not end", request=answer.request)
    return answer, "".join(pieces)


def wait_for_any(urls: Sequence[str], health: Health) -> Trouble | None:
    """Until one of these replicas is ready, at most ``health.seconds``; what was met last when
    none was."""

    def ask() -> Trouble | None:
        found = [trouble(url, health) for url in urls]
        return found[0] if all(found) else None

    return _patiently(ask, health.seconds)


def wait(url: str, health: Health, seconds: float) -> float:
    """Until it is ready, at most so long; gives the seconds it took. Raises SiteError with what
    was met last."""
    began = monotonic()
    if last := _patiently(lambda: trouble(url, health), seconds):
        raise SiteError(f"{url} was not ready within {seconds:g} s: {last}")
    return monotonic() - began


def _patiently(ask: Callable[[], Trouble | None], seconds: float) -> Trouble | None:
    asking = Retrying(
        stop=stop_after_delay(seconds),
        wait=wait_exponential(0.1, max=3),
        retry=retry_if_result(bool),
        retry_error_callback=lambda state: state.outcome and state.outcome.result(),
    )
    last: Trouble | None = asking(ask)
    return last
