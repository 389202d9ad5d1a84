"""Frames that never answer, tabs without end and scripts that are tampered with hold no run."""

from collections.abc import Callable
from threading import Event

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser import script, tabs
from pytest_vwa.browser import world as world_module
from pytest_vwa.browser.pulse import Patience
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import BrowserError, SiteError

Open = Callable[..., BrowserWorld]
SAID = "a frame of this page does not answer and is left out"
GO = "<button>Go</button>"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_ANSWERS", 0.7)


@pytest.mark.parametrize(
    "source",
    [
        "/late",
        "file:///etc/hostname",
        "chrome://version",
        "view-source:http://127.0.0.1/",
        "filesystem:http://127.0.0.1/temporary/x",
        "devtools://devtools/bundled/inspector.html",
        "blob:http://127.0.0.1/12",
    ],
)
def test_frame_that_never_answers_is_left_out(world_at: Open, pages: Pages, source: str) -> None:
    pages["/late"] = "<p>Late</p>"
    pages.seconds["/late"] = 60
    world = world_at(f"<iframe src='{source}'></iframe>{GO}")
    seen = world.observe()
    assert [each.text for each in seen.elements] == ["Go"]
    assert SAID in seen.note
    assert SAID not in world.perform(Action("click", seen.elements[0].id))


def test_frame_that_a_click_adds_is_left_out(do: Callable[..., str], pages: Pages) -> None:
    pages["/late"] = "<p>Late</p>"
    pages.seconds["/late"] = 60
    added = "document.body.append(Object.assign(document.createElement('iframe'), {src: '/late'}))"
    assert do(f'<button onclick="{added}">Go</button>', "click", "Go") == SAID


def test_silent_frame_is_waited_for_once_it_has_loaded(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    later = "setTimeout(() => document.body.append(`Done`), 300)"
    pages["/late"] = f'<button onclick="{later}">Late</button>'
    pages.until["/late"] = Event()
    world = world_at("<iframe src='/late'></iframe>")
    assert SAID in world.observe().note
    pages.until["/late"].set()
    browsing.pages[0].wait_for_function("frames[0].document.querySelector('button')")
    (button,) = world.observe().elements
    world.perform(Action("click", button.id))
    assert "Done" in world.observe().text


TAMPER = """
<script>
  const never = () => new Promise(() => {});
  for (const name of Object.getOwnPropertyNames(window).filter((each) => each.includes("vwa"))) {
    const parts = window[name]() ?? window[name];
    for (const part of [window[name], parts, parts.sight, parts.watch, parts.numbers])
      for (const key of Object.keys(part ?? {})) part[key] = never;
  }
</script>
"""


def test_page_cannot_replace_our_script(do: Callable[..., str], world_at: Open) -> None:
    world = world_at(TAMPER + GO)
    (button,) = world.observe().elements
    assert button.text == "Go"
    assert world.perform(Action("click", button.id)) == ""


@pytest.mark.parametrize(
    "broken",
    [
        "Array.prototype.push = () => { throw Error('no') }",
        "Map.prototype.get = null",
    ],
)
def test_page_that_breaks_javascript_is_a_site_error(world_at: Open, broken: str) -> None:
    world = world_at(
        f"<button onclick='spoil()'>Go</button><script>spoil = () => {{{broken}}}</script>"
    )
    (button,) = world.observe().elements
    told = r"^http://127.0.0.1:\d+/ breaks functions of JavaScript that every script needs: "

    def go_on() -> None:
        world.perform(Action("click", button.id))
        world.perform(Action("click", button.id))
        world.observe()

    with pytest.raises(SiteError, match=told):
        go_on()


def test_reading_that_a_page_stops_for_ever_is_browser_error(
    world_at: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once its loop is stopped, the reading that it was part of never ends."""
    short = Patience(every=0.2, first=0.5, last=4, rest=1)
    monkeypatch.setattr(world_module.Pulse.__init__, "__defaults__", (short,))
    world = world_at(f"{GO}<script>Map.prototype.get = () => {{ while (true); }}</script>")
    with pytest.raises(BrowserError, match="was stopped, but the page still hung"):
        world.observe()


def test_step_that_takes_too_long_is_browser_error(
    world_at: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = world_at(GO)
    monkeypatch.setattr(world, "_longest", 1.0)
    monkeypatch.setattr(world, "_tabs", Waiting(world))
    with pytest.raises(BrowserError, match=r"an observation did not end within 1 s: its pages"):
        world.observe()


class Waiting:
    """Tabs whose active page waits for something that never comes."""

    def __init__(self, world: BrowserWorld) -> None:
        self._tabs = world._tabs

    def __getattr__(self, name: str) -> object:
        if name == "active":
            self._tabs.active.evaluate("new Promise(() => {})")
        return getattr(self._tabs, name)


def test_tabs_that_open_tabs_are_limited(
    world_at: Open, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabs, "_MOST_TABS", 4)
    monkeypatch.setattr(tabs, "_ALL_TABS", 1.0)
    pages["/more"] = "<script>setInterval(() => window.open('/more'), 100)</script>"
    world = world_at("<button onclick='window.open(`/more`)'>Go</button>")
    (button,) = world.observe().elements
    said = world.perform(Action("click", button.id))
    assert said == "more than 4 tabs were opened; the last ones were closed"
    assert len(world.observe().tabs) <= 5
