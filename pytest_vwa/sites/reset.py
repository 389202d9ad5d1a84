"""Making a site new, and waiting until it is ready again."""

import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TypeVar
from urllib.parse import urlsplit

import httpx

from pytest_vwa.core.errors import SiteError

from . import health
from .entry import Call, Command, Entry, Health, Hook, require_hook

ResetHook = Callable[[str], None]
"""Makes the site at this address new; what it raises is the site's error."""
T = TypeVar("T")
_SAID = 300
_ANSWER = 20.0
_ALIKE = 0.8
_TITLE = re.compile(r"<title[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")


def reset(entry: Entry, url: str, hooks: Mapping[str, ResetHook]) -> float:
    """Make the replica at ``url`` new and wait until it is ready; gives the seconds it waited.

    Raises SiteError that says what failed, or took longer than the entry allows; UsageError for a
    hook that nobody registered. Does nothing for a site that says no way.
    """
    if entry.reset is None:
        return 0.0
    match entry.reset.by:
        case Call() as call:
            _call(entry, url, call, entry.reset.seconds)
        case Command(args):
            _run(entry, [_at(arg, url) for arg in args], entry.reset.seconds)
        case Hook(name):
            _ask(entry, url, name, hooks, entry.reset.seconds)
    return health.wait(url, entry.health, entry.reset.seconds)


def _at(text: str, url: str) -> str:
    return text.replace("{url}", url).replace("{host}", urlsplit(url).hostname or "")


def _call(entry: Entry, url: str, call: Call, seconds: float) -> None:
    address = _at(call.url, url)
    told = f"{entry.name}: the reset by {address.partition('?')[0]}"  # it may hold a token
    try:
        # Its own time-out is for each piece of an answer, which may trickle for ever.
        with httpx.Client(timeout=seconds) as client:
            ask = partial(
                client.request,
                call.method,
                address,
                data=dict(call.form) or None,
                headers=dict(call.headers),
            )
            answer = _within(seconds, ask)
    except (httpx.TimeoutException, TimeoutError) as error:
        raise SiteError(f"{told} was not answered within {seconds:g} s") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        if not (call.done and isinstance(error, httpx.RemoteProtocolError)):
            raise SiteError(f"{told} failed: {error}") from error
    else:
        _accept(answer, told)
        if _TITLE.search(answer.text) and _is_page(answer.text, _home(url, seconds)):
            raise SiteError(
                f"{told} was answered with the home page: this application does not know it; name "
                "its own way in sites.yaml: reset: {command: [...]}"
            )
    if call.done:
        health.wait(_at(call.done, url), Health(path=""), seconds)


def _accept(answer: httpx.Response, told: str) -> None:
    if not answer.is_success:
        raise SiteError(f"{told} was answered with {answer.status_code}; is the token right?")
    with suppress(ValueError):
        said = answer.json()
        if isinstance(said, dict) and said.get("success") is False:
            reason = said.get("message") or "it does not say why"
            raise SiteError(f"{told} did not succeed: {str(reason)[:_SAID]}")


def _is_page(text: str, page: str) -> bool:
    """Whether a text is that page, but for what changes from one request to the next."""
    if not (_TITLE.search(text) and _TITLE.search(page)):
        return False
    one, other = (set(_TAG.sub(" ", each).split()) for each in (text, page))
    return len(one & other) >= _ALIKE * len(one | other)


def _home(url: str, seconds: float) -> str:
    """The site's first page; "" when there is none: it may restart."""
    with suppress(httpx.HTTPError):
        return httpx.get(url, timeout=min(seconds, _ANSWER), follow_redirects=True).text
    return ""


def _run(entry: Entry, args: list[str], seconds: float) -> None:
    told = f"{entry.name}: the reset by {args[0]!r}"
    pipe = subprocess.PIPE
    try:
        program = subprocess.Popen(
            args,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise SiteError(f"{told} failed: {error}") from error
    with program:
        try:
            said, complained = program.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            raise SiteError(f"{told} did not end within {seconds:g} s") from error
    if program.returncode:
        words = (complained or said).strip()[-_SAID:]
        raise SiteError(f"{told} ended with {program.returncode}: {words or 'it said nothing'}")


def _ask(entry: Entry, url: str, name: str, hooks: Mapping[str, ResetHook], seconds: float) -> None:
    require_hook(entry, hooks)
    told = f"{entry.name}: the reset by hook {name!r}"
    try:
        _within(seconds, partial(_guarded, hooks[name], url, told))
    except TimeoutError as error:
        raise SiteError(f"{told} did not end within {seconds:g} s") from error


def _within(seconds: float, work: Callable[[], T]) -> T:
    """What it gives or raises. Raises TimeoutError when it takes longer: it has a thread of its
    own, which is left behind when it hangs."""
    done: Future[T] = Future()
    Thread(target=_fulfil, args=(done, work), daemon=True).start()
    try:
        return done.result(timeout=seconds)
    except CancelledError as error:
        raise TimeoutError from error


def _fulfil(done: "Future[T]", work: Callable[[], T]) -> None:
    try:
        done.set_result(work())
    except (SiteError, httpx.HTTPError, httpx.InvalidURL) as error:
        done.set_exception(error)
    finally:
        done.cancel()  # of no effect unless something else was raised


def _guarded(hook: ResetHook, url: str, told: str) -> None:
    try:
        hook(url)
    except Exception as error:  # the user's own code: the site was not made new
        raise SiteError(f"{told} failed: {type(error).__name__}: {error}") from error
