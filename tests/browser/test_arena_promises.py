"""What docs/arena.md says of the sites is so."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.trouble import KINDS, Kind
from pytest_vwa.browser.view import PageView
from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.program_html import program_html
from pytest_vwa.sites.login import log_in

TOLD = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
LOCATORS = [
    (site, page, locator.replace("\\|", "|"))
    for site, page, locator in re.findall(
        r"^\| `(\w+)` \| `([^`]+)` \| (?:`(.+)`)? ?\|$", TOLD, re.MULTILINE
    )
    if site in SITES
]


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


@pytest.fixture(scope="module")
def context_of(arena: Arena, chromium: Browser) -> Iterator[Callable[[str], BrowserContext]]:
    """A browser context of the site's own, logged in."""
    contexts: dict[str, BrowserContext] = {}

    def enter(name: str) -> BrowserContext:
        if name not in contexts:
            contexts[name] = chromium.new_context()
            contexts[name].set_default_timeout(8000)
            page = contexts[name].new_page()
            log_in(page, arena.sites[name])
            page.close()
        return contexts[name]

    yield enter
    for context in contexts.values():
        context.close()


@pytest.mark.parametrize(("site", "page", "locator"), LOCATORS)
def test_a_published_locator_finds_something_on_its_page(
    arena: Arena,
    context_of: Callable[[str], BrowserContext],
    site: str,
    page: str,
    locator: str,
) -> None:
    opened = context_of(site).new_page()

    def visit(address: str) -> PageView:
        answer = opened.goto(address)
        assert answer
        assert answer.ok, address
        return PageView(opened)

    url = page if page.startswith("func:") else f"__{site.upper()}__{page}"
    evidence = Evidence("", "", None, (), "about:blank", arena.sites, visit)
    target = {"url": url, "locator": locator, "required_contents": {"must_include": []}}
    evaluate = program_html(built_in().functions, lambda _, found, __: str(found or "").strip())
    score = evaluate(evidence, Check("program_html", target))
    opened.close()
    assert not score.passed, "nothing was found"


def test_locators_of_both_first_sites_are_told() -> None:
    assert {site for site, _, _ in LOCATORS} >= {"classifieds", "shopping"}
    assert len(LOCATORS) >= 20


@pytest.mark.parametrize("site", SITES)
def test_each_site_is_told_with_its_account(arena: Arena, site: str) -> None:
    (row,) = re.findall(rf"^\| `{site}` \| [^`].*$", TOLD, re.MULTILINE)
    account = arena.sites[site].account
    assert f"`{account.username}` / `{account.password}`" in row if account else "| none |" in row


@pytest.mark.parametrize("kind", KINDS)
def test_each_trouble_is_told_and_an_error_of_the_site(
    arena: Arena, chromium: Browser, kind: Kind
) -> None:
    assert f"| `{kind}` |" in TOLD
    page = chromium.new_page()
    with arena.trouble("shopping", kind, seconds=0.1):
        if kind == "slow":
            log_in(page, arena.sites["shopping"])
        else:
            with pytest.raises(SiteError, match=r"^shopping: "):
                log_in(page, arena.sites["shopping"])
    page.close()
