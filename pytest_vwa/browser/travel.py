"""Going to addresses, through the history, and from tab to tab."""

from urllib.parse import urljoin

from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as TimedOut

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import SiteError

from .scene import MishapError, Scene
from .trouble import headline, is_lost, is_refusal


def goto(scene: Scene, action: Action) -> None:
    url = _address(scene, action.value.strip())
    try:
        scene.page.goto(url, wait_until="commit")
    except TimedOut as error:
        raise SiteError(f"{url} does not answer: {headline(error)}") from error
    except Error as error:
        if is_lost(error):
            raise
        if is_refusal(error):
            raise MishapError(
                f"{url} is not a page: the site answered without a document"
            ) from error
        # Otherwise a download began, or the tab shows an error page: judged once it has settled.


def _address(scene: Scene, written: str) -> str:
    """In full; ``/cart`` is meant on the site of the active tab, ``shop.com`` with its scheme."""
    origins = scene.tabs.origins
    if not written:
        raise MishapError(f"goto names no address; write one, e.g. goto [{scene.tabs.here}]")
    if written.startswith(("/", "?", "#")):
        wishes: tuple[str, ...] = (urljoin(scene.tabs.here, written),)
    else:
        wishes = (written,) if "://" in written else (f"http://{written}", f"https://{written}")
    for url in map(scene.resolve, wishes):
        if origins.allows(url):
            return url
    raise MishapError(origins.refusal(written))


def travel(scene: Scene, action: Action) -> None:
    """Through the history of the active tab."""
    page = scene.page
    step, where = (-1, "back") if action.kind == "go_back" else (1, "forward")
    # Not detached: that is never answered for a tab whose process has just died.
    history = page.context.new_cdp_session(page).send("Page.getNavigationHistory")
    place = history["currentIndex"] + step
    # Every tab begins with an empty page, which is nothing to go back to.
    known = [entry["url"] for entry in history["entries"]]
    if not 0 <= place < len(known) or known[place] == "about:blank":
        raise MishapError(f"there is no page to go {where} to")
    (page.go_back if step < 0 else page.go_forward)(wait_until="commit")


def new_tab(scene: Scene, _: Action) -> None:
    scene.tabs.open()


def tab_focus(scene: Scene, action: Action) -> None:
    tabs, index = scene.tabs, action.value.strip()
    last = len(tabs.pages) - 1
    if not index.isdecimal() or int(index) > last:
        raise MishapError(f"there is no tab {action.value!r}; tabs are numbered from 0 to {last}")
    tabs.focus(tabs.pages[int(index)])


def tab_close(scene: Scene, _: Action) -> None:
    if len(scene.tabs.pages) == 1:
        raise MishapError("this is the only tab; it stays open")
    scene.page.close()
