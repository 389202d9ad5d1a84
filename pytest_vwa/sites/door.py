"""The way into one site: by its form, by headers, or by a state that was made elsewhere."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, StorageState

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Site

from .entry import Login, StateFile
from .login import log_in
from .logins import NOBODY, State
from .recipe import Recipe


@dataclass(frozen=True)
class Door:
    site: Site
    login: Login

    def enter(self, new_context: Callable[[], BrowserContext]) -> State:
        """The storage state of a browser that is logged in. Raises SiteError that says why not."""
        match self.login:
            case Recipe() if self.site.account:
                return self._fill_in(self.login, new_context)
            case StateFile(path):
                try:
                    state: State = json.loads(path.read_bytes())
                except (OSError, ValueError) as error:
                    raise SiteError(
                        f"{self.site.name}: the storage state {path} cannot be read: {error}"
                    ) from error
                return state
        return NOBODY

    def _fill_in(self, recipe: Recipe, new_context: Callable[[], BrowserContext]) -> State:
        context = new_context()
        try:
            log_in(context.new_page(), self.site, recipe)
            state: StorageState = context.storage_state()
        finally:
            context.close()
        return dict(state)
