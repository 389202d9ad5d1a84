"""Making a site new, and waiting until it is ready again."""

import subprocess
from collections.abc import Callable, Mapping

import httpx

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.core.nearest import meant

from . import health
from .entry import Call, Command, Entry, Hook

ResetHook = Callable[[str], None]
"""Makes the site at this address new; what it raises is the site's error."""
_SAID = 300


def reset(entry: Entry, url: str, hooks: Mapping[str, ResetHook]) -> float:
    """Make the replica at ``url`` new and wait until it is ready; gives the seconds it waited.

    Raises SiteError that says what failed; UsageError for a hook that nobody registered. Does
    nothing for a site that says no way.
    """
    if entry.reset is None:
        return 0.0
    match entry.reset.by:
        case Call() as call:
            _call(entry, url, call, entry.reset.seconds)
        case Command(args):
            _run(entry, [arg.replace("{url}", url) for arg in args], entry.reset.seconds)
        case Hook(name):
            _ask(entry, url, name, hooks)
    return health.wait(url, entry.health, entry.reset.seconds)


def _call(entry: Entry, url: str, call: Call, seconds: float) -> None:
    address = call.url.replace("{url}", url)
    try:
        answer = httpx.request(
            call.method,
            address,
            data=dict(call.form) or None,
            headers=dict(call.headers),
            timeout=seconds,
        )
    except httpx.HTTPError as error:
        raise SiteError(f"{entry.name}: the reset by {address} failed: {error}") from error
    if answer.status_code >= 400:
        raise SiteError(
            f"{entry.name}: the reset by {address} was answered with {answer.status_code}; "
            "is the token right?"
        )


def _run(entry: Entry, args: list[str], seconds: float) -> None:
    told = f"{entry.name}: the reset by {args[0]!r}"
    try:
        done = subprocess.run(args, capture_output=True, text=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SiteError(f"{told} failed: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-_SAID:]
        raise SiteError(f"{told} ended with {done.returncode}: {said or 'it said nothing'}")


def _ask(entry: Entry, url: str, name: str, hooks: Mapping[str, ResetHook]) -> None:
    if name not in hooks:
        raise UsageError(
            f"sites.{entry.name}.reset.hook: nobody registered {name!r}{meant(name, hooks)}; "
            "a conftest.py does with registry.resets.add(name, function)"
        )
    try:
        hooks[name](url)
    except Exception as error:  # the user's own code: the site was not made new
        raise SiteError(
            f"{entry.name}: the reset by hook {name!r} failed: {type(error).__name__}: {error}"
        ) from error
