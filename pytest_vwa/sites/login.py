"""Logging in to the sites, each by its own form, and making sure that it worked."""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, Response
from playwright.sync_api import TimeoutError as TimedOut

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import Account, Site

from .recipe import RECIPES, Field, Proof, Recipe, Way
from .trouble import REFUSED, of_met_page, of_page, of_status

_OPEN_MS = 60_000
_ANSWER_MS = 30_000
"""A shop that has just started needs long for its first pages."""
_FIELD_MS = 20_000
"""A form may be drawn by a script, on a machine with much else to do."""
_NOT_THERE = (404, 410)
_COMPLAINTS = (
    "[role=alert], .message-error, .alert, .flash, .flashmessage, .error, .form-error-list"
)


class NoEntry(SiteError):
    """The site is there and does not let us in: nobody need try again."""

    def __init__(self, message: str) -> None:
        super().__init__(message, trouble=REFUSED)


def log_in(page: Page, site: Site, recipe: Recipe | None = None) -> None:
    """Log the site's account in and see the sign of it; leaves the page at that sign.

    The recipe is the one of the application that the site's name tells, if none is given. Does
    nothing for a site without account or recipe. Raises SiteError that names the site, the step
    and what the page said, never the password; NoEntry where trying again would not help.
    """
    recipe = recipe or RECIPES.get(site.name)
    if site.account is None or recipe is None:
        return
    opened = _open(page, site, recipe.path, "the log-in page")
    try:
        if opened and not _find(page, recipe.username).count():
            _expect_form(page, site, opened)
        answer = _fill(page, recipe, site.account)
    except Error as error:
        failed = "was not found" if isinstance(error, TimedOut) else "could not be sent"
        reason = error.message.splitlines()[0]
        raise SiteError(
            f"{site.name}: the log-in form {failed} at {page.url} ({reason}); "
            f"{_seen(page, site.account)}"
        ) from error
    if answer and _fails(answer):
        raise SiteError(f"{site.name}: the log-in form {answer.url} answered {answer.status}")
    seen = _seen(page, site.account)
    if not is_logged_in(page, site, recipe.proven):
        raise NoEntry(
            f"{site.name}: logging in as {site.account.username} at {site.url}{recipe.path} "
            f"did not work: {seen}"
        )


def is_logged_in(page: Page, site: Site, proof: Proof) -> bool:
    """Whether the site shows its sign to this page; raises SiteError when it cannot be asked."""
    path = proof.path.replace("{user}", site.account.username if site.account else "")
    _open(page, site, path, "the page of proof")
    if _proved(page, site.url + path, proof.sign):
        return True
    if found := of_met_page(site.url + path, page.content()):
        raise SiteError(f"{site.name}: the page of proof {found.evidence}", trouble=found.kind)
    return False


def _open(page: Page, site: Site, path: str, what: str) -> Response | None:
    url = site.url + path
    try:
        response = page.goto(url, wait_until="domcontentloaded", timeout=_OPEN_MS)
    except Error as error:
        reason = error.message.splitlines()[0].removeprefix("Page.goto: ")
        raise SiteError(f"{site.name}: {what} could not be opened: {reason}") from error
    if response and _fails(response):
        raise SiteError(f"{site.name}: {what} {url} answered {response.status}")
    return response


def _expect_form(page: Page, site: Site, answer: Response) -> None:
    """Raises SiteError for a page on which no script will draw it."""
    found = of_page(answer.url, answer.status, page.content())
    if answer.status in _NOT_THERE:
        found = found or of_status(answer.url, answer.status, (200,))
    if found:
        raise SiteError(f"{site.name}: the log-in page {found.evidence}", trouble=found.kind)


def _fails(answer: Response) -> bool:
    """The site has trouble of its own: that says nothing about the account."""
    return answer.status >= 500 or answer.status == 429


def _fill(page: Page, recipe: Recipe, account: Account) -> Response | None:
    """What the form was answered with; None when that came in place."""
    _find(page, recipe.username).fill(account.username, timeout=_FIELD_MS)
    _find(page, recipe.password).fill(account.password, timeout=_FIELD_MS)
    button = _find(page, recipe.button)
    button.wait_for(timeout=_FIELD_MS)
    answered = page.expect_navigation(wait_until="domcontentloaded", timeout=_ANSWER_MS)
    with suppress(TimedOut):  # a form may answer in place; the sign decides
        with answered as navigation:
            button.click()
        return navigation.value
    return None


def _find(page: Page, field: Field) -> Locator:
    finders: dict[Way, Callable[[str], Locator]] = {
        "label": lambda name: page.get_by_label(name, exact=True),
        "placeholder": lambda name: page.get_by_placeholder(name, exact=True),
        "selector": page.locator,
        "testid": page.get_by_test_id,
        "button": lambda name: page.get_by_role("button", name=name, exact=True),
    }
    return finders[field.way](field.name).first


def _proved(page: Page, proof: str, sign: str) -> bool:
    if not sign:
        return page.url.rstrip("/") == proof.rstrip("/")
    return sign in page.locator("body").inner_text()


def _seen(page: Page, account: Account) -> str:
    """What the page has to say, in one line: its complaint, or where none is known as one, how it
    begins."""
    complaints = page.locator(_COMPLAINTS).locator("visible=true").all_inner_texts()
    where = "" if any(map(str.strip, complaints)) else f"it is {page.title()!r} at {page.url}; "
    texts = [*complaints, *page.locator("body").all_inner_texts()]
    told = (repr(" ".join(text.split())[:200]) for text in texts if text.strip())
    return f"{where}the page says {next(told, 'nothing')}".replace(account.password, "***")
