"""How many tokens a prompt has, by rules of thumb that rather say too many."""

import math
from collections.abc import Sequence

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording

BYTES_PER_TOKEN = 4
"""Of text in UTF-8: English has about one token in four letters, Chinese about one per sign."""
_PER_MESSAGE = 4
_PIXELS_PER_TOKEN = 750
_SMALLEST_PICTURE = 255
_UNKNOWN_PICTURE = 1600
_PER_SECOND_OF_VIDEO = 300
_PER_SECOND_OF_SOUND = 32
_UNKNOWN_SECONDS = 600.0


def tokens(messages: Sequence[Message]) -> int:
    return sum(_PER_MESSAGE + sum(map(_part, message.parts)) for message in messages)


def recorded(messages: Sequence[Message]) -> int:
    """Those of them that are sound or video."""
    parts = (part for message in messages for part in message.parts)
    return sum(_part(part) for part in parts if isinstance(part, Recording))


def text_tokens(text: str) -> int:
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


def sound_tokens(seconds: float) -> int:
    return math.ceil(seconds * _PER_SECOND_OF_SOUND)


def _part(part: Part) -> int:
    match part:
        case str(text) | Excerpt(text):
            return text_tokens(text)
        case (Image() as image) | Frame(image=image):
            return _picture(image)
        case Recording():
            seconds = _seconds(part)
            if part.mime.startswith("audio/"):
                return sound_tokens(seconds)
            return math.ceil(seconds * _PER_SECOND_OF_VIDEO)


def _picture(image: Image) -> int:
    from io import BytesIO

    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    try:
        with Pillow.open(BytesIO(image.data)) as opened:  # reads the header alone
            width, height = opened.size
    except (UnidentifiedImageError, OSError):
        return _UNKNOWN_PICTURE
    return max(_SMALLEST_PICTURE, -(-width * height // _PIXELS_PER_TOKEN))


def _seconds(recording: Recording) -> float:
    import av

    try:
        with av.open(str(recording.path)) as container:
            known = container.duration
    except (av.FFmpegError, OSError):
        return _UNKNOWN_SECONDS
    return known / av.time_base if known else _UNKNOWN_SECONDS
