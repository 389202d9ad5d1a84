"""The strokes of shapes.yaml, put on a picture with Pillow."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import ImageDraw

Rgb = tuple[int, int, int]
Point = tuple[float, float]

SHEET = 160
"""Width of the sheet in its own units; it is 120 high."""

PAINTS: dict[str, Rgb] = {
    "ink": (38, 42, 49),
    "metal": (160, 169, 179),
    "white": (250, 250, 248),
    "glass": (205, 228, 240),
    "wood": (168, 116, 66),
    "sand": (222, 198, 158),
    "coffee": (74, 44, 26),
    "leaf": (76, 148, 78),
    "glow": (252, 228, 146),
    "red": (206, 64, 58),
    "blue": (74, 126, 196),
}


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """``one`` with a ``share`` (0 to 1) of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True)
class Sheet:
    """Where a thing is drawn: upper left corner and width in pixels, and its colour."""

    pen: ImageDraw.ImageDraw
    corner: Point
    width: float
    colour: Rgb

    def draw(self, strokes: str) -> None:
        for stroke in strokes.splitlines():
            kind, paint, *numbers = stroke.split()
            self._stroke(kind, self._paint(paint), [float(number) for number in numbers])

    def _paint(self, name: str) -> Rgb:
        shades = {
            "body": self.colour,
            "dark": mix(self.colour, (16, 20, 34), 0.3),
            "light": mix(self.colour, (255, 255, 255), 0.32),
        }
        return shades.get(name) or PAINTS[name]

    def _stroke(self, kind: str, fill: Rgb, n: Sequence[float]) -> None:
        match kind:
            case "poly":
                self.pen.polygon(self._points(n), fill=fill)
            case "blob":
                self.pen.polygon(_smooth(self._points(n), closed=True), fill=fill)
            case "line":
                self._line(self._points(n[1:]), n[0], fill)
            case "curve":
                self._line(_smooth(self._points(n[1:]), closed=False), n[0], fill)
            case "oval":
                self.pen.ellipse(self._box(n), fill=fill)
            case "ring":
                self.pen.ellipse(self._box(n[1:]), outline=fill, width=self._pixels(n[0]))
            case "box":
                self.pen.rounded_rectangle(self._box(n), self._pixels(n[4]), fill=fill)
            case "arc":
                self.pen.arc(self._box(n[1:5]), n[5], n[6], fill=fill, width=self._pixels(n[0]))

    def _line(self, points: list[Point], width: float, fill: Rgb) -> None:
        pixels = self._pixels(width)
        self.pen.line(points, fill=fill, width=pixels, joint="curve")
        for x, y in (points[0], points[-1]):
            half = pixels / 2
            self.pen.ellipse((x - half, y - half, x + half, y + half), fill=fill)

    def _pixels(self, units: float) -> int:
        return max(1, round(units * self.width / SHEET))

    def _points(self, numbers: Sequence[float]) -> list[Point]:
        scale, (left, top) = self.width / SHEET, self.corner
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return [(left + x * scale, top + y * scale) for x, y in pairs]

    def _box(self, numbers: Sequence[float]) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = self._points(numbers[:4])
        return x0, y0, x1, y1


def _smooth(points: Sequence[Point], *, closed: bool, steps: int = 12) -> list[Point]:
    """A Catmull-Rom curve through the points."""
    ring = [points[-1], *points, *points[:2]] if closed else [points[0], *points, points[-1]]
    curve = [
        (_between(step / steps, [p[0] for p in four]), _between(step / steps, [p[1] for p in four]))
        for four in _fours(ring)
        for step in range(steps)
    ]
    return curve if closed else [*curve, points[-1]]


def _fours(points: Sequence[Point]) -> Iterable[Sequence[Point]]:
    return (points[index : index + 4] for index in range(len(points) - 3))


def _between(t: float, four: Sequence[float]) -> float:
    a, b, c, d = four
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
