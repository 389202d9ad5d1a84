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


def test_homepage_links_only_served_sites(running: Arena, visitor: httpx.Client) -> None:
    page = visitor.get("/")
    links = re.findall(r'<a href="(http[^"]*)" id="(\w+)"', page.text)
    served = running.sites
    assert set(links) == {(served[name].url, name) for name in ("classifieds", "wikipedia")}


def test_password_page_lists_accounts_of_sites_with_login(visitor: httpx.Client) -> None:
    page = visitor.get("/password.html")
    assert re.search(r">blake\.sullivan@gmail\.com</td><td[^>]*><code>Password\.123<", page.text)
    assert "Wikipedia</a></th>" not in page.text


def test_scratchpad_adds_edits_and_deletes_notes(visitor: httpx.Client) -> None:
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


def test_scratchpad_refuses_note_without_title(visitor: httpx.Client) -> None:
    page = visitor.post(PAD, data={"title": "  ", "text": "Lost?"})
    assert "A note needs a title." in page.text
    assert notes(page) == []


@pytest.mark.parametrize("path", ["/nothing", f"{PAD}?edit=7"])
def test_homepage_unknown_path_returns_404_page(visitor: httpx.Client, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 404
    assert "Page not found" in page.text
