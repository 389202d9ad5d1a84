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


def test_site_check_reports_ready_and_logged_in() -> None:
    row = looked_at(None)
    assert (row.ready, row.logged_in, row.well) == ("yes", "yes", True)


def test_site_check_reports_reason_of_failed_login() -> None:
    row = looked_at(SiteError("wiki: logged out"))
    assert (row.logged_in, row.why) == ("no", "wiki: logged out")


def test_site_check_browser_error_leaves_login_unknown() -> None:
    row = looked_at(BROKEN)
    assert (row.ready, row.logged_in) == ("yes", "-")
    assert row.why == "wiki: nothing is known of the log-in: the browser was lost: it crashed"
