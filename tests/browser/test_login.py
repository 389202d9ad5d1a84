"""Logging in, and what is said when it fails."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pages import Pages
from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.border import Border
from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Account, Site
from pytest_vwa.sites import login
from pytest_vwa.sites.door import Door
from pytest_vwa.sites.entry import Headers, StateFile
from pytest_vwa.sites.login import NoEntry, log_in
from pytest_vwa.sites.logins import NOBODY, joined
from pytest_vwa.sites.recipe import RECIPES, Proof


@pytest.fixture(scope="module")
def browsing(chromium: Browser) -> Iterator[BrowserContext]:
    """Logging in is no agent's work: nothing is out of bounds."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def page(browsing: BrowserContext) -> Page:
    """A page that the tests share, logged in nowhere."""
    browsing.clear_cookies()
    return browsing.pages[0] if browsing.pages else browsing.new_page()


def proof_of(site: Site) -> str:
    """The address of the page that only those logged in may see."""
    name = site.account.username if site.account else ""
    return site.url + RECIPES[site.name].proof.format(user=name)


def test_joined_storage_state_is_logged_in_to_all_sites(
    arena: Arena, chromium: Browser, logged_in: Callable[[str], StorageState]
) -> None:
    sites = tuple(arena.sites[name] for name in RECIPES)
    state = joined(sites, [dict(logged_in(site.name)) for site in sites])
    second = chromium.new_context(storage_state=state)
    page = second.new_page()
    for site in sites:
        proof = proof_of(site)
        page.goto(proof)
        assert page.url == proof
    second.close()


@pytest.mark.parametrize("name", RECIPES)
def test_login_error_quotes_site_message(arena: Arena, page: Page, name: str) -> None:
    right = arena.sites[name]
    assert right.account is not None
    wrong = replace(right, account=Account(right.account.username, "wrong-secret"))
    with pytest.raises(SiteError) as caught:
        log_in(page, wrong)
    said = str(caught.value)
    assert said.startswith(f"{name}: logging in as {right.account.username} at {right.url}")
    assert "did not work: the page says '" in said
    assert "wrong-secret" not in said


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            "<p>Sorry Anna,<br>secret is not your password</p>",
            "'Sorry Anna, *** is not your password'",
        ),
        ("<img src=/picture>", "nothing"),
    ],
)
def test_login_refusal_quotes_start_of_page(
    pages: Pages, page: Page, answer: str, words: str
) -> None:
    path, form, _ = FORMS["reddit"]
    pages[path] = f"<form action=/entered>{form}</form>"
    pages["/entered"] = answer
    pages["/user/Anna/account"] = "<p>Who are you?</p>"
    told = f"it is '/entered' at {pages.url}/entered?; the page says {words}"
    with pytest.raises(NoEntry, match=f"did not work: {re.escape(told)}$"):
        log_in(page, Site("reddit", pages.url, Account("Anna", "secret")))


def test_login_skips_site_without_account(page: Page) -> None:
    log_in(page, Site("wikipedia", "http://127.0.0.1:9"))


def test_login_reports_step_of_unreachable_site(pages: Pages, browsing: BrowserContext) -> None:
    page = browsing.new_page()  # an error page may still come after this test
    pages.stop()
    site = Site("reddit", pages.url, Account("Anna", "secret"))
    with pytest.raises(SiteError, match=r"reddit: the log-in page could not be opened: .*REFUSED"):
        log_in(page, site)
    page.close()


@pytest.mark.parametrize(
    ("failing", "status"),
    [("/login", 429), ("/login", 503), ("/entered", 503), ("/user/Anna/account", 429)],
)
def test_login_server_error_is_not_a_refusal(
    pages: Pages, page: Page, failing: str, status: int
) -> None:
    form = (
        "<label>Username <input name=u></label><label>Password <input name=p></label>"
        "<button>Log in</button>"
    )
    for path in ("/login", "/entered", "/user/Anna/account"):
        pages[path] = f"<form method=post action=/entered>{form}</form>"
    pages.status[failing] = status
    with pytest.raises(SiteError, match=f"answered {status}") as caught:
        log_in(page, Site("reddit", pages.url, Account("Anna", "secret")))
    assert not isinstance(caught.value, NoEntry)


FORMS = {
    "shopping_admin": (
        "",
        "<input placeholder='user name'><input placeholder=password type=password>"
        "<button>Sign in</button>",
        "<h1>Dashboard</h1>",
    ),
    "reddit": (
        "/login",
        "<label>Username <input></label><label>Password <input type=password></label>"
        "<button>Log in</button>",
        "<button>Delete</button>",
    ),
    "gitlab": (
        "/users/sign_in",
        "<input data-testid=username-field><input data-testid=password-field>"
        "<button data-testid=sign-in-button>Go</button>",
        "<p>Profile</p>",
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_login_fills_published_forms(pages: Pages, page: Page, name: str) -> None:
    path, form, proof = FORMS[name]
    base = "/admin" if name == "shopping_admin" else ""
    pages[base + path] = f"<form action=/entered>{form}</form>"
    pages["/entered"] = "<p>Welcome</p>"
    pages[base + RECIPES[name].proof.format(user="Anna")] = proof
    entered: list[str] = []
    page.on("request", lambda request: entered.append(request.url))
    log_in(page, Site(name, pages.url + base, Account("Anna", "secret")))
    assert any("/entered" in url for url in entered)
    assert page.url == pages.url + base + RECIPES[name].proof.format(user="Anna")


def test_login_reports_missing_form(
    pages: Pages, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "_FIELD_MS", 300)
    pages["/login"] = "<h1>Under maintenance</h1>"
    site = Site("reddit", pages.url, Account("Anna", "secret"))
    with pytest.raises(SiteError, match=r"reddit: the log-in form was not found at .*/login"):
        log_in(page, site)


@pytest.mark.parametrize(
    ("title", "status", "told", "kind"),
    [
        ("Site", 404, "answered 404, not 200", "not ready"),
        ("502 Bad Gateway", 200, "shows '<title>502 Bad Gateway' with 200", "error page"),
        ("Down for maintenance", 404, "shows '<title>Down for maintenance' with 404", "error page"),
    ],
)
def test_login_classifies_error_page(
    pages: Pages, page: Page, title: str, status: int, told: str, kind: str
) -> None:
    pages.html["/login"] = f"<!doctype html><title>{title}</title><h1>Sorry</h1>"
    pages.status["/login"] = status
    with pytest.raises(SiteError) as caught:
        log_in(page, Site("reddit", pages.url, Account("Anna", "secret")))
    assert str(caught.value) == f"reddit: the log-in page {pages.url}/login {told}"
    assert caught.value.trouble == kind
    assert not isinstance(caught.value, NoEntry)


@pytest.mark.parametrize(("title", "status"), [("Site", 404), ("Maintenance of trams", 200)])
def test_login_fills_form_despite_page_title_or_status(
    pages: Pages, page: Page, title: str, status: int
) -> None:
    path, form, proof = FORMS["reddit"]
    form = f"<form action=/entered>{form}</form>"
    pages.html[path] = f"<!doctype html><title>{title}</title>{form}"
    pages.status[path] = status
    pages["/entered"] = "<p>Welcome</p>"
    pages["/user/Anna/account"] = proof
    log_in(page, Site("reddit", pages.url, Account("Anna", "secret")))
    assert "/entered" in pages.asked


def test_storage_state_file_logs_in_while_valid(
    arena: Arena, chromium: Browser, tmp_path: Path
) -> None:
    site, recipe = arena.sites["reddit"], RECIPES["reddit"]
    made = Door(site, recipe).enter(chromium.new_page)
    kept = tmp_path / "state.json"
    door = Door(site, StateFile(kept, recipe.proven))
    kept.write_text(json.dumps(made))
    assert door.enter(chromium.new_page) == made
    kept.write_text(json.dumps(NOBODY))
    with pytest.raises(NoEntry, match=r"reddit: logged out: the storage state .*state\.json logs"):
        door.enter(chromium.new_page)
    kept.write_text("{")
    with pytest.raises(NoEntry, match=r"reddit: the storage state .* cannot be read"):
        door.enter(chromium.new_page)


@pytest.mark.parametrize(
    "kept",
    ["[]", '{"cookies": 3}', '{"cookies": [{"name": "x"}]}', '{"cookies": [], "origins": {}}'],
)
def test_storage_state_file_reports_invalid_content(
    chromium: Browser, tmp_path: Path, kept: str
) -> None:
    file = tmp_path / "state.json"
    file.write_text(kept)
    door = Door(Site("wiki", "http://127.0.0.1:9"), StateFile(file, Proof("/me")))
    told = rf"wiki: the storage state {re.escape(str(file))} cannot be read: .*; expected what Play"
    with pytest.raises(NoEntry, match=told):
        door.enter(chromium.new_page)


def test_login_headers_report_when_not_logged_in(
    pages: Pages, chromium: Browser, border: Border
) -> None:
    pages["/me"] = "<p>Hello Anna</p>"
    headers = {"X-Auto-Login": "Anna:secret"}
    site = Site("wiki", pages.url, headers=headers)
    settings = border.settings([pages.url], {pages.url: headers})
    new_page = partial(chromium.new_page, proxy=settings)
    assert Door(site, Headers(headers, Proof("/me", "Anna"))).enter(new_page) == NOBODY
    assert {told["x-auto-login"] for path, told in pages.heard if path == "/me"} == {"Anna:secret"}
    with pytest.raises(NoEntry) as caught:
        Door(site, Headers(headers, Proof("/me", "Bert"))).enter(new_page)
    assert "wiki: logged out: the headers of login.headers log nobody in" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_error_page_is_no_proof_of_being_logged_out(pages: Pages, chromium: Browser) -> None:
    pages.html["/me"] = "<title>Osclass Error</title><p>The database cannot be reached.</p>"
    page = chromium.new_page()
    told = r"wiki: the page of proof http://\S+/me shows '<title>Osclass Error</title>'"
    with pytest.raises(SiteError, match=told):
        login.is_logged_in(page, Site("wiki", pages.url), Proof("/me", "Anna"))
    page.context.close()
