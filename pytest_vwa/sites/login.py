"""Logging in to the sites, each by its own form, and making sure that it worked."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import BrowserContext, Error, Locator, Page, StorageState
from playwright.sync_api import TimeoutError as TimedOut

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Account, Site

_OPEN_MS = 60_000
_ANSWER_MS = 30_000
"""A shop that has just started needs long for its first pages."""
_FIELD_MS = 20_000
"""A form may be drawn by a script, on a machine with much else to do."""
_COMPLAINTS = (
    "[role=alert], .message-error, .alert, .flash, .flashmessage, .error, .form-error-list"
)

Way = Literal["label", "placeholder", "selector", "testid"]


@dataclass(frozen=True)
class Recipe:
    """How one site is logged in to. Paths follow the site's address.

    ``username`` and ``password`` are looked up by ``way``; ``button`` is the button's name, or
    its test id. ``sign`` is the text that the page ``proof`` shows only to those logged in; an
    empty one means that the page does not redirect. ``{user}`` stands for the user's name.
    """

    path: str
    way: Way
    username: str
    password: str
    button: str
    proof: str
    sign: str = ""


RECIPES = {
    "shopping": Recipe(
        "/customer/account/login/", "label", "Email", "Password", "Sign In", "/wishlist/"
    ),
    "shopping_admin": Recipe(
        "", "placeholder", "user name", "password", "Sign in", "/dashboard", "Dashboard"
    ),
    "reddit": Recipe(
        "/login", "label", "Username", "Password", "Log in", "/user/{user}/account", "Delete"
    ),
    "classifieds": Recipe(
        "/index.php?page=login",
        "selector",
        "#email",
        "#password",
        "Log in",
        "/index.php?page=user&action=items",
        "My listings",
    ),
    "gitlab": Recipe(
        "/users/sign_in",
        "testid",
        "username-field",
        "password-field",
        "sign-in-button",
        "/-/profile",
    ),
}


def log_in(page: Page, site: Site) -> None:
    """Log the site's account in and see the sign of it; leaves the page at that sign.

    Does nothing for a site without account or recipe. Raises SiteError that names the site, the
    step and what the page said; never the password.
    """
    recipe = RECIPES.get(site.name)
    if site.account is None or recipe is None:
        return
    _open(page, site, recipe.path, "the log-in page")
    try:
        _fill(page, recipe, site.account)
    except Error as error:
        failed = "was not found" if isinstance(error, TimedOut) else "could not be sent"
        reason = error.message.splitlines()[0]
        raise SiteError(
            f"{site.name}: the log-in form {failed} at {page.url} ({reason}); "
            f"{_seen(page, site.account)}"
        ) from error
    seen = _seen(page, site.account)
    proof = site.url + recipe.proof.format(user=site.account.username)
    _open(page, site, recipe.proof.format(user=site.account.username), "the page of proof")
    if not _proved(page, proof, recipe.sign):
        raise SiteError(
            f"{site.name}: logging in as {site.account.username} at {site.url}{recipe.path} "
            f"did not work: {seen}"
        )


def storage_state(context: BrowserContext, sites: Sequence[Site]) -> StorageState:
    """Log in to every site that has an account and a recipe; the cookies and local storage of
    it all. Raises SiteError as ``log_in`` does."""
    page = context.new_page()
    for site in sites:
        log_in(page, site)
    page.close()
    return context.storage_state()


def _open(page: Page, site: Site, path: str, what: str) -> None:
    url = site.url + path
    try:
        response = page.goto(url, wait_until="domcontentloaded", timeout=_OPEN_MS)
    except Error as error:
        reason = error.message.splitlines()[0].removeprefix("Page.goto: ")
        raise SiteError(f"{site.name}: {what} could not be opened: {reason}") from error
    if response and response.status >= 500:
        raise SiteError(f"{site.name}: {what} {url} answered {response.status}")


def _fill(page: Page, recipe: Recipe, account: Account) -> None:
    find = _finder(page, recipe.way)
    find(recipe.username).fill(account.username, timeout=_FIELD_MS)
    find(recipe.password).fill(account.password, timeout=_FIELD_MS)
    by_test_id = recipe.way == "testid"
    named = page.get_by_role("button", name=recipe.button, exact=True).first
    button = find(recipe.button) if by_test_id else named
    button.wait_for(timeout=_FIELD_MS)
    with (
        suppress(TimedOut),  # a form may answer in place; the sign decides
        page.expect_navigation(wait_until="domcontentloaded", timeout=_ANSWER_MS),
    ):
        button.click()


def _finder(page: Page, way: Way) -> Callable[[str], Locator]:
    finders: dict[Way, Callable[[str], Locator]] = {
        "label": lambda name: page.get_by_label(name, exact=True).first,
        "placeholder": lambda name: page.get_by_placeholder(name, exact=True).first,
        "selector": lambda name: page.locator(name).first,
        "testid": lambda name: page.get_by_test_id(name).first,
    }
    return finders[way]


def _proved(page: Page, proof: str, sign: str) -> bool:
    if not sign:
        return page.url.rstrip("/") == proof.rstrip("/")
    return sign in page.locator("body").inner_text()


def _seen(page: Page, account: Account) -> str:
    """What the page has to say, in one line."""
    complaints = page.locator(_COMPLAINTS).locator("visible=true").all_inner_texts()
    told = next((text for text in map(str.split, complaints) if text), None)
    words = " ".join(told)[:200] if told else f"it is {page.title()!r} at {page.url}"
    return f"the page says {words!r}".replace(account.password, "***") if told else words
