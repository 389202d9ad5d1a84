"""A decoded picture as a model gets it: upright, in true colours, small, as JPEG."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pytest_vwa.core.observation import Image

if TYPE_CHECKING:
    from av import VideoFrame

Grey = NDArray[np.uint8]
"""Rows of grey values."""

MIME = "image/jpeg"
_GLANCE = (64, 36)
_UNSPECIFIED = 2
_HD_HEIGHT = 720


def render(frame: "VideoFrame", longest_edge: int, quality: int) -> Image:
    """Never larger than it is, turned as its rotation says."""
    from simplejpeg import encode_jpeg

    scale = min(1.0, longest_edge / max(frame.width, frame.height))
    width, height = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
    pixels = _scaled(frame, width, height, "rgb24")
    upright = np.ascontiguousarray(np.rot90(pixels, round(frame.rotation / 90)))
    return Image(encode_jpeg(upright, quality, "RGB", colorsubsampling="420"), MIME)


def glance(frame: "VideoFrame") -> Grey:
    """What is seen of it from afar: 36 x 64 grey values."""
    return _scaled(frame, *_GLANCE, "gray")


def _scaled(frame: "VideoFrame", width: int, height: int, form: str) -> NDArray[Any]:
    scaled = frame.reformat(
        width=width,
        height=height,
        format=form,
        src_colorspace=_colours(frame),
        interpolation="AREA",
    )
    return scaled.to_ndarray()


def _colours(frame: "VideoFrame") -> str | None:
    """Where a video does not say how it codes colours, players go by its height."""
    if frame.colorspace != _UNSPECIFIED:
        return None
    return "ITU709" if frame.height >= _HD_HEIGHT else "ITU601"
