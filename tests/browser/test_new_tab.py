"""A tab that never comes costs its task the verdict, and no other task anything."""

import os
import signal
import subprocess
import sys
from threading import Timer

import pytest
from playwright.sync_api import Browser, BrowserContext

from pytest_vwa.browser.deadline import new_page
from pytest_vwa.browser.origins import Origins
from pytest_vwa.browser.tabs import Tabs
from pytest_vwa.core.errors import BrowserError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP is of POSIX systems")


def hold_the_makers_of_tabs(browser: Browser) -> tuple[int, set[int]]:
    """Stop all processes of the browser from which a tab's own comes, as if it died half made.
    Return the id of the browser's first process, and those of the stopped."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    (main,) = (str(each["id"]) for each in processes if each["type"] == "browser")
    held = {main}
    while found := makers_of_tabs(held) - held:  # what they had begun before they were held as well
        held |= found
        for pid in found:
            os.kill(int(pid), signal.SIGSTOP)
    assert len(held) > 1
    return int(main), set(map(int, held - {main}))


def makers_of_tabs(known: set[str]) -> set[str]:
    """Those and their children, and theirs, of which tabs are made."""
    rows = subprocess.check_output(["ps", "-A", "-o", "pid=,ppid=,args="], text=True)
    family = set(known)
    for pid, parent, *words in map(str.split, rows.splitlines()):
        if parent in family and {"--type=zygote", "--type=renderer"} & set(words):
            family.add(pid)
    return family


def test_new_page_timeout_closes_browser(
    own_chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = own_chromium.new_context()
    _, held = hold_the_makers_of_tabs(own_chromium)
    close = own_chromium.close

    def let_go_and_close() -> None:
        """Close the browser as it is closed anyway, but without half a minute of Playwright's
        waiting for processes that do not run."""
        for pid in held:
            os.kill(pid, signal.SIGCONT)
        close()

    monkeypatch.setattr(own_chromium, "close", let_go_and_close)
    with pytest.raises(
        BrowserError, match=r"no new tab came within 0\.5 s: the browser was closed"
    ):
        new_page(context, seconds=0.5)
    assert not own_chromium.is_connected(), "the next test starts another"


def test_new_page_fails_when_browser_is_killed(own_chromium: Browser) -> None:
    """Playwright alone would wait for ever; a tab that does not come would be given up later."""
    context = own_chromium.new_context()
    first, _ = hold_the_makers_of_tabs(own_chromium)
    Timer(3, os.kill, (first, signal.SIGKILL)).start()  # it has begun by then, on any machine
    with pytest.raises(BrowserError, match="the browser ended while a new tab was made"):
        new_page(context)
    assert not own_chromium.is_connected()


def test_new_tab_is_active(browsing: BrowserContext) -> None:
    tabs = Tabs(browsing, Origins.of(["http://127.0.0.1:1"]))
    page = tabs.open()
    assert tabs.active is page
    assert browsing.browser
    assert browsing.browser.is_connected()
