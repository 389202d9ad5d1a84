"""What docs/arena.md says of published tasks is so: what they read is there, at its address."""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, StorageState

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.view import PageView
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.program_html import program_html

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
def page_of(
    arena: Arena, chromium: Browser, logged_in: Callable[[str], StorageState]
) -> Iterator[Callable[[str], Page]]:
    """A page of the site's own context, logged in; the shopper has chosen something."""
    pages: dict[str, Page] = {}

    def enter(name: str) -> Page:
        if name not in pages:
            pages[name] = chromium.new_page(storage_state=logged_in(name))
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


def found_by(page: Page, arena: Arena, site: str, path: str, locator: str) -> str:
    """What a published check reads there. A page that is open already is not loaded again."""
    seen: list[Any] = []

    def visit(address: str) -> PageView:
        if page.url != address:
            answer = page.goto(address)
            assert answer
            assert answer.ok, address
        return PageView(page)

    url = path if path.startswith("func:") else f"__{site.upper()}__{path}"
    evidence = Evidence("", "", None, (), "about:blank", arena.sites, visit)
    target = {"url": url, "locator": locator, "required_contents": {"must_include": []}}
    evaluate = program_html(built_in().functions, lambda _, found, __: seen.append(found) or "")
    evaluate(evidence, Check("program_html", target))
    return str(seen[0]).strip()


@pytest.mark.parametrize("site", sorted({site for site, _, _ in LOCATORS}))
def test_published_locators_match_on_their_pages(
    arena: Arena, page_of: Callable[[str], Page], site: str
) -> None:
    rows = sorted((path, locator) for name, path, locator in LOCATORS if name == site)
    page = page_of(site)
    assert [row for row in rows if found_by(page, arena, site, *row) in ("", "None")] == []


def test_published_classes_contain_loaded_images(
    arena: Arena, page_of: Callable[[str], Page]
) -> None:
    def shows(site: str, path: str, pictures: str) -> bool:
        page = page_of(site)
        page.goto(arena.sites[site].url + path)
        shown: bool = page.eval_on_selector_all(f"img{pictures}, {pictures} img", SHOWN)
        return shown

    assert [row for row in PICTURES if not shows(*row)] == []


def test_published_urls_answer_without_redirect(
    arena: Arena, page_of: Callable[[str], Page]
) -> None:
    def answers(site: str, address: str) -> bool:
        asked = arena.sites[site].url + address
        answer = page_of(site).request.get(asked)
        return answer.ok and path_of(answer.url) == path_of(asked)

    assert [row for row in ADDRESSES if not answers(*row)] == []


def path_of(url: str) -> str:
    return urlsplit(url).path.rstrip("/")


def test_docs_tables_cover_each_site() -> None:
    assert {site for site, _ in ADDRESSES} == set(SITES)
    assert {site for site, _, _ in LOCATORS} == set(SITES) - {"wikipedia", "homepage"}
    assert (len(LOCATORS), len(PICTURES), len(ADDRESSES)) >= (120, 7, 90)


def test_docs_locators_call_each_helper_function() -> None:
    called = {name for row in LOCATORS for cell in row for name in re.findall(r"func:(\w+)", cell)}
    assert called == set(built_in().functions)


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="no published task files beside this folder")
def test_docs_state_share_of_supported_published_locators() -> None:
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
