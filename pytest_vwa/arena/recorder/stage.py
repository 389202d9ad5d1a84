"""What the viewer sees around the page: an address bar, the pointer, and the ring of a click."""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1280, 720
BAR = 40
PAGE = (WIDTH, HEIGHT - BAR)

_SCALE = 4
_POINTER = ((0, 0), (0, 23), (5.5, 18), (9, 26), (13, 24.3), (9.5, 16.5), (17, 16.5))
_RING = (230, 90, 30)

Point = tuple[float, float]


def compose(page: Image.Image, address: str, pointer: Point, ring: float = 0.0) -> Image.Image:
    """One picture of 1280x720. ``ring`` is how far a click's ring has grown, from 0 to 1."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), "white")
    picture.paste(_bar(address), (0, 0))
    picture.paste(page, (0, BAR))
    x, y = round(pointer[0]), round(pointer[1]) + BAR
    if ring:
        drawn = _ring(ring)
        picture.paste(drawn, (x - drawn.width // 2, y - drawn.height // 2), drawn)
    picture.paste(_pointer(), (x - 2, y - 2), _pointer())
    return picture


@lru_cache(maxsize=4)
def _bar(address: str) -> Image.Image:
    bar = Image.new("RGB", (WIDTH, BAR), "#dfe3ea")
    draw = ImageDraw.Draw(bar)
    for index, colour in enumerate(("#ee6a5f", "#f5bd4f", "#61c454")):
        draw.ellipse((16 + 22 * index, 14, 28 + 22 * index, 26), fill=colour)
    draw.rounded_rectangle((100, 6, WIDTH - 16, BAR - 6), radius=14, fill="white")
    draw.text((118, 11), address, font=ImageFont.load_default(size=15), fill="#33383f")
    return bar


@lru_cache(maxsize=1)
def _pointer() -> Image.Image:
    """Drawn large and scaled down, which smooths its edges."""
    big = Image.new("RGBA", (24 * _SCALE, 32 * _SCALE))
    outline = [((x + 2) * _SCALE, (y + 2) * _SCALE) for x, y in _POINTER]
    draw = ImageDraw.Draw(big)
    draw.polygon(outline, fill="black")
    draw.line([*outline, *outline[:2]], fill="white", width=2 * _SCALE, joint="curve")
    return big.resize((24, 32), Image.Resampling.LANCZOS)


@lru_cache(maxsize=16)
def _ring(growth: float) -> Image.Image:
    radius = round(8 + 18 * growth)
    size = 2 * radius + 8
    big = Image.new("RGBA", (size * _SCALE, size * _SCALE))
    edge, visible = 4 * _SCALE, round(255 * (1 - 0.7 * growth))
    box = (edge, edge, (size - 4) * _SCALE, (size - 4) * _SCALE)
    ImageDraw.Draw(big).ellipse(box, outline=(*_RING, visible), width=4 * _SCALE)
    return big.resize((size, size), Image.Resampling.LANCZOS)
