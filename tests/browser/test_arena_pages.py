"""Every site of the arena is whole and readable, on a wide screen and on a phone."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urldefrag, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, StorageState

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.core.site import Site
from pytest_vwa.sites.login import log_in

SIZES = ((1280, 720), (390, 844))
FEW, MANY = (4, 12), (14, 40)
"""Pages that are opened of each site, and links that are asked, in each run and in the full one."""
WALKS = [
    *(pytest.param((site, *FEW), id=site) for site in SITES),
    *(pytest.param((site, *MANY), id=f"{site}-many", marks=pytest.mark.full) for site in SITES),
]
LEAVES = ("logout", "log_out", "sign_out", "delete")
"""Links with such a word end what the others need."""

OVERFLOW = """
() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.body.querySelectorAll('*')]
    .filter(e => e.getBoundingClientRect().right > wide + 1)
    .slice(0, 3)
    .map(e => e.outerHTML.slice(0, 120));
}
"""
OVERLAPS = """
() => {
  const clipped = e => e && (getComputedStyle(e).clipPath !== 'none' || clipped(e.parentElement));
  const own = e => [...e.childNodes].filter(n => n.nodeType === 3 && n.data.trim());
  const seen = [...document.body.querySelectorAll('*')].filter(e =>
    own(e).length && e.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})
    && !e.closest('svg, select, [class*=hidden], [class*=unseen], [class*=sr-only]')
    && !clipped(e));
  const lines = e => own(e).flatMap(text => { const range = document.createRange();
    range.selectNode(text);
    return [...range.getClientRects()].filter(r => r.width > 1 && r.height > 1); });
  const boxes = seen.slice(0, 600).map(e => [e, lines(e)]);
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  const found = [];
  boxes.forEach(([e, some], i) => boxes.slice(i + 1).forEach(([f, others]) => {
    if (e.contains(f) || f.contains(e) || found.length > 2) return;
    if (some.some(a => others.some(b => cross(a, b))))
      found.push(`${e.textContent.trim().slice(0, 40)} / ${f.textContent.trim().slice(0, 40)}`);
  }));
  return found;
}
"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map(a => a.href)"


@dataclass
class Visit:
    """What was wrong on the way through a site; ``paths`` are the pages that were opened, ``state``
    is who was logged in; so many of the ``links`` are ``asked``."""

    asked: int
    paths: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    foreign: set[str] = field(default_factory=set)
    unreadable: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    state: StorageState = field(default_factory=StorageState)


@pytest.fixture(scope="module", params=WALKS)
def visit(
    request: pytest.FixtureRequest,
    arena: Arena,
    chromium: Browser,
    logged_in: Callable[[str], StorageState],
) -> Visit:
    """The main pages of a site, found by its own links; logged in, where one can."""
    name, pages, links = request.param
    many = (pages, links) == MANY
    site = arena.sites[name]
    homes = {origin(each.url) for each in arena.sites.by_name.values()}
    visit = Visit(asked=links)

    def watch(asked: Request) -> None:
        if asked.url.startswith("http") and origin(asked.url) not in homes:
            visit.foreign.add(asked.url)

    page = chromium.new_page(storage_state=None if many else logged_in(name))
    page.on("request", watch)
    page.on("pageerror", lambda error: visit.errors.append(f"{page.url}: {error.message}"))
    if many:
        log_in(page, site)  # whose pages are watched, too
    _walk(page, site, visit, pages)
    visit.state = page.context.storage_state()
    page.close()
    return visit


def _walk(page: Page, site: Site, visit: Visit, pages: int) -> None:
    home, waiting, known = origin(site.url), deque([f"{site.url}/"]), set()
    while waiting and len(visit.paths) < pages:
        url = waiting.popleft()
        if shape(url) in known:  # one page of each kind tells of its sisters
            continue
        known.add(shape(url))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(url)
            where = f"{urlsplit(url).path}?{urlsplit(url).query} at {width}"
            visit.unreadable += [f"{where}: wider: {each}" for each in page.evaluate(OVERFLOW)]
            visit.unreadable += [f"{where}: overlap: {each}" for each in page.evaluate(OVERLAPS)]
        visit.paths.append(url)
        own = [urldefrag(link).url for link in page.evaluate(LINKS) if origin(link) == home]
        fair = [link for link in own if not any(word in link for word in LEAVES)]
        visit.links.update(fair)
        waiting.extend(fair)


def shape(url: str) -> str:
    """Addresses of one shape show pages of one kind: depth, action, and what the query asks."""
    parts = urlsplit(url)
    steps = [step if not any(map(str.isdigit, step)) else "0" for step in parts.path.split("/")]
    asked = sorted(pair for pair in parts.query.split("&") if pair.startswith(("page=", "action=")))
    fields = sorted(pair.partition("=")[0] for pair in parts.query.split("&"))
    kind = steps[-1].rpartition(".")[2] if len(steps) == 2 else "/".join(steps[2:])
    return f"{len(steps)} {steps[1][:6]} {kind} {asked} {fields}"


def origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


def test_site_links_lead_to_further_pages(visit: Visit) -> None:
    assert len(visit.paths) >= 2


def test_pages_fit_screen_without_overlapping_text(visit: Visit) -> None:
    assert visit.unreadable == []


def test_pages_request_no_other_host(visit: Visit) -> None:
    assert visit.foreign == set()


def test_page_scripts_raise_no_errors(visit: Visit) -> None:
    assert visit.errors == []


def test_site_links_do_not_answer_errors(visit: Visit, chromium: Browser) -> None:
    page = chromium.new_page(storage_state=visit.state)
    links = sorted(visit.links)[:: max(1, len(visit.links) // visit.asked)]
    answers = {link: page.request.get(link).status for link in links}
    page.close()
    assert {link: status for link, status in answers.items() if status >= 400} == {}
