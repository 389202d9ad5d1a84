"""The agent's browser reaches the task's sites and what their pages load from the public web, and
nothing else; what was stopped is told."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
FOREIGN = (
    "http://example.com/",
    "example.com",
    "//example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,hello",
    "view-source:http://127.0.0.1/",
    "chrome://version",
    "about:blank",
    "http://127.0.0.1:1@example.com/",
)


# --- documents ----------------------------------------------------------------------------------


def test_goto_refuses_foreign_urls(world_at: Open, pages: Pages) -> None:
    world = world_at("<p>Home</p>")
    said = {address: world.perform(Action("goto", value=address)) for address in FOREIGN}
    only = f"the browser may only visit {pages.url}"
    assert said == {address: f"not done: {address} was not opened: {only}" for address in FOREIGN}
    assert world.last_url == f"{pages.url}/"


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "data:text/html,hello", "view-source:http://x.test/"]
)
def test_click_reports_link_that_browser_refuses(do: Callable[..., str], address: str) -> None:
    said = do(f"<a href='{address}'>Away</a>", "click", "Away")
    assert said.startswith(f"{address} was not opened")


WAYS = {
    "link": "<a href={url}>Away</a>",
    "new tab": "<a href={url} target=_blank>Away</a>",
    "without opener": "<a href={url} target=_blank rel=noopener>Away</a>",
    "popup": "<button onclick=\"window.open('{url}')\">Away</button>",
    "script": "<button onclick=\"location = '{url}'\">Away</button>",
    "get form": "<form action={url}><button>Away</button></form>",
    "post form": "<form action={url} method=post><button>Away</button></form>",
    "refresh": '<button onclick="document.head.innerHTML += '
    "'<meta http-equiv=refresh content=&quot;0;url={url}&quot;>'\">Away</button>",
    "out of a frame": "<iframe srcdoc='<a href={url} target=_top>Away</a>'></iframe>",
}


@pytest.mark.parametrize("way", WAYS)
def test_navigation_to_foreign_site_is_blocked(
    world_at: Open, pages: Pages, foreign: Pages, way: str
) -> None:
    foreign["/"] = "<p>Secret</p>"
    world = world_at(WAYS[way].format(url=f"{foreign.url}/"))
    (mark,) = [each.id for each in world.observe().elements]
    said = world.perform(Action("click", mark))
    assert said.startswith(f"{foreign.url}/")
    assert said.endswith(f"was not opened: the browser may only visit {pages.url}")
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/"]
    assert foreign.asked == []


@pytest.mark.parametrize("way", ["link", "new tab", "popup", "script", "get form"])
def test_redirect_to_foreign_site_is_reverted(
    world_at: Open, pages: Pages, foreign: Pages, way: str
) -> None:
    foreign["/"] = "<p>Secret</p>"
    pages.redirect["/out"] = f"{foreign.url}/"
    world = world_at(WAYS[way].format(url="/out"))
    world.observe()
    assert world.perform(Action("click", "1")) == (
        f"{foreign.url}/ was not opened: the browser may only visit {pages.url}"
    )
    assert "Secret" not in world.observe().text
    assert foreign.url not in world.last_url
    assert foreign.asked == []


@pytest.mark.parametrize(
    ("way", "url"),
    [
        *((way, "file:///etc/passwd") for way in ("link", "new tab", "popup", "script", "refresh")),
        ("link", "chrome://version/"),
        ("link", "view-source:http://127.0.0.1/"),
        ("popup", "data:text/html,x"),
        ("script", "data:text/html,x"),
    ],
)
def test_navigation_to_non_web_url_is_blocked(
    world_at: Open, pages: Pages, way: str, url: str
) -> None:
    world = world_at(WAYS[way].format(url=url))
    world.observe()
    world.perform(Action("click", "1"))
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/"]


def test_javascript_link_runs(world_at: Open, browsing: BrowserContext) -> None:
    world = world_at("<a href='javascript:void(document.title = 1)'>Go</a>")
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    assert browsing.pages[0].title() == "1"


# --- what pages load ----------------------------------------------------------------------------

ASK = "fetch('URL', {mode: 'no-cors'}).then(() => 'through', () => 'stopped')"
SOCKET = (
    "new Promise(done => { const socket = new WebSocket('URL'.replace('http', 'ws'));"
    "socket.onopen = () => done('through'); socket.onerror = () => done('stopped') })"
)


def _in_worker(code: str) -> str:
    return (
        f"new Promise(done => {{ const code = `{code}.then(said => postMessage(said))`;"
        "new Worker(window.URL.createObjectURL(new Blob([code]))).onmessage = e => done(e.data) })"
    )


REQUESTS = {
    "fetch": ASK,
    "beacon": "navigator.sendBeacon('URL')",
    "picture": "new Promise(done => { const image = new Image(); image.src = 'URL';"
    "image.onload = image.onerror = () => done(1) })",
    "frame": "new Promise(done => { const frame = document.createElement('iframe');"
    "frame.src = 'URL'; frame.onload = () => done(1); document.body.append(frame) })",
    "worker": _in_worker(ASK),
    "WebSocket": SOCKET,
    "WebSocket in a worker": _in_worker(SOCKET),
}


def _to(url: str, code: str) -> str:
    return code.replace("'URL'", f"'{url}'")


@pytest.mark.parametrize("kind", REQUESTS)
def test_request_to_other_local_port_is_blocked(
    world_at: Open, foreign: Pages, browsing: BrowserContext, kind: str
) -> None:
    foreign["/"] = "<p>Secret</p>"
    world = world_at("<p>Home</p>")
    browsing.pages[0].evaluate(_to(f"{foreign.url}/", REQUESTS[kind]))
    said = world.perform(Action("press", value="Tab"))
    place = foreign.url.removeprefix("http://")
    assert said in {f"a request to {foreign.url}/ was blocked", f"a request to {place} was blocked"}
    assert foreign.asked == []


@pytest.mark.parametrize("kind", ["fetch", "picture", "frame", "worker"])
def test_redirected_request_to_other_local_port_is_blocked(
    world_at: Open, pages: Pages, foreign: Pages, browsing: BrowserContext, kind: str
) -> None:
    foreign["/"] = "<p>Secret</p>"
    pages.redirect["/out"] = f"{foreign.url}/"
    world = world_at("<p>Home</p>")
    browsing.pages[0].evaluate(_to(f"{pages.url}/out", REQUESTS[kind]))
    said = world.perform(Action("press", value="Tab"))
    assert said == f"a request to {foreign.url}/ was blocked"
    assert all("Secret" not in frame.content() for frame in browsing.pages[0].frames)
    assert foreign.asked == []


def test_shared_worker_request_is_blocked(
    world_at: Open, pages: Pages, foreign: Pages, browsing: BrowserContext
) -> None:
    ask = _to(foreign.url, ASK)
    pages.html["/shared.js"] = f"onconnect = async ({{ports}}) => ports[0].postMessage(await {ask})"
    pages.headers["/shared.js"] = {"Content-Type": "text/javascript"}
    world = world_at("<p>Home</p>")
    browsing.pages[0].evaluate(
        "new Promise(done => { new SharedWorker('/shared.js').port.onmessage = () => done(1) })"
    )
    assert "was blocked" in world.perform(Action("press", value="Tab"))
    assert foreign.asked == []


@pytest.mark.parametrize("host", ["localhost", "a.localhost", "0.0.0.0", "[::1]", "2130706433"])
def test_request_to_localhost_alias_is_blocked(
    world_at: Open, foreign: Pages, browsing: BrowserContext, host: str
) -> None:
    world = world_at("<p>Home</p>")
    url = foreign.url.replace("127.0.0.1", host)
    browsing.pages[0].evaluate(_to(url, ASK))
    assert "was blocked" in world.perform(Action("press", value="Tab"))
    assert foreign.asked == []


def test_service_worker_is_not_registered(world_at: Open, browsing: BrowserContext) -> None:
    world_at("<p>Home</p>")
    answer: Any = browsing.pages[0].evaluate(
        "navigator.serviceWorker?.register('/sw.js').then(worker => Boolean(worker), () => false)"
    )
    assert not answer


def test_blocked_request_is_reported_once_per_url(
    world_at: Open, foreign: Pages, browsing: BrowserContext
) -> None:
    world = world_at("<p>Home</p>")
    for said in (f"a request to {foreign.url}/ was blocked", ""):
        browsing.pages[0].evaluate(_to(foreign.url, ASK))
        assert world.perform(Action("press", value="Tab")) == said


def test_first_observation_notes_blocked_request(world_at: Open, foreign: Pages) -> None:
    world = world_at(f"<p>Home</p><img src={foreign.url}/a.png>")
    assert world.observe().note == f"a request to {foreign.url}/a.png was blocked"


def test_site_requests_and_websockets_pass(
    world_at: Open, pages: Pages, browsing: BrowserContext
) -> None:
    world = world_at("<p>Home</p>")
    assert browsing.pages[0].evaluate(_to(f"{pages.url}/data", ASK)) == "through"
    browsing.pages[0].evaluate(_to(f"{pages.url}/socket", SOCKET))
    assert {"/data", "/socket"} <= set(pages.asked)
    assert world.perform(Action("press", value="Tab")) == ""


def test_public_host_subresources_load(world_at: Open, browsing: BrowserContext) -> None:
    browsing.route("http://public.example/**", lambda route: route.fulfill(body="<p>Advert</p>"))
    world = world_at("<p>Home</p><iframe src=http://public.example/frame></iframe>")
    assert browsing.pages[0].evaluate(_to("http://public.example/a.svg", ASK)) == "through"
    assert "Advert" in browsing.pages[0].frames[1].content()
    assert world.perform(Action("press", value="Tab")) == ""
    browsing.unroute("http://public.example/**")


def test_webrtc_datagram_to_local_port_is_blocked(world_at: Open) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.bind(("127.0.0.1", 0))
        port.settimeout(1.5)
        world = world_at(
            "<p>Call</p><script>"
            f"const call = new RTCPeerConnection({{iceServers: [{{urls: "
            f"'stun:127.0.0.1:{port.getsockname()[1]}'}}]}});"
            "call.createDataChannel('x');"
            "call.createOffer().then((offer) => call.setLocalDescription(offer));"
            "</script>"
        )
        world.observe()
        with pytest.raises(TimeoutError):
            port.recvfrom(1000)
