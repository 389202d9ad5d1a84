"""What evaluators look at, looked at once for all of them."""

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from typing import Any

from pytest_vwa.core.ports import Evidence, View

Pages = dict[tuple[str, ...], dict[str, Any]]
"""By an address and the scripts that ran on its page: the ``url`` and ``html`` it then had, and
the ``value`` of the last script or the ``error`` that it threw."""
Visit = Callable[[str], View]


class Memory:
    """Stands between evaluators and the outside world. Values are JSON-able."""

    def __init__(self, pages: Pages | None = None, looks: dict[str, Any] | None = None) -> None:
        self.pages: Pages = pages or {}
        self.looks: dict[str, Any] = looks or {}

    def watch(self, evidence: Evidence) -> Evidence:
        """The same evidence, which looks at nothing twice and remembers all."""

        def visit(address: str) -> View:
            view = RememberedView(address, self.pages, evidence.visit)
            _ = view.url  # now, so that a site that is down shows where it is visited
            return view

        def once(key: str, look: Callable[[], Any]) -> Any:
            if key not in self.looks:
                self.looks[key] = _plain(evidence.once(key, look))
            return deepcopy(self.looks[key])

        return replace(evidence, visit=visit, once=once)


class RememberedView:
    """A View that opens a page of its own only for what is not remembered.

    Scripts may change their page, so what is remembered holds for one order of scripts.
    """

    def __init__(self, address: str, pages: Pages, visit: Visit) -> None:
        self._address = address
        self._pages = pages
        self._visit = visit
        self._scripts: tuple[str, ...] = ()
        self._page: View | None = None
        self._ran = 0

    @property
    def url(self) -> str:
        return str(self._look("url", lambda page: page.url))

    def html(self) -> str:
        return str(self._look("html", lambda page: page.html()))

    def evaluate(self, javascript: str) -> Any:
        self._scripts += (javascript,)
        known = self._known()
        if not known.keys() & {"value", "error"}:
            page = self._opened(len(self._scripts) - 1)
            self._ran += 1
            try:
                known["value"] = _plain(page.evaluate(javascript))
            except ValueError as error:
                known["error"] = str(error)
        if "error" in known:
            raise ValueError(known["error"])
        return deepcopy(known["value"])

    def _look(self, name: str, look: Callable[[View], str]) -> str:
        known = self._known()
        if name not in known:
            known[name] = look(self._opened(len(self._scripts)))
        found: str = known[name]
        return found

    def _known(self) -> dict[str, Any]:
        return self._pages.setdefault((self._address, *self._scripts), {})

    def _opened(self, count: int) -> View:
        """The page as it is after so many of the scripts."""
        if self._page is None:
            self._page = self._visit(self._address)
        for script in self._scripts[self._ran : count]:
            with suppress(ValueError):
                self._page.evaluate(script)
        self._ran = count
        return self._page


def _plain(value: Any) -> Any:
    """As it will be read back, so that judging again sees the same."""
    return json.loads(json.dumps(value, default=str))
