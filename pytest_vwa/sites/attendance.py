"""Who is logged in while a task runs: at its start, and whose doing it is when that ends."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import BrowserContext, Error, Request

from pytest_vwa.core.errors import SiteError

from .door import Door, NewPage
from .logins import Logins, State, joined
from .recipe import Recipe

_LEAVING = re.compile(r"(?<![a-z])(?:log|sign)[-_]?(?:out|off)(?![a-z])", re.IGNORECASE)


class LoggedOut(SiteError):
    """Somebody other than the task's agent ended its log-in."""


class Attendance:
    """The log-ins of one task. Where the agent itself logs out, that is its own affair."""

    def __init__(self, doors: Sequence[Door], logins: Logins, new_page: NewPage) -> None:
        self._doors = {door.site.name: door for door in doors}
        self._logins = logins
        self._new_page = new_page
        self._states: dict[str, State] = {}
        self._left: set[str] = set()
        self._met = ""

    def log_in(self) -> State:
        """The storage state of a browser that is logged in to all the sites. Raises SiteError."""
        self._left.clear()
        self._met = ""
        self._states = {
            name: self._logins.state(
                door.site,
                partial(door.enter, self._new_page),
                partial(door.holds, new_page=self._new_page),
            )
            for name, door in self._doors.items()
        }
        return joined([door.site for door in self._doors.values()], list(self._states.values()))

    def follow(self, context: BrowserContext) -> None:
        """Notice when who works in this context logs out."""
        if self._doors:
            context.on("request", self._note)

    def meet(self, url: str, state: Callable[[], State]) -> None:
        """The browser has come to this page: when it is where one logs in, make sure that it was
        not thrown out. Raises LoggedOut."""
        came, self._met = url != self._met, url
        if came and any(_asks_to_log_in(door, url) for door in self._doors.values()):
            self.check(state())

    def check(self, state: State) -> None:
        """Raises LoggedOut when a browser with this state is logged in no longer, unless its agent
        left by itself; SiteError when the site cannot be asked."""
        for name in self._states.keys() - self._left:
            door = self._doors[name]
            if not door.holds(state, self._new_page):
                self._logins.renew(door.site, self._states[name])
                raise LoggedOut(
                    f"{name}: logged out at {door.site.url} while the task ran, and not "
                    "by its agent: somebody else signed the account out, the session ran out, or "
                    "its cookie was lost"
                )

    def end(self) -> None:
        """What the agent itself has left, others cannot use either: they log in anew."""
        for name in self._left & self._states.keys():
            self._logins.renew(self._doors[name].site, self._states[name])

    def _note(self, request: Request) -> None:
        try:
            asked = request.method == "POST" or request.is_navigation_request()
            if asked and request.redirected_from is None:
                url = request.url
                self._left |= {name for name, door in self._doors.items() if _leaves(door, url)}
        except Error:  # the page is gone
            return


def _leaves(door: Door, url: str) -> bool:
    place = _within(door, url)
    if place is None:
        return False
    named = door.login.leaving if isinstance(door.login, Recipe) else ()
    return any(_is_at(place, path) for path in named) or bool(_LEAVING.search(place))


def _asks_to_log_in(door: Door, url: str) -> bool:
    place = _within(door, url)
    return place is not None and isinstance(door.login, Recipe) and _is_at(place, door.login.path)


def _within(door: Door, url: str) -> str | None:
    """The path and query after the site's address; None for another site's."""
    base = door.site.url
    return url[len(base) :] if re.match(rf"{re.escape(base)}(?:[/?#]|$)", url) else None


def _is_at(place: str, path: str) -> bool:
    """``/login?next=/x`` is at ``/login``: the path is the same, and what its query asks is in
    the other's."""
    here, there = urlsplit(place), urlsplit(path)
    asked = set(parse_qsl(there.query))
    return here.path.rstrip("/") == there.path.rstrip("/") and asked <= set(parse_qsl(here.query))
