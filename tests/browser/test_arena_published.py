"""What docs/arena.md says of published tasks is so: what they read is there, at its address."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.view import PageView
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.program_html import program_html
from pytest_vwa.sites.login import log_in

ROOT = Path(__file__).parents[2]
PUBLISHED = Path(os.environ.get("VWA_SHARED", ROOT.parent / "shared")) / "data"
TOLD = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
ROWS = [
    (site, page, locator.replace("\\|", "|"))
    for site, page, locator in re.findall(
        r"^\| `(\w+)` \| `([^`]+)` \| (?:`(.+)`)? ?\|$", TOLD, re.MULTILINE
    )
    if site in SITES
]
LOCATORS = [row for row in ROWS if not row[2].startswith(".")]
PICTURES = [row for row in ROWS if row[2].startswith(".")]
ADDRESSES = [
    (site, address)
    for site, addresses in re.findall(
        r"^\| `(\w+)` \| (`/[^`]*`(?:, `/[^`]*`)*) \|$", TOLD, re.MULTILINE
    )
    for address in re.findall(r"`([^`]+)`", addresses)
]
SHOWN = "all => all.some(each => each.complete && each.naturalWidth)"
DUVET = "15"
"""A product with options, for the cart and for the wish list."""


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


@pytest.fixture(scope="module")
def page_of(arena: Arena, chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """A page of the site's own context, logged in; the shopper has chosen something."""
    pages: dict[str, Page] = {}

    def enter(name: str) -> Page:
        if name not in pages:
            pages[name] = chromium.new_context().new_page()
            log_in(pages[name], arena.sites[name])
            if name == "shopping":
                _choose(pages[name], arena.sites[name].url)
        return pages[name]

    yield enter
    for page in pages.values():
        page.context.close()


def _choose(page: Page, shop: str) -> None:
    form = {"product": DUVET, "options[Size]": "Queen", "options[Colour]": "Oat"}
    for path in ("/checkout/cart/add/", "/wishlist/index/add/"):
        assert page.request.post(shop + path, form=form).ok


@pytest.mark.parametrize(("site", "path", "locator"), LOCATORS)
def test_a_published_locator_finds_something_on_its_page(
    arena: Arena, page_of: Callable[[str], Page], site: str, path: str, locator: str
) -> None:
    page, seen = page_of(site), []

    def visit(address: str) -> PageView:
        answer = page.goto(address)
        assert answer
        assert answer.ok, address
        return PageView(page)

    url = path if path.startswith("func:") else f"__{site.upper()}__{path}"
    evidence = Evidence("", "", None, (), "about:blank", arena.sites, visit)
    target = {"url": url, "locator": locator, "required_contents": {"must_include": []}}
    evaluate = program_html(built_in().functions, lambda _, found, __: seen.append(found) or "")
    evaluate(evidence, Check("program_html", target))
    assert str(seen[0]).strip() not in ("", "None"), "nothing was found"


@pytest.mark.parametrize(("site", "path", "pictures"), PICTURES)
def test_published_classes_hold_pictures(
    arena: Arena, page_of: Callable[[str], Page], site: str, path: str, pictures: str
) -> None:
    page = page_of(site)
    page.goto(arena.sites[site].url + path)
    assert page.eval_on_selector_all(f"img{pictures}, {pictures} img", SHOWN)


@pytest.mark.parametrize(("site", "address"), ADDRESSES)
def test_an_address_of_a_published_shape_is_a_page(
    arena: Arena, page_of: Callable[[str], Page], site: str, address: str
) -> None:
    asked = arena.sites[site].url + address
    answer = page_of(site).request.get(asked)
    assert answer.ok
    assert urlsplit(answer.url).path.rstrip("/") == urlsplit(asked).path.rstrip("/")


def test_each_site_is_told() -> None:
    assert {site for site, _ in ADDRESSES} == set(SITES)
    assert {site for site, _, _ in LOCATORS} == set(SITES) - {"wikipedia", "homepage"}
    assert (len(LOCATORS), len(PICTURES), len(ADDRESSES)) >= (120, 7, 90)


def test_each_helper_function_is_tried() -> None:
    called = {name for row in LOCATORS for cell in row for name in re.findall(r"func:(\w+)", cell)}
    assert called == set(built_in().functions)


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="no published task files beside this folder")
def test_the_share_of_published_locators_that_run_here_is_the_one_told() -> None:
    targets, here = Counter(published()), {(site, shape(locator)) for site, _, locator in LOCATORS}
    shares = {
        site: tuple(
            f"{sum(map(count, found & here))} of {sum(map(count, found))}"
            for found in [{each for each in targets if each[0] == site}]
            for count in (lambda _: 1, targets.__getitem__)
        )
        for site in {site for site, _ in targets}
    }
    told = re.findall(r"^\| `(\w+)` \| (\d+ of \d+) \| (\d+ of \d+) \|$", TOLD, re.MULTILINE)
    assert shares == {site: (locators, targets) for site, locators, targets in told}


def published() -> Iterator[tuple[str, str]]:
    """Site and locator of each target, where the task leaves no doubt about the site."""
    for file in sorted(PUBLISHED.glob("*/*.json")):
        for task in json.loads(file.read_bytes()):
            criteria = task.get("eval") or task
            for target in criteria.get("program_html") or []:
                named = re.search(r"__([A-Z_]+?)__|func:([a-z]+)_", target["url"])
                own = [next(filter(None, named.groups())).lower()] if named else task["sites"]
                if len(own) == 1:
                    yield own[0], shape(target["locator"])


def shape(locator: str) -> str:
    """The locator without the names and numbers it is about."""
    if locator.startswith("func:") and "get_query_text" not in locator:
        return re.sub(r"""'[^']*'|"[^"]*\"""", "'...'", locator).replace(" ", "")
    return re.sub(r"""includes\((["']).*?\1\)\)""", "includes('...'))", locator)
