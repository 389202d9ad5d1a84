"""The embedded forum in a real browser: what published tasks read there, votes, and its looks."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState

from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.view import PageView
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.defaults import built_in

FUNCTIONS = built_in().functions
ME = "MarvelsGrantMan136"
FERRY = "/f/Erie/1888"
VOTE = "document.querySelectorAll('div.submission__vote')[0].querySelector('form').className"


@pytest.fixture
def forum(arena: Arena) -> Site:
    arena.fresh()
    return arena.sites["reddit"]


@pytest.fixture
def page(
    forum: Site, chromium: Browser, logged_in: Callable[[str], StorageState]
) -> Iterator[Page]:
    page = chromium.new_page(base_url=forum.url, storage_state=logged_in("reddit"))
    yield page
    page.close()


def read(page: Page, name: str, *args: str) -> str:
    """What a function of task files reads on the page."""
    evidence = Evidence("", "", None, (), page.url, Sites({}), lambda _: PageView(page))
    return str(FUNCTIONS[name](evidence, evidence.visit(""), *args))


def test_latest_comment_functions_find_newest_comment(page: Page) -> None:
    latest = "reddit_get_latest_comment_content_by_username"
    parent = "reddit_get_parent_comment_username_of_latest_comment_by_username"
    page.goto(f"{FERRY}/-/comment/188801")
    page.get_by_label("Comment", exact=True).fill("I want to visit!")
    page.get_by_role("button", name="Post").click()
    page.goto(FERRY)
    assert read(page, latest, ME) == "I want to visit!"
    assert read(page, parent, ME) == "ferry_fran"
    page.get_by_label("Comment", exact=True).fill("Me too")
    page.get_by_role("button", name="Post").click()
    page.wait_for_url("**/-/comment/*")
    assert page.evaluate("document.querySelector('.comment__body').outerText") == "Me too"
    page.goto(FERRY)
    assert read(page, latest, ME) == "Me too"
    assert read(page, parent, ME) == "presque_paul"


def test_published_locators_find_new_post(page: Page) -> None:
    page.goto("/submit/Erie")
    page.get_by_label("Title").fill("My own report")
    page.get_by_label("Body").fill("your opinion")
    page.get_by_role("button", name="Create submission").click()
    page.wait_for_url("**/my-own-report")
    header = read(page, "get_query_text", "#main > article > div > div.submission__inner > header")
    for part in ("My own report", "Erie", ME):
        assert part in header
    for selector, text in (
        (".submission__title", "My own report"),
        (".submission__body", "your opinion"),
        (".submission__submitter", ME),
    ):
        assert page.evaluate(f"document.querySelector('{selector}').outerText.trim()") == text
    first = page.goto(f"/user/{ME}")
    assert first
    assert "My own report" in read(page, "get_query_text", "#main > article:nth-child(3)")


def test_published_locators_find_subscription_message_and_block(page: Page) -> None:
    page.goto("/f/Erie")
    page.get_by_role("button", name="Subscribe").click()
    page.get_by_role("button", name="Unsubscribe").wait_for()
    page.goto("/")
    assert "Erie" in read(page, "get_query_text", "#sidebar > section > ul")
    assert "Erie" in page.evaluate("document.querySelector('#sidebar > section').outerText")
    page.goto("/user/rosa_d")
    page.get_by_role("link", name="Send message").click()
    page.get_by_label("Message").fill("nice rainbow")
    page.get_by_role("button", name="Send").click()
    page.goto("/messages")
    assert "nice rainbow" in read(page, "get_query_text", "#main > table > tbody")
    page.goto("/user/rosa_d/block_user")
    page.get_by_role("button", name="Block").click()
    page.wait_for_url("**/block_list")
    assert "rosa_d" in read(page, "get_query_text", ".site-content")


def test_vote_updates_score_without_page_load(page: Page) -> None:
    page.goto(FERRY)
    page.evaluate("window.same = true")
    vote = page.locator(".submission .vote")
    vote.get_by_title("Upvote").click()
    vote.get_by_title("Retract upvote").wait_for()
    assert vote.locator(".vote__net-score").inner_text() == "88"
    vote.get_by_title("Downvote").click()
    vote.get_by_title("Retract downvote").wait_for()
    assert vote.locator(".vote__net-score").inner_text() == "86"
    assert page.evaluate("window.same")
    page.reload()
    assert page.evaluate(VOTE) == "vote vote--user-downvoted"


@pytest.mark.parametrize("width", [1280, 390])
def test_forum_pages_fit_window_and_request_no_other_host(
    page: Page, forum: Site, width: int
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": width, "height": 800})
    for path in (
        *("/", "/f/pics", FERRY, "/forums", "/forums/all", "/search?q=bridge", "/submit/pics"),
        *(f"/user/{ME}", f"/user/{ME}/account", "/messages", "/notifications", "/wiki", "/nope"),
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(
            "[...document.querySelectorAll('input:not([type=hidden]), select, textarea')]"
            ".every(field => field.labels.length || field.ariaLabel)"
        ), f"{path}: every field has a label"
    assert all(url.startswith((forum.url, "data:")) for url in asked)
