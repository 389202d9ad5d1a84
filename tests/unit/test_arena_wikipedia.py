"""The embedded encyclopedia keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator

import httpx
import pytest

from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.wikipedia.portal import PORTAL
from pytest_vwa.arena.wikipedia.seed import articles

BOOK = "/wikipedia_en_all_maxi_2022-05"
LANDING = f"{BOOK}/A/User:The_other_Kiwix_guy/Landing"


@pytest.fixture(scope="module")
def reader() -> Iterator[httpx.Client]:
    with Arena(["wikipedia"]) as arena:
        url = arena.sites["wikipedia"].url
        with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
            yield client


def found(page: httpx.Response) -> list[str]:
    return re.findall(r'<li>\s*<a href="[^"]*/A/[^"]*">(.*?)</a>\s*<cite>', page.text)


def test_wikipedia_has_over_40_articles_with_text() -> None:
    written = list(articles())
    assert len(written) > 40
    assert all(article.about and len(article.plain.split()) > 30 for article in written)


def test_wikipedia_has_no_dead_links(reader: httpx.Client) -> None:
    titles = {article.title for article in articles()}
    titles |= {title for shown in PORTAL.values() for title in shown}
    links = {LANDING, "/"}
    for title in titles:
        page = reader.get(f"{BOOK}/A/{title.replace(' ', '_')}")
        assert page.status_code == 200, title
        links |= set(re.findall(r'(?:href|src)="(/[^"#?]*)', page.text))
    lost = [link for link in links if reader.get(link).status_code != 200]
    assert lost == []


def test_wikipedia_article_has_infobox_contents_and_image(reader: httpx.Client) -> None:
    page = reader.get(f"{BOOK}/A/Port_Alder")
    assert "<title>Port Alder - Wikipedia</title>" in page.text
    assert re.search(r'infobox-label">Population</th><td class="infobox-data">18,412', page.text)
    assert '<a href="#History">History</a>' in page.text
    assert '<h2 id="History">' in page.text
    picture = reader.get(f"{BOOK}/I/Port_Alder.png")
    assert picture.headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("Kayaking", "Kayak"),
        ("port_alder", "Port_Alder"),
        ("Port_Alder_Lighthouse", "Port_Alder_Light"),
        ("Erie", "Erie,_Pennsylvania"),
    ],
)
def test_wikipedia_other_titles_redirect_to_article(
    reader: httpx.Client, asked: str, path: str
) -> None:
    assert reader.get(f"{BOOK}/A/{asked}").url.path == f"{BOOK}/A/{path}"


def test_wikipedia_redirect_notice_cannot_be_forged(reader: httpx.Client) -> None:
    assert "(Redirected from Kayaking)" in reader.get(f"{BOOK}/A/Kayaking").text
    made_up = reader.get(f"{BOOK}/A/Kayak?redirected=Free+money")
    assert "Free money" not in made_up.text


def test_wikipedia_disambiguation_page_lists_articles(reader: httpx.Client) -> None:
    page = reader.get(f"{BOOK}/A/Kestrel")
    assert f'<a href="{BOOK}/A/Kestrel_Hollow">' in page.text
    assert f'<a href="{BOOK}/A/Common_kestrel">' in page.text


def test_wikipedia_missing_article_suggests_similar(reader: httpx.Client) -> None:
    page = reader.get(f"{BOOK}/A/Augusta_Pell_Bridge")
    assert page.status_code == 404
    assert "no article with the title “Augusta Pell Bridge”" in page.text
    assert f'<a href="{BOOK}/A/Augusta_Pell">' in page.text
    assert reader.get("/nothing").status_code == 404
    assert reader.get(f"{BOOK}/I/Stoneware.png").status_code == 404


def test_wikipedia_search_ranks_titles_first(reader: httpx.Client) -> None:
    page = reader.get("/search", params={"books.name": BOOK[1:], "pattern": "heron"})
    assert found(page)[0] == "Grey heron"
    assert "Oren Lindqvist" in found(page)
    assert "<b>heron</b>" in page.text


def test_wikipedia_search_finds_infobox_facts(reader: httpx.Client) -> None:
    assert found(reader.get("/search", params={"pattern": "Hollis Brandt"})) == [
        "Lyric Theatre (Port Alder)"
    ]


def test_wikipedia_search_paginates_results(reader: httpx.Client) -> None:
    def ask(start: int) -> httpx.Response:
        asked = {"pattern": "Port Alder", "pageLength": 5, "start": start}
        return reader.get("/search", params=asked)

    first, second = ask(1), ask(6)
    assert found(first)[0] == "Port Alder"
    assert len(found(first)) == len(found(second)) == 5
    assert not set(found(first)) & set(found(second))
    assert "Results <b>6-10</b>" in second.text


@pytest.mark.parametrize("pattern", ["zzyzx", '"', "AND OR NOT", "a*b(c", "'; DROP TABLE article"])
def test_wikipedia_search_survives_odd_patterns(reader: httpx.Client, pattern: str) -> None:
    page = reader.get("/search", params={"pattern": pattern})
    assert page.status_code == 200
    assert "No results were found" in page.text or found(page)


def test_wikipedia_search_escapes_html(reader: httpx.Client) -> None:
    page = reader.get("/search", params={"pattern": "<script>x</script>"})
    assert "<script>x" not in page.text


def test_wikipedia_suggest_offers_titles(reader: httpx.Client) -> None:
    offered = reader.get("/suggest", params={"content": BOOK[1:], "term": "light"}).json()
    assert "Lighthouse" in [each["value"] for each in offered]
    assert "Port Alder Light" in [each["value"] for each in offered]
    assert reader.get("/suggest").json() == []


def test_wikipedia_front_pages_link_articles(reader: httpx.Client) -> None:
    assert LANDING in reader.get("/").text
    assert reader.get(BOOK).url.path == LANDING
    assert f'<a href="{BOOK}/A/Gannet_Island">' in reader.get(LANDING).text
