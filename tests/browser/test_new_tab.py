"""A tab that never comes costs its task the verdict, and no other task anything."""

import os
import signal
import subprocess
import sys
from threading import Timer

import pytest
from playwright.sync_api import Browser

from pytest_vwa.browser.deadline import new_page
from pytest_vwa.browser.origins import Origins
from pytest_vwa.browser.tabs import Tabs
from pytest_vwa.core.errors import BrowserError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP is of POSIX systems")


def hold_the_makers_of_tabs(browser: Browser) -> int:
    """Stop all processes of the browser from which a tab's own comes, as if it died half made. The
    id of the browser's first process."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    (main,) = (str(each["id"]) for each in processes if each["type"] == "browser")
    held = {main}
    while found := makers_of_tabs(held) - held:  # what they had begun before they were held as well
        held |= found
        for pid in found:
            os.kill(int(pid), signal.SIGSTOP)
    assert len(held) > 1
    return int(main)


def makers_of_tabs(known: set[str]) -> set[str]:
    """Those and their children, and theirs, of which tabs are made."""
    rows = subprocess.check_output(["ps", "-A", "-o", "pid=,ppid=,args="], text=True)
    family = set(known)
    for pid, parent, *words in map(str.split, rows.splitlines()):
        if parent in family and {"--type=zygote", "--type=renderer"} & set(words):
            family.add(pid)
    return family


def test_a_tab_that_does_not_come_is_told_and_its_browser_is_gone(own_chromium: Browser) -> None:
    context = own_chromium.new_context()
    hold_the_makers_of_tabs(own_chromium)
    with pytest.raises(
        BrowserError, match=r"no new tab came within 0\.5 s: the browser was closed"
    ):
        new_page(context, seconds=0.5)
    assert not own_chromium.is_connected(), "the next test starts another"


def test_a_browser_that_is_killed_while_a_tab_is_made_ends_the_wait(own_chromium: Browser) -> None:
    """Playwright alone would wait for ever; a tab that does not come would be given up later."""
    context = own_chromium.new_context()
    first = hold_the_makers_of_tabs(own_chromium)
    Timer(3, os.kill, (first, signal.SIGKILL)).start()  # it has begun by then, on any machine
    with pytest.raises(BrowserError, match="the browser ended while a new tab was made"):
        new_page(context)
    assert not own_chromium.is_connected()


def test_a_tab_that_comes_is_the_one_in_front(own_chromium: Browser) -> None:
    tabs = Tabs(own_chromium.new_context(), Origins.of(["http://127.0.0.1:1"]))
    page = tabs.open()
    assert tabs.active is page
    assert own_chromium.is_connected()
