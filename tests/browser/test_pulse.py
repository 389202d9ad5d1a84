"""A page that hangs holds nobody for ever: its script is stopped, or the page is given up."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from greenlet import greenlet
from pages import Pages
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

from pytest_vwa.browser import world as world_module
from pytest_vwa.browser.pulse import Patience, Pulse
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import BrowserError, SiteError

SHORT = Patience(every=0.2, first=0.5, last=0.5)
PATIENT = Patience(every=0.2, first=0.5, last=8)  # a busy machine takes its time to stop a script
SAID = "a script of the page did not end and was stopped"
LATER = "setTimeout(() => { while (true); }, 50)"


def crash(session: CDPSession) -> None:
    """Called by Playwright's event loop, while a call is waited for."""

    def quietly() -> None:
        with suppress(Error):  # it has no time to answer
            session.send("Page.crash")

    greenlet(quietly).switch()


def shoot(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    page.evaluate("new Promise(done => setTimeout(done, 40))")
    for _ in range(10):
        session.send("Page.captureScreenshot", {"format": "jpeg"})


@pytest.fixture
def home(browsing: BrowserContext, pages: Pages) -> Page:
    pages["/"] = "<p>Home</p>"
    page = browsing.new_page()
    page.goto(pages.url)
    return page


@pytest.mark.parametrize(
    ("script", "use"),
    [
        ("onclick = () => { while (true); }", lambda page: page.mouse.click(9, 9)),
        ("onmousemove = () => { while (true); }", lambda page: page.mouse.move(9, 9)),
        ("onkeydown = () => { while (true); }", lambda page: page.keyboard.press("a")),
        (LATER, shoot),
        (LATER, lambda page: [page.title() for _ in range(100)]),
        (LATER, lambda page: [page.content() for _ in range(100)]),
    ],
    ids=["click", "hover", "type", "picture", "title", "content"],
)
def test_hang_watchdog_stops_and_reports_endless_script(
    browsing: BrowserContext, home: Page, script: str, use: Callable[[Page], object]
) -> None:
    said: list[str] = []
    with Pulse(browsing, said.append, PATIENT).felt():
        home.evaluate("0")
        home.evaluate(f"{script}; 0")
        use(home)
    assert set(said) == {SAID}
    assert home.inner_text("p") == "Home"


def test_hang_watchdog_waits_for_slow_first_page(browsing: BrowserContext, pages: Pages) -> None:
    """The browser asks nothing of an empty page that is about to become one of a site."""
    pages["/slow"] = "<p>At last</p>"
    pages.seconds["/slow"] = 1.5  # more than a page that hangs is given
    said: list[str] = []
    with Pulse(browsing, said.append, SHORT).felt():
        page = browsing.new_page()
        page.goto(f"{pages.url}/slow")
    assert page.inner_text("p") == "At last"
    assert said == []


@pytest.mark.parametrize("use", [lambda page: page.content(), lambda page: page.title()])
def test_hang_watchdog_raises_site_error_without_answer(
    browsing: BrowserContext, home: Page, pages: Pages, use: Callable[[Page], object]
) -> None:
    pages.seconds["/never"] = 60

    def click() -> None:
        with Pulse(browsing, lambda _: None, Patience(0.2, 0.5, 0.5, answer=1)).felt():
            home.evaluate("setTimeout(() => location.href = '/never', 20); 0")
            home.wait_for_timeout(200)
            for _ in range(30):
                use(home)
                home.wait_for_timeout(100)

    with pytest.raises(SiteError, match=r"/never could not be opened: no answer within 1 s"):
        click()
    assert home.inner_text("p") == "Home"


def test_hang_watchdog_stops_endless_script_of_slow_page(
    browsing: BrowserContext, pages: Pages
) -> None:
    pages["/slow"] = "<p>At last</p><script>while (true);</script>"
    pages.seconds["/slow"] = 1
    said: list[str] = []
    with Pulse(browsing, said.append, PATIENT).felt():
        page = browsing.new_page()
        page.goto(f"{pages.url}/slow")
    assert said == [SAID]


def test_hang_watchdog_lets_page_with_endless_script_load(
    browsing: BrowserContext, home: Page, pages: Pages
) -> None:
    said: list[str] = []
    pages["/hang"] = "<p>Before</p><script>while (true);</script><p>After</p>"
    with Pulse(browsing, said.append, PATIENT).felt():
        home.goto(f"{pages.url}/hang")
    assert said == [SAID]
    assert home.inner_text("p >> nth=1") == "After"


@pytest.mark.parametrize(
    "script",
    [
        "setInterval(() => { while (true); }, 1)",
        "setTimeout(() => { const x = new XMLHttpRequest; x.open('GET', '/endless', false);"
        " x.send() }, 1)",
    ],
    ids=["again and again", "waiting for an answer"],
)
def test_hang_watchdog_raises_browser_error_if_unstoppable(
    browsing: BrowserContext, home: Page, pages: Pages, script: str
) -> None:
    pages.seconds["/endless"] = 60

    def use() -> None:
        with Pulse(browsing, lambda _: None, SHORT).felt():
            home.evaluate("0")
            home.evaluate(f"{script}; 0")
            for _ in range(100):
                home.evaluate("new Promise(done => setTimeout(done, 9))")

    with pytest.raises(BrowserError, match="still hung"):
        use()


def test_hang_watchdog_ignores_slow_page(browsing: BrowserContext, home: Page) -> None:
    said: list[str] = []
    with Pulse(browsing, said.append, Patience(every=0.2, first=2, last=2)).felt():
        home.evaluate("new Promise(done => setTimeout(done, 2500))")
        home.evaluate("const end = Date.now() + 300; while (Date.now() < end);")
    assert said == []


def test_debugger_statement_does_not_pause_page(
    world_at: Callable[..., BrowserWorld], browsing: BrowserContext
) -> None:
    world = world_at("<button onclick='debugger; document.title = 1'>Go</button>")
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "1"


def test_agent_continues_after_click_that_hung(
    world_at: Callable[..., BrowserWorld], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_module, "Pulse", partial(Pulse, patience=PATIENT))
    world = world_at("<button onclick='while (true);'>Go</button><button>Stay</button>")
    world.observe()
    assert world.perform(Action("click", "1")) == SAID
    assert world.perform(Action("click", "2")) == ""
    assert "Stay" in world.observe().text


def test_renderer_crash_is_a_browser_error(own_chromium: Browser, pages: Pages) -> None:
    pages["/"] = "<button>Go</button>"
    for use in (
        lambda world: world.perform(Action("press", value="Tab")),
        BrowserWorld.snapshots,
        BrowserWorld.observe,
    ):
        context = own_chromium.new_context()
        world = BrowserWorld(context, [pages.url], [pages.url])
        world.open()
        session = context.new_cdp_session(context.pages[0])
        session.send("Runtime.evaluate", {"expression": LATER})
        asyncio.get_running_loop().call_later(0.5, crash, session)

        def go_on(world: BrowserWorld = world, use: Callable[[BrowserWorld], object] = use) -> None:
            for _ in range(100):
                use(world)

        with pytest.raises(BrowserError, match="was lost"):
            go_on()
