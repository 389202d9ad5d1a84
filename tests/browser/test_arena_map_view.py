"""The embedded map in a real browser: it moves, its address follows, and it fits the screen."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_vwa.arena.server import Arena

HASH = re.compile(r"#map=(\d+)/(-?[\d.]+)/(-?[\d.]+)$")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with Arena(["map"]) as arena:
        yield arena.sites["map"].url


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(15_000)
    yield page
    page.close()


def view(page: Page) -> tuple[float, ...]:
    """Zoom, latitude and longitude, as the address says them."""
    address = page.evaluate("location.href")  # `page.url` is told a moment later
    found = HASH.search(address)
    assert found, address
    return tuple(map(float, found.groups()))


def test_map_controls_update_view_and_url(page: Page, url: str) -> None:
    page.goto(url)
    zoom, lat, lon = view(page)
    page.get_by_role("button", name="Zoom In").click()
    assert view(page) == (zoom + 1, lat, lon)
    page.get_by_role("button", name="Zoom Out").click()
    page.get_by_role("button", name="Zoom Out").press("ArrowUp")
    north = view(page)[1]
    assert north > lat
    page.mouse.move(800, 400)
    page.mouse.wheel(0, -100)
    expect(page).to_have_url(re.compile(rf"#map={zoom + 1:.0f}/"))
    east = view(page)[2]
    page.mouse.down()
    page.mouse.move(700, 400, steps=3)
    page.mouse.up()
    assert view(page)[2] > east
    page.get_by_role("button", name="Show all").click()
    assert view(page) == (zoom, lat, lon)


def test_url_hash_sets_map_view(page: Page, url: str) -> None:
    page.goto(f"{url}/#map=17/42.01140/-80.44068")
    assert view(page) == (17, 42.0114, -80.44068)
    centre = page.evaluate(
        "() => { const [x, y, w, h] = canvas.getAttribute('viewBox').split(' ').map(Number);"
        " return [x + w / 2, y + h / 2] }"
    )
    museum = page.locator("#canvas circle.culture").evaluate_all(
        "dots => dots.map(dot => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))])"
    )
    assert min(abs(x - centre[0]) + abs(y - centre[1]) for x, y in museum) < 0.2


def test_published_locators_read_directions(page: Page, url: str) -> None:
    page.goto(f"{url}/directions")
    page.get_by_label("From").fill("Port Alder Station")
    page.get_by_label("To", exact=True).fill("Depot Hostel")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#routing_summary")).to_contain_text("Distance:")
    # Another means of travel is asked for by choosing it.
    page.get_by_label("Means of travel").select_option(label="Foot (OSRM)")
    expect(page).to_have_url(re.compile("engine=fossgis_osrm_foot"))
    read = page.evaluate
    assert read('document.querySelector("div#content select.routing_engines").selectedIndex') == 2
    assert "Station" in read("""document.querySelector('[name="route_from"').value""")
    assert "Depot Hostel" in read("""document.querySelector('[name="route_to"').value""")
    page.get_by_text("Reverse Directions").click()
    expect(page.get_by_label("From")).to_have_value(re.compile("^Depot Hostel"))


def test_new_note_uses_dragged_map_location(page: Page, url: str) -> None:
    page.goto(f"{url}/note/new")
    before = page.get_by_label("Location").input_value()
    page.mouse.move(800, 400)
    page.mouse.down()
    page.mouse.move(600, 300, steps=3)
    page.mouse.up()
    spot = page.get_by_label("Location").input_value()
    assert spot != before
    page.get_by_label("Text of the note").fill("A bench is missing.")
    page.get_by_role("button", name="Add Note").click()
    expect(page.locator("#sidebar_content")).to_contain_text(spot)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
def test_map_pages_fit_screen_without_console_messages(
    page: Page, url: str, size: tuple[int, int]
) -> None:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("/", "/search?query=shop", "/node/3020", "/way/4301", "/directions", "/notes"):
        page.goto(url + path)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], path
    assert not complaints


@pytest.mark.parametrize("zoom", [9, 14, 15, 17])
def test_map_labels_do_not_overlap(page: Page, url: str, zoom: int) -> None:
    page.goto(f"{url}/#map={zoom}/42.01000/-80.45500")
    crossing, shown = page.evaluate("""() => {
      const boxes = [...canvas.querySelectorAll("text.name, text.street")]
        .filter(text => text.style.display !== "none").map(text => text.getBoundingClientRect());
      const cross = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
        && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
      const pairs = boxes.flatMap((box, i) => boxes.slice(i + 1).filter(each => cross(box, each)));
      return [pairs.length, boxes.length];
    }""")
    assert crossing == 0
    assert shown > 10
