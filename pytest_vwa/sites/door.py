"""The way into one site: by its form, by headers, or by a state that was made elsewhere."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from playwright.sync_api import Page, StorageState

from pytest_vwa.core.site import Site

from .entry import Login, StateFile
from .login import NoEntry, is_logged_in, log_in
from .logins import NOBODY, State
from .recipe import Proof, Recipe

NewPage = Callable[..., Page]
"""Makes pages that send the site its headers, each in a context of its own; takes what
Playwright's ``browser.new_page`` does."""


class _Cookie(msgspec.Struct):
    name: str
    value: str
    domain: str
    path: str


class _Stored(msgspec.Struct):
    """What of a storage state is read here; a browser takes the rest as it is."""

    cookies: list[_Cookie]
    origins: list[dict[str, object]] = []


@dataclass(frozen=True)
class Door:
    site: Site
    login: Login

    @property
    def proof(self) -> Proof | None:
        """How it is seen who is logged in; None where nobody logs in, or nobody said how."""
        match self.login:
            case None:
                return None
            case Recipe():
                return self.login.proven if self.site.account else None
        return self.login.proof

    def enter(self, new_page: NewPage) -> State:
        """The storage state of a browser that is logged in. Raises SiteError that says why not,
        NoEntry where trying again would not help."""
        match self.login:
            case None:
                return NOBODY
            case Recipe():
                return self._fill_in(self.login, new_page) if self.site.account else NOBODY
            case StateFile(path):
                state, what = self._read(path), f"the storage state {path} logs"
            case _:
                state, what = NOBODY, "the headers of login.headers log"
        if not self.holds(state, new_page):
            raise NoEntry(f"{self.site.name}: logged out: {what} nobody in at {self.site.url}")
        return state

    def holds(self, state: State, new_page: NewPage) -> bool:
        """Whether a browser with this state is logged in, as far as that can be seen. Raises
        SiteError when the site cannot be asked."""
        if self.proof is None:
            return True
        page = new_page(storage_state=state)
        try:
            return is_logged_in(page, self.site, self.proof)
        finally:
            page.context.close()

    def _read(self, path: Path) -> State:
        try:
            state: State = json.loads(path.read_bytes())
            msgspec.convert(state, _Stored)
        except (OSError, ValueError) as error:
            raise NoEntry(
                f"{self.site.name}: the storage state {path} cannot be read: {error}; expected "
                "what Playwright's storage_state writes"
            ) from error
        return {"origins": [], **state}

    def _fill_in(self, recipe: Recipe, new_page: NewPage) -> State:
        page = new_page()
        try:
            log_in(page, self.site, recipe)
            state: StorageState = page.context.storage_state()
        finally:
            page.context.close()
        return dict(state)
