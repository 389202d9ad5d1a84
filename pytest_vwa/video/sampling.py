"""Which frames of a video are taken, and how."""

from dataclasses import dataclass
from typing import Literal, get_args

Strategy = Literal["uniform", "scene"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)


@dataclass(frozen=True)
class Sampling:
    """At most ``max_frames``. ``uniform`` is a frame a second from the first on, or at equal
    distances where these would be too many; ``scene`` looks at a frame a second and takes those
    that differ most from each other. ``edge`` is the length of the longer side in pixels, unless
    the video is smaller; ``quality`` is JPEG's, 1 to 95."""

    max_frames: int = 60
    strategy: Strategy = "uniform"
    edge: int = 768
    quality: int = 75


USUAL = Sampling()
