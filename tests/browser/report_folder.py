"""A report's folder with runs made by hand, and pictures and a tutorial beside them."""

from collections.abc import Sequence
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from PIL import Image as Picture
from playwright.sync_api import Browser, FloatRect, Locator, Page
from records import record

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Frame
from pytest_vwa.core.record import CheckRecord, Record, StepRecord
from pytest_vwa.core.transcript import Cue, Transcript
from pytest_vwa.reporting import html
from pytest_vwa.video import kept

HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
)

_opened = count()


def jpeg(colour: str = "teal", size: tuple[int, int] = (400, 640)) -> bytes:
    out = BytesIO()
    Picture.new("RGB", size, colour).save(out, "JPEG")
    return out.getvalue()


def run(outcome: str, number: int, agent: str = "summary", steps: int = 3, **more: Any) -> Record:
    """A run of task ``number`` with a picture and an aim at each step."""
    fields: dict[str, Any] = {
        "agent": agent,
        "nodeid": f"tasks/arena/shopping.json::shopping-{number}[{agent}-chromium]",
        "intent": f"Find lamp number {number}.",
        "reason": "" if outcome == "passed" else f"answer: expected '{number}', got 'n/a'",
        "artifacts": f"arena/shopping/shopping-{number}-{agent}",
        "video": "lamps",
        "seconds": {"model": 1.0, "act": 2.0, "total": 4.0},
        "checks": (
            CheckRecord(
                kind="string_match",
                value=float(outcome == "passed"),
                reason=f"answer: expected '{number}', got 'n/a'",
                expected=f"must_include: {number}",
            ),
        ),
        "steps": tuple(
            StepRecord(
                number=at,
                url="http://127.0.0.1:9/lamps",
                action=f"click [{at}]",
                target='A "Brass lamp"' if at == 1 else "",
                box=(100, 160, 80, 32) if at == 1 else None,
                reply=f"I click. ```click [{at}]```",
                image=f"step-{at:02}.jpg",
            )
            for at in range(1, steps + 1)
        ),
    }
    return record(outcome, number, **fields | more)


class Tutorial:
    """Six seconds: a lamp is bought in the last two."""

    def frames(self) -> Sequence[Frame]:
        picture = Image(jpeg("navy", (320, 180)), "image/jpeg")
        return [Frame(float(second), picture) for second in range(6)]

    def heard(self) -> Transcript:
        said = ("Welcome to the garden.", "Here are some chairs.", "Now the brass one.")
        cues = tuple(Cue(2.0 * at, 2.0 * at + 2, text) for at, text in enumerate(said))
        return Transcript(cues, "lamps.vtt")


def folder(place: Path, records: Sequence[Record]) -> Path:
    """Everything a run leaves: the pictures of the steps, the tutorial, and the pages."""
    for each in records:
        for step in each.steps:
            path = place / each.artifacts / step.image
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(jpeg())
    kept.keep(place, "lamps", Tutorial())
    return html.write(records, place)


def opened(chromium: Browser, index: Path, address: str = "", **context: Any) -> Page:
    """A page of its own that looks at the report from disk."""
    page = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}} | context).new_page()
    return open_report(page, index, address)


def open_report(page: Page, index: Path, address: str = "") -> Page:
    """The page, which now looks at the report from disk; what it looked at before is gone."""
    # With no query that is new it might stay the document that it was.
    page.goto(f"{index.as_uri()}?{next(_opened)}{address}")
    page.wait_for_selector("html[data-ready]")
    return page


def box(of: Locator) -> FloatRect:
    """Where it is on the page."""
    found = of.bounding_box()
    assert found is not None
    return found


def go(page: Page, address: str) -> None:
    """Follow an address within the page, and come back when it was followed."""
    page.evaluate(
        """address => new Promise((done) => {
          addEventListener("hashchange", () => done(), { once: true });
          if (location.hash === address) done();
          location.hash = address;
        })""",
        address,
    )
