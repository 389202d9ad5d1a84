"""What a transcription server's answer says."""

import json
from collections.abc import Mapping
from typing import Any

from pytest_vwa.core.transcript import Cue
from pytest_vwa.video import transcript

_SHOWN = 200


def read(content_type: str, body: str, length: float) -> tuple[Cue, ...]:
    """The cues of an answer over HTTP: JSON of OpenAI's shape, subtitles or plain text.

    Text without times is one cue over the ``length`` of the sound, in seconds. Raises ValueError
    when the answer is no transcript.
    """
    if "html" in content_type:
        raise ValueError(f"it answered with a web page: {_short(body)}")
    if "json" not in content_type:
        return transcript.parse(body) or _whole(body, length)
    try:
        answer = json.loads(body)
    except ValueError:
        raise ValueError(f"its answer is no JSON: {_short(body)}") from None
    return cues(answer, length)


def cues(answer: Any, length: float) -> tuple[Cue, ...]:
    """Those of a decoded answer: of its ``segments``, else of its ``text``. Raises ValueError."""
    try:
        if answer.get("segments"):
            return tuple(cue for each in answer["segments"] if (cue := _cue(each)).text)
        return _whole(str(answer["text"]), length)
    except (AttributeError, KeyError, TypeError):
        raise ValueError(
            f"its answer holds neither text nor timed segments: {_short(json.dumps(answer))}"
        ) from None


def _cue(segment: Mapping[str, Any]) -> Cue:
    return Cue(float(segment["start"]), float(segment["end"]), str(segment["text"]).strip())


def _whole(text: str, length: float) -> tuple[Cue, ...]:
    said = " ".join(text.split())
    return (Cue(0.0, round(length, 3), said),) if said else ()


def _short(body: str) -> str:
    said = " ".join(body.split()) or "nothing"
    return said if len(said) <= _SHOWN else f"{said[:_SHOWN]}..."
