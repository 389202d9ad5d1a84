"""The fixtures of tasks that run in a world of still pages."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import pytest

from .still_world import StillPage, StillWorld, checked

if TYPE_CHECKING:
    from pytest_vwa.core.ports import Evidence, Judge, View
    from pytest_vwa.core.site import Sites
    from pytest_vwa.core.task import Task
    from pytest_vwa.core.trajectory import Trajectory
    from pytest_vwa.runlog import RunLog


@pytest.fixture(scope="session")
def still_pages() -> Sequence[StillPage]:
    """The pages of the world, with placeholders such as ``__SHOPPING__`` in their URLs; override
    it. Without any, each URL shows an empty page."""
    return ()


@pytest.fixture
def sites(task: "Task") -> "Sites":
    """The sites of the task, at URLs that nothing serves."""
    from pytest_vwa.core.site import Site, Sites

    names = sorted({*task.sites, *task.needed_sites})
    return Sites({name: Site(name, f"http://{name}.test") for name in names})


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, object]:
    """Those of a browser that is logged in: no still page asks for a log-in."""
    return {"storage_state": None}


@pytest.fixture
def open_world(
    task: "Task",
    sites: "Sites",
    still_pages: Sequence[StillPage],
    vwa_run: "RunLog",
) -> Callable[..., StillWorld]:
    """Opens the still pages at the task's start."""
    vwa_run.versions["world"] = "still pages"

    def open_world(**context_arguments: object) -> StillWorld:
        return StillWorld(
            resolved(still_pages, sites),
            [sites.resolve(url) for url in task.start_urls],
            sites.meant,
        )

    return open_world


@pytest.fixture
def evidence(
    task: "Task", sites: "Sites", world: StillWorld, judge: "Judge | None"
) -> Callable[..., "Evidence"]:
    """What the agent left behind; evaluators look at the same still pages."""
    from pytest_vwa.core.ports import Evidence

    def visit(url: str) -> "View":
        return StillView(world.page_at(url))

    def gather(trajectory: "Trajectory", within: StillWorld | None = None) -> Evidence:
        left = within or world
        return Evidence(
            task.intent,
            trajectory.answer,
            trajectory,
            left.snapshots(),
            left.url,
            sites,
            visit,
            judge,
        )

    return gather


class StillView:
    """A still page as evaluators look at it.

    A script that the page has no value for raises Broken, which makes the outcome an error: what
    would be missing is a value of the test, not of the agent's work.
    """

    def __init__(self, page: StillPage) -> None:
        self._page = page

    @property
    def url(self) -> str:
        return self._page.url

    def html(self) -> str:
        return self._page.html

    def evaluate(self, javascript: str) -> object:
        from pytest_vwa.core.errors import Broken

        if javascript not in self._page.scripts:
            known = ", ".join(map(repr, self._page.scripts)) or "none"
            raise Broken(
                f"{javascript}: the still page {self.url} has no value for this script; known: "
                f"{known}. Give it in StillPage(scripts=...)"
            )
        return self._page.scripts[javascript]


def resolved(pages: Iterable[StillPage], sites: "Sites") -> list[StillPage]:
    """Return the pages with the sites' URLs in place of their placeholders. Raises TypeError when
    these are no pages, or a page alone."""
    return [_resolved(page, sites) for page in checked(pages)]


def _resolved(page: StillPage, sites: "Sites") -> StillPage:
    from dataclasses import replace

    elements = tuple(replace(each, leads_to=sites.resolve(each.leads_to)) for each in page.elements)
    return replace(page, url=sites.resolve(page.url), elements=elements)
