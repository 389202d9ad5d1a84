"""Pictures under the profile ``strict``; and how alike two pictures are."""

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO

import numpy
import pytest
from judging import SHARED, StillPage, evidence, model_judge
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageFilter

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evidence, Judge
from pytest_vwa.core.task import Check
from pytest_vwa.evaluators import page_image as published
from pytest_vwa.evaluators.page_image import SOURCES
from pytest_vwa.evaluators.pictures import similarity
from pytest_vwa.evaluators.ssim import ssim
from pytest_vwa.evaluators.strict import page_image as strict
from pytest_vwa.evaluators.strict.colour import colour_distance

IMAGES = SHARED / "golden" / "images"


def shirt(colour: str, size: int = 120) -> Pillow.Image:
    """A patch of colour on a ramp of grey."""
    picture = Pillow.linear_gradient("L").resize((size, size)).convert("RGB")
    picture.paste(Pillow.new("RGB", (size // 4, size // 4), colour), (size // 3, size // 3))
    return picture


def encoded(picture: Pillow.Image, **how: object) -> Image:
    data = BytesIO()
    picture.save(data, **({"format": "PNG"} | how))
    return Image(data.getvalue(), "image/png")


def address(picture: Pillow.Image) -> str:
    return f"data:image/png;base64,{b64encode(encoded(picture).data).decode()}"


# Red and green of the same brightness.
RED, GREEN = shirt("#ff0000"), shirt("#008200")


def check(*queries: dict[str, object]) -> Check:
    asked = [{"eval_image_url": "last", "eval_image_class": ".photo", **each} for each in queries]
    return Check("page_image_query", {"queries": asked})


def seen(*pictures: Pillow.Image, judge: Judge | None = None) -> Evidence:
    page = StillPage(values={f'{SOURCES}(".photo")': [address(each) for each in pictures]})
    return evidence(page=page, judge=judge)


def like(picture: Pillow.Image) -> dict[str, object]:
    return {"eval_fuzzy_image_match": address(picture)}


def test_strict_page_image_query_requires_every_query() -> None:
    both = check(like(shirt("#0000ff")), like(RED))
    assert published.page_image_query(seen(RED), both).passed
    assert not strict.page_image_query(seen(RED), both).passed


def test_strict_page_image_query_compares_colours() -> None:
    assert published.page_image_query(seen(GREEN), check(like(RED))).passed
    lost = strict.page_image_query(seen(GREEN), check(like(RED)))
    assert "the colours differ" in lost.reason
    assert strict.page_image_query(seen(RED), check(like(RED))).passed


@pytest.mark.parametrize(
    "changed",
    [
        encoded(RED, format="JPEG", quality=30),
        encoded(RED.resize((240, 240))),
        encoded(RED.resize((60, 60))),
        encoded(RED.filter(ImageFilter.GaussianBlur(1))),
        encoded(RED.point(lambda value: value * 0.9)),
    ],
)
def test_colour_distance_ignores_compression_size_brightness(changed: Image) -> None:
    assert colour_distance(encoded(RED), changed) < 1


def patch(colour: str, size: int) -> Image:
    """A thing on a plain ground of 400 by 400 pixels."""
    picture = Pillow.new("RGB", (400, 400), "white")
    picture.paste(Pillow.new("RGB", (size, size), colour), (150, 150))
    return encoded(picture)


def stripes(one: str, other: str, width: int) -> Image:
    picture = Pillow.new("RGB", (400, 400), other)
    for left in range(0, 400, 2 * width):
        picture.paste(Pillow.new("RGB", (width, 400), one), (left, 0))
    return encoded(picture)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (patch("#ff0000", 25), patch("#008200", 25)),
        (patch("#ff0000", 16), patch("#008200", 16)),
        (patch("beige", 100), patch("pink", 100)),
        (patch("grey", 40), patch("navy", 40)),
        (stripes("#ff0000", "#008200", 20), stripes("#008200", "#ff0000", 20)),
        (stripes("#ff0000", "#008200", 4), stripes("#008200", "#ff0000", 4)),
        (stripes("#ff0000", "white", 2), stripes("#008200", "white", 2)),
        (patch("#ff0000", 400), stripes("#ff0000", "#008200", 10)),
    ],
)
def test_colour_distance_detects_small_objects_and_patterns(one: Image, other: Image) -> None:
    assert colour_distance(one, other) >= 1
    assert strict.likeness(one, other) == 0
    assert strict.likeness(one, one) == pytest.approx(1)


@pytest.mark.skipif(not IMAGES.is_dir(), reason=f"no golden pictures in {IMAGES}")
def test_colour_distance_separates_golden_pictures() -> None:
    pairs = json.loads((IMAGES / "ssim.json").read_text())
    read = [
        [Image((IMAGES / pair[name]).read_bytes(), "image/png") for name in "ab"] for pair in pairs
    ]
    alike = {
        pair["b"] for pair, both in zip(pairs, read, strict=True) if colour_distance(*both) < 1
    }
    kept = ("same", "jpeg50", "jpeg10", "half", "bigger", "blur", "rgba")
    assert alike == {pair["b"] for pair in pairs if pair["b"].partition("_")[2][:-4] in kept}


def test_strict_page_image_query_requires_all_vqa_answers(
    grader: Callable[[str], str],
) -> None:
    def seeing(words: str) -> Evidence:
        """A judge says this of every picture."""
        return seen(RED, judge=model_judge(grader(words)))

    asked = {"eval_vqa": [{"question": "A bear?", "answer": "no"}]}
    told = seeing("I do not know")
    assert published.page_image_query(told, check(asked)).passed
    assert not strict.page_image_query(told, check(asked)).passed
    two = {"eval_vqa": [*asked["eval_vqa"], {"question": "Its colour?", "answer": "red"}]}
    assert not strict.page_image_query(seeing("No."), check(two)).passed
    assert strict.page_image_query(seeing("No, red."), check(two)).passed


def noise(seed: int, height: int, width: int) -> NDArray[numpy.uint8]:
    return numpy.random.default_rng(seed).integers(0, 256, (height, width), dtype=numpy.uint8)


@pytest.mark.parametrize("shape", [(7, 7), (7, 40), (23, 22), (150, 131)])
def test_ssim_matches_scikit_image(shape: tuple[int, int]) -> None:
    metrics = pytest.importorskip("skimage.metrics")
    one = noise(1, *shape)
    other = (one * 0.7 + noise(2, *shape) * 0.3).astype(numpy.uint8)
    assert ssim(one, other) == pytest.approx(metrics.structural_similarity(one, other), abs=1e-12)


def test_ssim_black_and_white_do_not_overflow() -> None:
    white, black = numpy.full((60, 60), 255, numpy.uint8), numpy.zeros((60, 60), numpy.uint8)
    assert ssim(white, white) == pytest.approx(1.0)
    assert ssim(white, black) == pytest.approx(0.0, abs=1e-3)


def test_similarity_compares_pictures_smaller_than_window() -> None:
    assert similarity(encoded(RED.resize((3, 3))), encoded(RED.resize((3, 3)))) == pytest.approx(1)


def test_evaluators_import_no_heavy_packages() -> None:
    looked_up = """
import sys
from importlib import import_module
from pytest_vwa.evaluators import EVALUATORS, FUNCTIONS, STRICT
for place in [*EVALUATORS.values(), *STRICT.values(), *FUNCTIONS.values()]:
    import_module(place.partition(":")[0])
import pytest_vwa.evaluators.strict.program_html
heavy = {"skimage", "scipy", "numpy", "PIL", "playwright", "httpx", "litellm"}
print(sorted(heavy & set(sys.modules)))
"""
    run = subprocess.run(
        [sys.executable, "-c", looked_up], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
