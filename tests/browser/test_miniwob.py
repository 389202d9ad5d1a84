"""Marks beside Playwright's own idea of what is visible, on the pages of a public benchmark."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page

from pytest_vwa.browser import marks, script

CONTROLS = "a[href], button, input, select, textarea"
START = "Math.seedrandom('one'); core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal()"

# How an element lies in the viewport, asked of many points: independent of how marks are found.
PLACES = """elements => elements.map((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const x = Math.max(left, 0), width = Math.min(right, innerWidth) - x;
  const y = Math.max(top, 0), height = Math.min(bottom, innerHeight) - y;
  if (width < 8 || height < 8) return "outside";
  for (let across = 1; across < 20; across += 1)
    for (let down = 1; down < 20; down += 1) {
      const hit = document.elementFromPoint(x + width * across / 20, y + height * down / 20);
      if (element.contains(hit) || hit?.closest("label")?.control === element) return "free";
    }
  return "covered";
})"""
# The numbers of an element, and of the pictures that stand for a link.
NUMBERS = f"""elements => elements.map((element) => {{
  const {{ number }} = {script.PARTS}.dom;
  return [element, ...element.querySelectorAll("img")].map((each) => String(number(each)));
}})"""
SHOWN = "elements => { window.shown = new Set(elements) }"
WHETHER_SHOWN = "elements => elements.map((element) => window.shown.has(element))"
SOURCES = "elements => elements.map((element) => element.outerHTML.slice(0, 100))"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder() -> Path:
    spec = find_spec("miniwob")
    if spec is None or spec.origin is None:
        pytest.skip("the package miniwob is not installed: pip install 'pytest-vwa[dev]'")
    return Path(spec.origin).parent / "html"


@pytest.fixture
def site(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    script.install(context)
    yield context.new_page()
    context.close()


def compare(page: Page) -> Iterator[tuple[bool, bool, str]]:
    """Per control of the page: is it truly visible, has it a mark, its source."""
    marked = {each.id for each in marks.take(page).elements}
    page.eval_on_selector_all(f"{CONTROLS} >> visible=true", SHOWN)
    shown, places, numbers, sources = (
        page.eval_on_selector_all(CONTROLS, asked)
        for asked in (WHETHER_SHOWN, PLACES, NUMBERS, SOURCES)
    )
    for visible, place, own, source in zip(shown, places, numbers, sources, strict=True):
        yield visible and place == "free", not marked.isdisjoint(own), source


@pytest.mark.parametrize(
    ("share", "at_least"),
    [
        pytest.param(slice(None), (60, 250), marks=pytest.mark.full, id="all"),
        pytest.param(slice(0, None, 12), (10, 10), id="every twelfth"),
    ],
)
def test_marks_agree_with_visibility_on_miniwob_pages(
    folder: Path, site: str, page: Page, share: slice, at_least: tuple[int, int]
) -> None:
    tasks = sorted((folder / "miniwob").glob("*.html"))[share]
    visible, marked, wrong = 0, 0, []
    for task in tasks:
        page.goto(f"{site}/miniwob/{task.name}")
        page.evaluate(START)
        for seen, has_mark, source in compare(page):
            visible += seen
            marked += has_mark
            if seen != has_mark:
                wrong.append((seen, f"{task.stem}: {source}"))
    missed = [source for seen, source in wrong if seen]
    hidden = [source for seen, source in wrong if not seen]
    assert len(tasks) >= at_least[0]
    assert visible >= at_least[1]
    assert len(missed) <= 0.01 * visible, f"visible, without a mark: {missed}"
    assert len(hidden) <= 0.01 * marked, f"marked, but hidden: {hidden}"
