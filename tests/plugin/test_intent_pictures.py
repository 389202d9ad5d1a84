"""Pictures of a task's intent reach the model as pictures."""

import json
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import openai  # noqa: F401  so that inner runs need not import it anew
import pytest
from PIL import Image
from provider import Provider
from taskfiles import Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

OF_THE_SITE = "__CLASSIFIEDS__/oc-content/uploads/42/42.png"


@pytest.fixture
def record(pytester: pytest.Pytester) -> Callable[[], Record]:
    def record() -> Record:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        (only,) = read(journal)
        return only

    return record


def shown(asked: dict[str, Any]) -> list[str | Image.Image]:
    """The parts of the last message, pictures decoded."""
    return [_part(part) for part in asked["messages"][-1]["content"]]


def _part(part: dict[str, Any]) -> str | Image.Image:
    if part["type"] == "text":
        return str(part["text"])
    kind, _, data = part["image_url"]["url"].partition(";base64,")
    assert kind == "data:image/jpeg"
    return Image.open(BytesIO(b64decode(data)))


def draw(path: Path, size: tuple[int, int], colour: str = "red") -> None:
    Image.new("RGBA", size, colour).save(path)


def test_intent_images_are_sent_before_page_and_downscaled(
    run: Run, write, record, provider: Provider, pytester: pytest.Pytester
) -> None:
    draw(pytester.mkdir("tasks") / "kayak.png", (2000, 1000))
    write("tasks/own.json", {"image": [OF_THE_SITE, "kayak.png"]})
    provider.say("```scroll [down]```", "```stop [x]```")
    run(*provider.options, "--agent=text", "--vwa-frame-edge=200")
    assert record().outcome == "failed"
    for asked in provider.asked:
        heading, site, file, page, *_ = shown(asked)
        assert heading == "PICTURES OF THE OBJECTIVE:"
        assert max(site.size) == 200
        assert file.size == (200, 100)
        red, green, blue = file.getpixel((100, 50))
        assert (red > 240, green < 20, blue < 20) == (True, True, True)
        assert page.startswith("URL:")
        assert "127.0.0.1:0" not in str(asked)
    assert len(provider.asked) == 2
    made = (pytester.path / ".vwa_cache" / "made.tsv").read_text()
    assert made.count("pictures\t") == 2


def test_published_prompt_sends_intent_images_after_page(
    run: Run, write, provider: Provider, pytester: pytest.Pytester
) -> None:
    draw(pytester.path / "kayak.png", (50, 50), "#ff000000")
    write("tasks.json", {"image": "kayak.png"})
    published = {"intro": "Hi.", "template": "{observation} {objective}"}
    (pytester.path / "prompt.json").write_text(json.dumps(published))
    run(*provider.options, "--agent=text", "--vwa-prompt=prompt.json")
    *_, page, heading, given = shown(provider.asked[0])
    assert isinstance(page, Image.Image)
    assert heading == "PICTURES OF THE OBJECTIVE:"
    assert min(given.getpixel((25, 25))) > 240  # what shows nothing is white


@pytest.mark.parametrize(
    ("image", "why"),
    [
        ("__CLASSIFIEDS__/oc-content/uploads/gone.png", "it is not there or is no picture"),
        ("__CLASSIFIEDS__/index.php", "it is not there or is no picture"),
        ("http://127.0.0.1:9/kayak.png", "Connection refused"),
        ("coco/kayak.jpg", "it is not there or is no picture"),
    ],
    ids=["gone", "a page", "unreachable", "no file"],
)
def test_unavailable_intent_image_is_site_error(
    run: Run, write, record, provider: Provider, image: str, why: str
) -> None:
    write("tasks.json", {"image": image})
    run(*provider.options, "--agent=text")
    assert record().outcome == "error"
    assert record().error_kind == "site"
    assert "(field image) that belongs to the task's intent" in record().reason
    assert image.rpartition("/")[2] in record().reason
    assert why in record().reason
    assert provider.asked == []


def test_noop_agent_fetches_no_intent_images(run_still: Run, write, record) -> None:
    write("tasks.json", {"image": "http://127.0.0.1:9/kayak.png"})
    run_still("--agent=noop")
    assert record().outcome == "failed"
