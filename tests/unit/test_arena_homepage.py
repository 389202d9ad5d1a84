"""The embedded home page: links, accounts, notes."""

import re
from collections.abc import Iterator

import httpx
import pytest

from pytest_vwa.arena.server import Arena

PAD = "/scratchpad.html"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["classifieds", "wikipedia", "homepage"]) as arena:
        yield arena


@pytest.fixture
def visitor(running: Arena) -> Iterator[httpx.Client]:
    running.fresh()
    url = running.sites["homepage"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


def notes(page: httpx.Response) -> list[tuple[str, str]]:
    return re.findall(r'<h2>(.*?)</h2>\s*<p class="text">(.*?)</p>', page.text, re.DOTALL)


def test_it_links_the_sites_that_are_served_and_no_others(
    running: Arena, visitor: httpx.Client
) -> None:
    page = visitor.get("/")
    links = re.findall(r'<a href="(http[^"]*)" id="(\w+)"', page.text)
    served = running.sites
    assert set(links) == {(served[name].url, name) for name in ("classifieds", "wikipedia")}


def test_it_tells_the_accounts_of_the_sites_with_a_log_in(visitor: httpx.Client) -> None:
    page = visitor.get("/password.html")
    assert re.search(r">blake\.sullivan@gmail\.com</td><td[^>]*><code>Password\.123<", page.text)
    assert "Wikipedia</a></th>" not in page.text


def test_notes_are_added_changed_and_deleted(visitor: httpx.Client) -> None:
    assert "No notes yet." in visitor.get(PAD).text
    visitor.post(PAD, data={"title": "Boats", "text": "Kayak <yellow>"})
    page = visitor.post(PAD, data={"title": "Prices", "text": ""})
    assert notes(page) == [("Prices", ""), ("Boats", "Kayak &lt;yellow&gt;")]
    form = visitor.get(PAD, params={"edit": "1"})
    assert 'value="Boats"' in form.text
    assert "Save note" in form.text
    page = visitor.post(PAD, data={"id": "1", "title": "Boats", "text": "Canoe"})
    assert notes(page)[1] == ("Boats", "Canoe")
    assert "has been changed" in page.text
    assert notes(visitor.post(f"{PAD}/2/delete")) == [("Boats", "Canoe")]


def test_a_note_without_a_title_is_refused(visitor: httpx.Client) -> None:
    page = visitor.post(PAD, data={"title": "  ", "text": "Lost?"})
    assert "A note needs a title." in page.text
    assert notes(page) == []


@pytest.mark.parametrize("path", ["/nothing", f"{PAD}?edit=7"])
def test_what_is_not_there_has_a_page_of_its_own(visitor: httpx.Client, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 404
    assert "Page not found" in page.text
