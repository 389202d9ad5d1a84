"""What is drawn on a picture, and the picture's coding."""

from concurrent.futures import CancelledError, Future
from io import BytesIO
from itertools import combinations
from operator import mul

import numpy as np
import pytest
from PIL import Image

from pytest_vwa.browser import jpeg, overlay
from pytest_vwa.browser.jpeg import Pixels
from pytest_vwa.browser.labels import arrange, spots
from pytest_vwa.browser.painter import Marking, Painter
from pytest_vwa.core.observation import Element

WHITE, GREY = 0xFFFFFF, 0x808080


def plain(width: int = 400, height: int = 300, colour: int = WHITE) -> Pixels:
    return np.full((height, width), colour, np.uint32)


def element(number: int, *box: float) -> Element:
    x, y, width, height = box
    return Element(str(number), "A", "", (x, y, width, height))


def draw(pixels: Pixels, elements: list[Element], width: int) -> None:
    overlay.drawing(elements, pixels.shape, width).onto(pixels)


def coloured(pixels: Pixels) -> np.ndarray:
    """Where something is drawn in a colour."""
    red, green, blue = (pixels >> shift & 255 for shift in (0, 8, 16))
    highest = np.maximum(np.maximum(red, green), blue).astype(int)
    return highest - np.minimum(np.minimum(red, green), blue) > 25


def edges(drawn: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is drawn; the last two are outside."""
    rows, columns = np.nonzero(drawn)
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def places(boxes: list[tuple[int, int, int, int]], ground: Pixels) -> list[tuple[int, int]]:
    """Lefts and tops of labels, 20 wide and 18 high."""
    spotted = spots(np.array(boxes), np.full(len(boxes), 20), 18, ground.shape)
    found = arrange(spotted, ground)
    return [(left, top) for left, top in found.tolist()]


def overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) < 20 and abs(one[1] - other[1]) < 18


# --- boxes ---


def test_mark_box_surrounds_element_without_hiding_it() -> None:
    pixels = plain()
    draw(pixels, [element(1, 100, 80, 60, 20)], 400)
    drawn = coloured(pixels)
    assert not drawn[80:100, 100:160].any()
    assert drawn[78:80, 98:162].all()
    assert drawn[100:102, 98:162].all()
    assert drawn[78:102, 98:100].all()
    assert drawn[78:102, 160:162].all()


def test_mark_box_has_white_rim() -> None:
    pixels = plain(colour=GREY)
    draw(pixels, [element(1, 100, 80, 60, 20)], 400)
    assert (pixels[102, 98:162] == WHITE).all()
    assert (pixels[78:102, 162] == WHITE).all()


def test_mark_box_scales_with_device_pixels() -> None:
    pixels = plain(800, 600)
    draw(pixels, [element(1, 100, 80, 60, 20)], 400)
    drawn = coloured(pixels)
    assert drawn[200:204, 196:324].all()
    assert not drawn[160:200, 200:320].any()
    left, top, right, _ = edges(drawn)
    assert (left, top) == (196, 122), "the number is twice as high, too"
    assert right == 324


@pytest.mark.parametrize(
    "box",
    [(0, 0, 400, 300), (-20, -20, 60, 60), (380, 280, 60, 60), (0, 0, 8, 8), (392, 292, 8, 8)],
    ids=["all of it", "out at the top", "out at the bottom", "first corner", "last corner"],
)
def test_mark_box_is_clipped_to_image_edge(box: tuple[int, ...]) -> None:
    pixels = plain()
    draw(pixels, [element(12345, *box)], 400)
    left, top, right, bottom = edges(coloured(pixels))
    assert right - left >= 40, "the number is there in full"
    assert bottom - top >= 16


def test_mark_boxes_of_neighbours_differ_in_colour() -> None:
    pixels = plain()
    draw(pixels, [element(n, 20 + 60 * n, 100, 20, 20) for n in range(5)], 400)
    colours = {int(pixels[121, 22 + 60 * n]) for n in range(5)}
    assert len(colours) == 5


# --- numbers ---


def test_mark_label_is_above_its_box() -> None:
    assert places([(100, 100, 140, 120)], plain()) == [(100, 82)]


def test_mark_label_is_inside_a_large_box() -> None:
    assert places([(100, 100, 300, 200)], plain()) == [(100, 100)]


def test_mark_label_avoids_text() -> None:
    ground = plain()
    ground[60:98, 100:300:2] = 0
    ((left, top),) = places([(100, 100, 140, 120)], ground)
    assert top >= 98 or left + 20 <= 100


def test_mark_labels_do_not_overlap() -> None:
    boxes = [(left, top, left + 24, top + 18) for top in (60, 100, 140) for left in (60, 90, 120)]
    found = places(boxes, plain())
    assert not any(overlap(*pair) for pair in combinations(found, 2))


def test_mark_label_overlap_is_reduced_when_crowded() -> None:
    *others, last = places([(190, 140, 210, 158)] * 5 + [(196, 150, 216, 168)], plain())

    def hidden(left: int, top: int) -> int:
        wide = [max(0, 20 - abs(left - other)) for other, _ in others]
        high = [max(0, 18 - abs(top - other)) for _, other in others]
        return sum(map(mul, wide, high))

    assert 0 < hidden(*last) < hidden(196, 132), "the last is the first of its places"


def test_mark_labels_stay_inside_image() -> None:
    corners = [(0, 0, 10, 10), (390, 0, 400, 10), (0, 290, 10, 300), (390, 290, 400, 300)]
    for left, top in places(corners, plain()):
        assert 0 <= left <= 380
        assert 0 <= top <= 282


def test_mark_drawing_is_deterministic() -> None:
    crowd = [element(n, n * 37 % 380, n * 53 % 280, 15, 12) for n in range(200)]
    first, second = plain(), plain()
    draw(first, crowd, 400)
    draw(second, crowd, 400)
    assert (first == second).all()


# --- coding ---


@pytest.fixture(scope="module")
def scenery() -> Pixels:
    """Shades and grain."""
    noise = np.random.default_rng(5).integers(0, 40, (1000, 700, 1))
    down, across = np.mgrid[0:1000, 0:700]
    shades = np.stack((down % 200, across % 200, (down + across) % 200), axis=2) + noise
    alone = np.concatenate((shades, np.zeros((1000, 700, 1))), axis=2).astype(np.uint8)
    return np.ascontiguousarray(alone).view(np.uint32)[..., 0]


@pytest.mark.parametrize(
    ("width", "height"),
    [(640, 960), (700, 1000), (700, 993), (16, 16), (1, 1), (3, 40), (400, 17), (37, 65)],
)
def test_jpeg_strips_equal_single_encoding(scenery: Pixels, width: int, height: int) -> None:
    part = np.ascontiguousarray(scenery[:height, :width])
    joined = jpeg.encoded(part).picture
    at_once = jpeg.decode(jpeg.encode_strip(part))
    assert (jpeg.decode(joined) == at_once).all()
    assert Image.open(BytesIO(joined)).size == (width, height)


def test_jpeg_strips_are_readable_by_pillow(scenery: Pixels) -> None:
    ours = Image.open(BytesIO(jpeg.encoded(scenery).picture))
    alone = Image.open(BytesIO(jpeg.encode_strip(scenery)))
    assert (np.asarray(ours) == np.asarray(alone)).all()


def test_jpeg_strips_encode_very_large_image() -> None:
    large = plain(16_000, 1_200)  # more squares of 16 than fit between two restarts
    large[-1, -1] = 0
    picture = jpeg.decode(jpeg.encoded(large).picture)
    assert picture.shape == (1_200, 16_000)
    assert picture[-1, -1] & 255 < 200


@pytest.mark.parametrize(
    "changed",
    [np.s_[0:0], np.s_[500:503], np.s_[120:140, 3:9], np.s_[999:], np.s_[:]],
    ids=["nothing", "a line", "where strips meet", "the last row", "everything"],
)
def test_jpeg_strips_reuse_unchanged_strips(scenery: Pixels, changed: tuple[slice, ...]) -> None:
    before = jpeg.encoded(scenery)
    now = scenery.copy()
    now[changed] ^= 0x00FFFFFF
    after = jpeg.encoded(now, before)
    assert after.picture == jpeg.encoded(now).picture
    kept = [one is other for one, other in zip(before.strips, after.strips, strict=True)]
    rows = np.flatnonzero((now != scenery).any(axis=1)) // 128
    assert [at for at, same in enumerate(kept) if not same] == np.unique(rows).tolist()


def test_jpeg_strips_are_not_reused_for_another_size(
    scenery: Pixels,
) -> None:
    part = np.ascontiguousarray(scenery[:, :690])
    assert jpeg.encoded(part, jpeg.encoded(scenery)).picture == jpeg.encoded(part).picture


# --- one after the other ---


def paint(painter: Painter, picture: bytes, elements: list[Element], width: int = 700) -> bytes:
    marking: Future[Marking] = Future()
    painted = painter.begin(picture, marking)
    marking.set_result(Marking.prepared(tuple(elements), width, (1000, 700)))
    return painted.result()


ONE, OTHER = element(1, 100, 80, 60, 20), element(2, 100, 480, 60, 20)


def test_painter_output_equals_that_of_fresh_painter(scenery: Pixels) -> None:
    first = jpeg.encode_strip(scenery)
    second = jpeg.encode_strip(scenery ^ 0x00FFFFFF)
    smaller = jpeg.encode_strip(np.ascontiguousarray(scenery[:, :400]))
    painter = Painter()
    for picture, elements, width in (
        (first, [ONE], 700),
        (first, [ONE, OTHER], 700),
        (second, [ONE, OTHER], 700),
        (second, [], 700),
        (second, [ONE], 350),
        (smaller, [ONE], 400),
        (first, [ONE], 700),
    ):
        assert paint(painter, picture, elements, width) == paint(
            Painter(), picture, elements, width
        )


def test_painter_returns_cached_image_when_unchanged(scenery: Pixels) -> None:
    painter, picture = Painter(), jpeg.encode_strip(scenery)
    assert paint(painter, picture, [ONE]) is paint(painter, picture, [ONE])


def test_painter_returns_input_without_elements(scenery: Pixels) -> None:
    picture = jpeg.encode_strip(scenery)
    assert paint(Painter(), picture, []) is picture


def test_painters_work_in_parallel(scenery: Pixels) -> None:
    picture, marking = jpeg.encode_strip(scenery), Future[Marking]()
    painted = [Painter().begin(picture, marking) for _ in range(12)]
    marking.set_result(Marking.prepared((ONE,), 700, (1000, 700)))
    assert len({each.result(timeout=30) for each in painted}) == 1


def test_painter_future_is_cancelled_with_its_marking(scenery: Pixels) -> None:
    painter, marking = Painter(), Future[Marking]()
    painted = painter.begin(jpeg.encode_strip(scenery), marking)
    marking.cancel()
    with pytest.raises(CancelledError):
        painted.result(timeout=10)


def test_jpeg_decode_refuses_invalid_data() -> None:
    with pytest.raises(ValueError, match="JPEG"):
        jpeg.decode(b"no picture")
