"""A browser of a test's own, lent to an agent that drives it over CDP in a thread of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import urlopen

import pytest
from pages import Pages
from playwright.sync_api import Browser, Page, sync_playwright

from pytest_vwa.autonomous.errand import Errand
from pytest_vwa.browser.border import Border
from pytest_vwa.browser.launch import choose
from pytest_vwa.browser.lent import Lent, LentWorld, lend
from pytest_vwa.browser.readings import Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.errors import BrowserError, SiteError
from pytest_vwa.core.observation import Observation

Borrow = Callable[..., list[Observation]]


@pytest.fixture
def lent(chromium: Browser, pages: Pages, border: Border) -> Iterator[Lent]:
    choice = choose(headless=True)
    state = {
        "cookies": [{"name": "user", "value": "emma", "url": pages.url}],
        "origins": [{"origin": pages.url, "localStorage": [{"name": "seen", "value": "yes"}]}],
    }
    context = {
        "viewport": {"width": 640, "height": 480},
        "service_workers": "block",
        "proxy": border.settings([pages.url]),
        "storage_state": state,
    }
    launch = {"executable_path": choice.executable, "args": list(choice.args)}
    with lend(chromium.browser_type, launch, context) as lent:
        yield lent


@pytest.fixture
def world(lent: Lent, pages: Pages, border: Border) -> LentWorld:
    pages["/"] = "<p>Home</p>"
    inner = BrowserWorld(
        lent.context,
        [pages.url],
        [f"{pages.url}/"],
        border=border,
        sight=Sight("screenshot"),
        dialogs_after=0.3,
    )
    inner.open()
    return LentWorld(lent, inner)


@contextmanager
def client(cdp_url: str) -> Iterator[Page]:
    """The first tab, as somebody else's Playwright has it."""
    with sync_playwright() as playwright:
        yield playwright.chromium.connect_over_cdp(cdp_url).contexts[0].pages[0]


@pytest.fixture
def borrow(world: LentWorld) -> Borrow:
    """Let ``work`` have the first tab in a thread; what was seen of it, the last look included."""

    def borrow(work: Callable[[Page], Any]) -> list[Observation]:
        def drive() -> None:
            with client(world.cdp_url) as page:
                work(page)

        errand = Errand(drive, "agent")
        seen: list[Observation] = []
        while not errand.ended:
            seen += world.look_on(0.05)
        last = world.look()
        errand.result()
        return [*seen, last]

    return borrow


def test_cdp_browser_has_given_state_and_shows_what_is_opened(borrow: Borrow, pages: Pages) -> None:
    pages["/cart"] = "<p>Cart</p>"
    said: list[Any] = []

    def work(page: Page) -> None:
        ask = "[document.cookie, localStorage.seen, innerWidth, innerHeight]"
        said.extend(page.evaluate(ask))
        page.goto(f"{pages.url}/cart")
        other = page.context.new_page()
        other.goto(f"{pages.url}/")
        other.wait_for_timeout(500)

    *_, last = seen = borrow(work)
    assert said == ["user=emma", "yes", 640, 480]
    assert [each.url for each in seen[:2]] == [f"{pages.url}/cart", f"{pages.url}/"]
    assert all(each.image for each in seen[1:])
    assert [(tab.title, tab.active) for tab in last.tabs] == [("/cart", False), ("/", True)]


def test_cdp_browser_survives_closed_tab(borrow: Borrow, pages: Pages) -> None:
    def work(page: Page) -> None:
        for _ in range(3):
            other = page.context.new_page()
            other.goto(f"{pages.url}/")
            other.close()

    assert borrow(work)[-1].url == f"{pages.url}/"


def test_cdp_browser_snapshots_final_state_on_close(
    world: LentWorld, borrow: Borrow, pages: Pages
) -> None:
    pages["/cart"] = "<p>Two boats</p>"
    borrow(lambda page: page.goto(f"{pages.url}/cart"))
    with pytest.raises(BrowserError, match="could not be kept"):
        world.remains()
    world.take_away()
    left = world.remains()
    assert left.last_url == f"{pages.url}/cart"
    assert "Two boats" in left.tabs[0].html
    assert [cookie["value"] for cookie in left.storage["cookies"]] == ["emma"]
    with pytest.raises(OSError, match="refused"):
        urlopen(f"{world.cdp_url}/json/version")


def test_cdp_agent_may_answer_dialog(borrow: Borrow) -> None:
    said: list[bool] = []

    def work(page: Page) -> None:
        page.on("dialog", lambda dialog: dialog.dismiss())
        said.append(page.evaluate("confirm('Delete it?')"))

    assert borrow(work)[-1].note == ""
    assert said == [False]


def test_cdp_unanswered_dialog_is_accepted(borrow: Borrow) -> None:
    said: list[bool] = []

    def work(page: Page) -> None:
        page.on("dialog", lambda dialog: None)
        said.append(page.evaluate("confirm('Delete it?')"))

    assert "accepted: 'Delete it?'" in borrow(work)[-1].note
    assert said == [True]


def test_cdp_redirect_to_foreign_site_is_reverted(
    borrow: Borrow, pages: Pages, foreign: Pages
) -> None:
    foreign["/"] = "<p>Secret</p>"
    pages.redirect["/out"] = f"{foreign.url}/"

    def work(page: Page) -> None:
        page.evaluate("location.href = '/out'")
        page.wait_for_url(f"{pages.url}/")

    seen = borrow(work)
    assert any("was not opened" in each.note for each in seen)
    assert foreign.asked == []


def test_cdp_context_created_by_agent_is_confined(
    borrow: Borrow, pages: Pages, foreign: Pages
) -> None:
    foreign["/"] = "<p>Secret</p>"

    def work(page: Page) -> None:
        session = page.context.browser.new_browser_cdp_session()
        made = session.send(
            "Target.createBrowserContext", {"proxyServer": "direct://", "proxyBypassList": ""}
        )
        session.send("Target.createTarget", {"url": f"{foreign.url}/", **made})
        page.wait_for_timeout(500)

    assert "was not opened" in borrow(work)[-1].note
    assert foreign.asked == []


def test_cdp_port_is_blocked_for_page_requests(world: LentWorld, borrow: Borrow) -> None:
    said: list[Any] = []
    ws = world.cdp_url.replace("http", "ws")
    ask = (
        "ws => new Promise(done => { const socket = new WebSocket(ws + '/devtools/browser');"
        "socket.onopen = () => done('through'); socket.onerror = () => done('stopped') })"
    )
    seen = borrow(lambda page: said.append(page.evaluate(ask, ws)))
    assert said == ["stopped"]
    assert f"a request to {world.cdp_url.removeprefix('http://')} was blocked" in seen[-1].note


def test_cdp_page_server_error_is_a_site_error(borrow: Borrow, pages: Pages) -> None:
    pages.status["/broken"] = 500
    with pytest.raises(SiteError, match="/broken answered 500"):
        borrow(lambda page: page.goto(f"{pages.url}/broken") and page.wait_for_timeout(500))


def test_cdp_browser_closed_by_agent_is_a_browser_error(borrow: Borrow) -> None:
    def work(page: Page) -> None:
        page.context.browser.new_browser_cdp_session().send("Browser.close")

    with pytest.raises(BrowserError, match="must not close the browser it is given"):
        borrow(work)
