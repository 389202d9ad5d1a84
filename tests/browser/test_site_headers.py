"""Headers that a site is to be sent: with each request to it, and to nobody else."""

from collections.abc import Iterator

import pytest
from pages import Pages, serve
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.browser.border import Border

GATE = {"X-Gate": "open sesame", "User-Agent": "gatekeeper"}


@pytest.fixture
def other() -> Iterator[Pages]:
    """Another site of the same task."""
    with serve() as pages:
        yield pages


@pytest.fixture
def gated(
    chromium: Browser, border: Border, pages: Pages, other: Pages
) -> Iterator[BrowserContext]:
    settings = border.settings([pages.url, other.url], {pages.url: GATE})
    context = chromium.new_context(proxy=settings)
    yield context
    context.close()


def gates(pages: Pages) -> dict[str, str | None]:
    """What each path was sent, if it was the same each time."""
    told: dict[str, set[str | None]] = {}
    for path, headers in pages.heard:
        told.setdefault(path, set()).add(headers.get("x-gate"))
    assert all(len(each) == 1 for each in told.values())
    return {path: each.pop() for path, each in told.items()}


def test_site_headers_are_sent_with_each_request_to_the_site(
    gated: BrowserContext, pages: Pages, other: Pages
) -> None:
    pages["/"] = (
        f"<img src=/picture><iframe src=/frame></iframe><img src={other.url}/picture>"
        f"<script>fetch('/fetched', {{method: 'POST', body: 'x'}})</script>"
        "<a href=/tab target=_blank>Tab</a>"
    )
    pages["/frame"] = f"<img src=/in-frame><iframe src={other.url}/frame></iframe>"
    pages["/tab"] = "<p>Tab</p>"
    other["/frame"] = f"<img src={pages.url}/seen-from-there>"
    page = gated.new_page()
    page.goto(pages.url, wait_until="networkidle")
    with gated.expect_page() as opened:
        page.click("a")
    opened.value.wait_for_load_state("networkidle")
    paths = {"/", "/picture", "/frame", "/in-frame", "/fetched", "/tab", "/seen-from-there"}
    own = gates(pages)
    assert paths <= own.keys()
    assert set(own.values()) == {"open sesame"}
    assert {"/picture", "/frame"} <= gates(other).keys()
    assert set(gates(other).values()) == {None}


def test_site_headers_are_dropped_on_redirect_to_another_site(
    gated: BrowserContext, pages: Pages, other: Pages
) -> None:
    pages.redirect |= {"/begin": "/within", "/within": f"{other.url}/beyond"}
    other.redirect["/beyond"] = f"{pages.url}/home"
    pages["/home"] = "<p>Home</p>"
    page = gated.new_page()
    page.goto(f"{pages.url}/begin")
    assert page.url == f"{pages.url}/home"
    sent = gates(pages)
    assert [sent[path] for path in ("/begin", "/within", "/home")] == ["open sesame"] * 3
    assert gates(other)["/beyond"] is None


def test_site_headers_replace_browser_header(
    gated: BrowserContext, pages: Pages, other: Pages
) -> None:
    pages["/"], other["/"] = "<p>Here</p>", "<p>There</p>"
    page = gated.new_page()
    for site in (pages, other):
        page.goto(site.url)
    assert pages.heard[0][1]["user-agent"] == "gatekeeper"
    assert "Mozilla" in other.heard[0][1]["user-agent"]


def test_site_headers_are_not_shared_between_contexts(
    gated: BrowserContext, chromium: Browser, border: Border, pages: Pages
) -> None:
    pages["/"] = "<p>Here</p>"
    plain = chromium.new_context(proxy=border.settings([pages.url]))
    plain.new_page().goto(pages.url)
    plain.close()
    assert gates(pages)["/"] is None


def test_site_headers_proxy_blocks_redirect_to_local_port(
    gated: BrowserContext, border: Border, pages: Pages
) -> None:
    with serve() as private:
        private["/"] = "<p>Private</p>"
        pages.redirect["/out"] = private.url
        page = gated.new_page()
        answer = page.goto(f"{pages.url}/out")
        assert answer is not None
        assert answer.status == 403
        assert private.asked == []
        assert any(private.url in address for address in border.refused())
