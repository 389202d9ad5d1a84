"""A screen recording to measure on: pages with text and pictures, scrolled, changed and typed into,
under a cursor that moves.

Drawn from a fixed seed and encoded by x264 as recorders do (preset veryfast, a keyframe at least
every 250 frames, B-frames), so it is the same on every machine; made once and kept.
"""

import tempfile
from collections.abc import Iterator
from fractions import Fraction
from math import cos, pi, sin
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIZE = WIDTH, HEIGHT = 1920, 1080
FPS, SECONDS = 30, 185
PAGES, PAGE_HEIGHT = 14, 5400
_PAGE_SECONDS = SECONDS / PAGES
_WORDS = (
    "kayak", "paddle", "river", "orders", "review", "listing", "price", "colour", "red",
    "touring", "basket", "account", "search", "delivery", "size", "compare", "offer", "seller",
    "contact", "photo", "message", "address", "checkout", "wish", "category",
)  # fmt: skip
_BT709 = 1

Pixels = NDArray[np.uint8]


def recording() -> Path:
    """The file; made when it is not there yet, which takes some minutes."""
    path = Path(tempfile.gettempdir()) / f"pytest-vwa-screencast-{SECONDS}s-{HEIGHT}p.mp4"
    if not path.exists():
        unfinished = path.with_suffix(".part.mp4")
        _write(unfinished)
        unfinished.replace(path)
    return path


def _write(path: Path) -> None:
    options = {"preset": "veryfast", "crf": "23"}
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as file:
        stream = file.add_stream("libx264", rate=FPS, options=options)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.colorspace = _BT709
        for number, picture in enumerate(_pictures()):
            frame = av.VideoFrame.from_ndarray(picture).reformat(
                format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
            )
            frame.pts, frame.time_base = number, Fraction(1, FPS)
            file.mux(stream.encode(frame))
        file.mux(stream.encode())


def _pictures() -> Iterator[Pixels]:
    random = np.random.default_rng(5)
    cursor = _cursor()
    on_screen, page = -1, np.zeros((PAGE_HEIGHT, WIDTH, 3), np.uint8)
    for number in range(FPS * SECONDS):
        index, into = divmod(number / FPS, _PAGE_SECONDS)
        if int(index) != on_screen:
            on_screen, page = int(index), _page(random, int(index))
        share = into / _PAGE_SECONDS
        top = round(_eased(share) * (PAGE_HEIGHT - HEIGHT))
        picture = page[top : top + HEIGHT].copy()
        picture[40 : 40 + 44, 400 : 400 + int(share * 12) * 60] = 90  # typed letter by letter
        _stamp(picture, cursor, number / FPS)
        yield picture


def _eased(share: float) -> float:
    """Rest, scroll, rest, scroll, rest: two of five parts of the time something scrolls."""
    part, into = divmod(share * 5, 1)
    done = part // 2 + (part % 2) * (1 - cos(pi * into)) / 2
    return float(min(done / 2, 1.0))


def _page(random: np.random.Generator, index: int) -> Pixels:
    page = Image.new("RGB", (WIDTH, PAGE_HEIGHT), (250 - index, 250, 244 + index % 10))
    draw = ImageDraw.Draw(page)
    title, body = ImageFont.load_default(44), ImageFont.load_default(22)
    draw.rectangle((0, 0, WIDTH, 120), fill=(30 + 12 * index, 60, 200 - 10 * index))
    draw.rectangle((400, 40, 1200, 84), fill=(255, 255, 255))
    for row, top in enumerate(range(160, PAGE_HEIGHT - 260, 260)):
        page.paste(_photo(random), (60, top))
        draw.text((420, top), f"{row + 1}. {_phrase(random, 5)}", (20, 20, 40), title)
        for line in range(5):
            draw.text((420, top + 64 + 32 * line), _phrase(random, 18), (60, 60, 60), body)
    return np.asarray(page)


def _photo(random: np.random.Generator) -> Image.Image:
    coarse = Image.fromarray(random.integers(0, 255, (6, 8, 3), np.uint8)).resize((320, 220))
    grain = Image.fromarray(random.integers(0, 255, (220, 320, 3), np.uint8))
    return Image.blend(coarse, grain.filter(ImageFilter.GaussianBlur(1.5)), 0.35)


def _phrase(random: np.random.Generator, words: int) -> str:
    return " ".join(random.choice(_WORDS, words))


def _cursor() -> Pixels:
    picture = Image.new("RGB", (26, 38), (255, 255, 255))
    ImageDraw.Draw(picture).polygon([(0, 0), (0, 34), (24, 22)], fill=(0, 0, 0))
    return np.asarray(picture)


def _stamp(picture: Pixels, cursor: Pixels, seconds: float) -> None:
    """On an ellipse, resting in every second second."""
    moved = seconds - min(seconds % 2, 1.0)
    left = round(WIDTH / 2 + 700 * cos(moved * 0.9))
    top = round(HEIGHT / 2 + 400 * sin(moved * 1.3))
    picture[top : top + cursor.shape[0], left : left + cursor.shape[1]] = cursor
