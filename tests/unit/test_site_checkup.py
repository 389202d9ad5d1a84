"""What a look at the sites says of each."""

from small_site import site

from pytest_vwa.core.errors import BrowserError, SiteError
from pytest_vwa.sites.checkup import Row, check
from pytest_vwa.sites.door import Door
from pytest_vwa.sites.entry import Entry, Headers

BROKEN = BrowserError("the browser was lost: it crashed")


def looked_at(fault: Exception | None) -> Row:
    def enter(door: Door) -> None:
        if fault:
            raise fault

    with site(lambda path, posted: (200, "a wiki")) as url:
        entry = Entry("wiki", (url,), login=Headers({"X-User": "ann"}))
        (row,) = check([entry], enter)
    return row


def test_a_site_that_lets_one_in_is_well() -> None:
    row = looked_at(None)
    assert (row.ready, row.logged_in, row.well) == ("yes", "yes", True)


def test_a_site_that_lets_nobody_in_says_why() -> None:
    row = looked_at(SiteError("wiki: logged out"))
    assert (row.logged_in, row.why) == ("no", "wiki: logged out")


def test_a_browser_that_breaks_says_nothing_of_the_log_in() -> None:
    row = looked_at(BROKEN)
    assert (row.ready, row.logged_in) == ("yes", "-")
    assert row.why == "wiki: nothing is known of the log-in: the browser was lost: it crashed"
