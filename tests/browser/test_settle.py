"""After an action the page is waited for: as long as what the action set off goes on, no longer."""

from collections.abc import Callable

import pytest
from pages import Pages
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.browser.script import call
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
FOR_EVER = 60.0
DONE = "document.body.append('Done')"
SCRIPT = (
    "<script>"
    f"const done = () => {DONE};"
    "const after = (ms, work) => setTimeout(work, ms);"
    "const times = (n, next, end) => n ? next(() => times(n - 1, next, end)) : end();"
    "</script>"
)


def text(browsing: BrowserContext) -> str:
    return str(browsing.pages[-1].evaluate("document.body.innerText"))


@pytest.fixture
def click(world_at: Open, pages: Pages, browsing: BrowserContext) -> Callable[..., str]:
    """What the page reads after a click on a button that does this."""

    def act(javascript: str, before: str = "") -> str:
        pages["/more"] = "<p>More</p>"
        pages.html["/more.js"] = "done()"
        pages.headers["/more.js"] = {"Content-Type": "text/javascript"}
        body = f"<button id=go>Go</button>{SCRIPT}<script>{before};go.onclick = () => {{"
        world = world_at(f"{body}{javascript}}}</script>")
        world.observe()
        assert world.perform(Action("click", "1")) == ""
        return text(browsing)

    return act


# --- what is waited for -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "javascript",
    [
        "after(300, done)",
        "setTimeout('done()', 300)",
        "times(4, next => after(100, next), done)",
        "times(20, requestAnimationFrame, done)",
        "let n = 0; const id = setInterval(() => ++n == 20 && (clearInterval(id), done()), 20)",
        "requestIdleCallback(done, {timeout: 300})",
        "after(100, () => requestAnimationFrame(() => after(100, done)))",
        "Promise.resolve().then(() => after(200, done))",
    ],
)
def test_settle_waits_for_timers_and_animation_frames(
    click: Callable[..., str], javascript: str
) -> None:
    assert "Done" in click(javascript)


@pytest.mark.parametrize(
    "javascript",
    [
        "fetch('/more').then(r => r.text()).then(done)",
        "(async () => { await (await fetch('/more')).blob(); await null; after(200, done) })()",
        "fetch('/more').then(() => fetch('/more')).then(() => after(200, done))",
        "fetch('blob:gone').catch(() => after(200, done))",
        "const x = new XMLHttpRequest; x.open('GET', '/more'); x.onload = done; x.send()",
        "const x = new XMLHttpRequest; x.open('GET', '/more'); x.send();"
        "x.onreadystatechange = () => x.readyState == 4 && after(200, done)",
        "const s = document.createElement('script'); s.src = '/more.js'; document.body.append(s)",
        "const f = document.createElement('iframe'); f.src = '/more'; document.body.append(f);"
        "f.onload = () => after(100, done)",
    ],
)
def test_settle_waits_for_requests_and_their_callbacks(
    click: Callable[..., str], pages: Pages, javascript: str
) -> None:
    pages.seconds = {"/more": 0.3, "/more.js": 0.3}
    assert "Done" in click(javascript)


@pytest.mark.parametrize(
    ("before", "javascript"),
    [
        (
            "const {port1, port2} = new MessageChannel(); port1.onmessage = () => after(100, done)",
            "port2.postMessage(1)",
        ),
        (
            "const {port1, port2} = new MessageChannel(); port1.onmessage ="
            " () => fetch('/more').then(r => r.text()).then(done)",
            "port2.postMessage(1)",
        ),
        ("onmessage = done", "postMessage(1, '*')"),
        (
            "go.style = 'transition: opacity .1s'; go.ontransitionend = done",
            "go.style.opacity = 0.5",
        ),
        (
            "go.style = 'transition: opacity .1s'; go.ontransitionend = () => after(100, done)",
            "go.style.opacity = 0.5",
        ),
        ("onpopstate = () => after(100, done); history.pushState(1, '', '#a')", "history.back()"),
    ],
)
def test_settle_waits_for_messages_transitions_and_history(
    click: Callable[..., str], before: str, javascript: str
) -> None:
    assert "Done" in click(javascript, before)


def test_settle_waits_for_debounced_search(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/found"] = "<p>More</p>"
    pages.seconds["/found"] = 0.2
    world = world_at(
        f"{SCRIPT}<input name=q><script>let id; document.querySelector('input').oninput = () => {{"
        "clearTimeout(id); id = after(300, () => fetch('/found').then(r => r.text()).then(done)) }"
        "</script>"
    )
    world.observe()
    assert world.perform(Action("type", "1", "blue boat")) == ""
    assert text(browsing) == "Done"
    assert pages.asked.count("/found") == 1


def test_settle_waits_for_select_change_handler(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at(f"{SCRIPT}<select onchange='after(300, done)'><option>New<option>Old</select>")
    world.observe()
    assert world.perform(Action("select", "1", "Old")) == ""
    assert "Done" in text(browsing)


def test_settle_waits_for_intersection_observer(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/more"] = "<p>More</p>"
    pages.seconds["/more"] = 0.3
    world = world_at(
        f"{SCRIPT}<p style='height: 900px'></p><p id=end>End</p><p style='height: 900px'></p>"
        "<script>new IntersectionObserver(([end]) => end.isIntersecting"
        " && fetch('/more').then(r => r.text()).then(done)).observe(end)</script>"
    )
    world.observe()
    assert world.perform(Action("scroll", value="down")) == ""
    assert "Done" in text(browsing)


def test_settle_waits_for_lazy_images(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages.html["/boat.svg"] = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    pages.headers["/boat.svg"] = {"Content-Type": "image/svg+xml"}
    pages.seconds["/boat.svg"] = 0.4
    world = world_at("<p style='height: 6000px'></p><img loading=lazy src=/boat.svg><br>" * 2)
    world.observe()
    browsing.pages[0].evaluate("scrollTo(0, 5300)")
    assert world.perform(Action("scroll", value="down")) == ""
    assert browsing.pages[0].evaluate("document.images[0].naturalWidth") == 9


def test_settle_waits_for_timers_in_iframe(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/inner"] = f"{SCRIPT}<button onclick='after(300, done)'>In</button>"
    world = world_at("<br><iframe src=/inner></iframe>")
    mark = next(each.id for each in world.observe().elements if each.text == "In")
    assert world.perform(Action("click", mark)) == ""
    assert "Done" in browsing.pages[0].frames[1].evaluate("document.body.innerText")


@pytest.mark.parametrize(
    "body",
    [
        "<a href=/next>Go</a>",
        "<form action=/next><button>Go</button></form>",
        "<button onclick='location = `/next`'>Go</button>",
        "<button onclick='setTimeout(() => location = `/next`, 300)'>Go</button>",
        "<form action=/next></form><button onclick='document.forms[0].submit()'>Go</button>",
        "<a href=/next target=_blank>Go</a>",
        "<form action=/next target=_blank><button>Go</button></form>",
        "<button onclick='window.open(`/next`)'>Go</button>",
        "<button onclick='fetch(`/next`).then(() => window.open(`/next`))'>Go</button>",
    ],
)
def test_settle_waits_for_next_page_and_its_requests(
    world_at: Open, pages: Pages, browsing: BrowserContext, body: str
) -> None:
    pages["/next"] = f"{SCRIPT}<script>fetch('/more').then(r => r.text()).then(done)</script>"
    pages["/more"] = "<p>More</p>"
    pages.seconds = {"/next": 0.3, "/more": 0.3}
    world = world_at(body)
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert world.last_url.startswith(f"{pages.url}/next")
    assert text(browsing) == "Done"


# --- what is not waited for ---------------------------------------------------------------------

LATE = "setTimeout(() => document.title = 'late', 6000);"


@pytest.mark.parametrize(
    "javascript",
    [
        "const tick = () => { go.dataset.t = Date.now(); after(90, tick) }; tick()",
        "const tick = () => { go.dataset.t = Date.now(); requestAnimationFrame(tick) }; tick()",
        "setInterval(() => go.dataset.t = Date.now(), 20)",
        "const poll = () => fetch('/quick').then(() => after(100, poll)); poll()",
        "document.body.append(Object.assign(new Image(), {src: '/endless', width: 9}));"
        "fetch('/endless');"
        "const x = new XMLHttpRequest; x.open('GET', '/endless'); x.send();"
        "new EventSource('/endless')",
        "go.animate([{opacity: 0}, {opacity: 1}], {duration: 900, iterations: Infinity})",
    ],
)
def test_settle_ignores_endless_activity(
    click: Callable[..., str], pages: Pages, browsing: BrowserContext, javascript: str
) -> None:
    pages["/quick"] = "x"
    pages.seconds["/endless"] = FOR_EVER
    click(LATE + javascript)
    assert browsing.pages[0].title() != "late"


def test_settle_ignores_image_that_never_loads(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    pages.seconds["/endless"] = FOR_EVER
    world = world_at(f"<script>{LATE}</script><img src=/endless><button>Go</button>")
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Go"])) == ""
    assert browsing.pages[0].title() != "late"


@pytest.mark.parametrize(
    "background",
    [
        "const tick = () => { document.body.dataset.t = Date.now(); setTimeout(tick, 30) }; tick()",
        "const tick = () => { document.body.dataset.t = Date.now(); requestAnimationFrame(tick) };"
        "tick()",
        "setInterval(() => document.body.dataset.t = Date.now(), 20)",
    ],
)
def test_settle_ignores_background_activity(
    world_at: Open, browsing: BrowserContext, background: str
) -> None:
    world = world_at(
        "<button style='position: fixed' onclick='this.dataset.n = 1'>Go</button>"
        f"<p style='height: 9000px'></p><script>{background}</script>"
    )
    world.observe()
    for _ in range(5):
        assert world.perform(Action("hover", "1")) == ""
        assert call(browsing.pages[0], "doings.busy") is False


def test_settle_ignores_frame_without_scripts(world_at: Open) -> None:
    world = world_at("<button>Go</button><iframe sandbox srcdoc='<button>In</button>'></iframe>")
    marks = {each.text: each.id for each in world.observe().elements}
    assert world.perform(Action("click", marks["Go"])) == ""
    assert "Go" in world.observe().text
    assert world.perform(Action("click", marks["Go"])) == ""


def test_click_survives_page_script_error(world_at: Open) -> None:
    world = world_at("<button onclick='throw new Error(`no`)'>Go</button>")
    world.observe()
    assert world.perform(Action("click", "1")) == ""


# --- what the page notices ----------------------------------------------------------------------


NATIVE = [
    "[setTimeout, fetch, XMLHttpRequest.prototype.send].map(f => [f.name, f.length])",
    "/^function.*\\(\\) \\{ \\[native code\\] \\}$/.test(String(fetch))",
    "JSON.stringify(Object.getOwnPropertyDescriptor(window, 'setTimeout'))",
    "[typeof fetch, Object.keys(fetch), 'prototype' in fetch, 'fetch' in {...window}]",
    "(() => { try { setTimeout() } catch (error) { return String(error) } })()",
    "(() => { try { new setTimeout() } catch (error) { return error.name } })()",
    "(() => { try { setTimeout.call({}, 1) } catch (error) { return String(error) } })()",
    "(() => { try { new XMLHttpRequest().send() } catch (error) { return String(error) } })()",
    "typeof setTimeout(() => {}, 0)",
    "new Promise(resolve => setTimeout(function (...given) {"
    " resolve([this === window, given]) }, 0, 1, 'two'))",
    "new Promise(resolve => { window.told = resolve; setTimeout('told(1)', 0) })",
    "new Promise(told => { window.told = told; setTimeout({toString: () => 'told(2)'}) })",
    "new Promise(resolve => { const said = []; clearTimeout(setTimeout(() => said.push(1), 1));"
    " setTimeout(() => resolve(said), 30) })",
    "new Promise(resolve => requestAnimationFrame((...g) => resolve(g.map(x => typeof x))))",
    "new Promise(resolve => requestIdleCallback(idle => resolve(idle.didTimeout)))",
    "fetch('/none').then(r => [r.status, r instanceof Response])",
    "fetch('/none') instanceof Promise",
    "fetch('http://127.0.0.1:1/').catch(error => String(error))",
    "fetch().catch(error => String(error))",
    "new Promise(resolve => { onunhandledrejection = e => resolve(String(e.reason));"
    " fetch('http://127.0.0.1:1/') })",
    "new Promise(resolve => { onerror = (...told) => { resolve(told[0]); return true };"
    " setTimeout(() => { throw new Error('mine') }) })",
    "new Promise(resolve => { const {port1, port2} = new MessageChannel();"
    " port1.onmessage = event => resolve(event.data); port2.postMessage({a: 1}) })",
    "(() => { const x = new XMLHttpRequest; x.open('GET', '/bare', false); x.send();"
    " return x.status })()",
]


def test_instrumented_functions_behave_like_native(
    world_at: Open, chromium: Browser, pages: Pages, browsing: BrowserContext
) -> None:
    pages["/"] = "<p>Here</p>"
    bare = chromium.new_page()
    bare.goto(pages.url)
    world_at()
    watched = browsing.pages[0]
    different = [each for each in NATIVE if watched.evaluate(each) != bare.evaluate(each)]
    bare.context.close()
    assert different == []
