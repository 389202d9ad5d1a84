"""What a transcription server's answer says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_vwa.core.transcript import Cue
from pytest_vwa.llm import reading
from pytest_vwa.llm.price import Tokens
from pytest_vwa.llm.reading import Spoiled
from pytest_vwa.video import transcript


@dataclass(frozen=True)
class Heard:
    """``tokens`` as the server counts them; None when it does not."""

    cues: tuple[Cue, ...]
    tokens: Tokens | None = None


def read(content_type: str, body: str, length: float) -> Heard:
    """An answer over HTTP: JSON of OpenAI's shape, subtitles or plain text.

    Text without times is one cue over the ``length`` of the sound, in seconds. Raises Spoiled
    when the answer is no transcript.
    """
    if "html" in content_type:
        raise Spoiled(f"the endpoint gave a web page: {reading.words(body)}")
    if "json" not in content_type:
        return Heard(transcript.parse(body) or _whole(body, length))
    return decoded(reading.body(body), length)


def decoded(answer: Mapping[str, Any], length: float) -> Heard:
    """The cues of its ``segments``, else of its ``text``. Raises Spoiled as ``read`` does."""
    try:
        segments = answer.get("segments") or ()
        cues = tuple(cue for each in segments if (cue := _cue(each)).text)
        return Heard(cues if segments else _whole(str(answer["text"]), length), _tokens(answer))
    except (AttributeError, KeyError, TypeError, ValueError):
        said = reading.words(json.dumps(answer))
        raise Spoiled(
            f"the endpoint's answer holds neither text nor timed segments: {said}"
        ) from None


def _cue(segment: Mapping[str, Any]) -> Cue:
    return Cue(float(segment["start"]), float(segment["end"]), str(segment["text"]).strip())


def _whole(text: str, length: float) -> tuple[Cue, ...]:
    said = " ".join(text.split())
    return (Cue(0.0, round(length, 3), said),) if said else ()


def _tokens(answer: Mapping[str, Any]) -> Tokens | None:
    """Models that are paid by the second count none."""
    usage = answer.get("usage")
    if not isinstance(usage, Mapping) or not usage.get("input_tokens"):
        return None
    heard, said = usage["input_tokens"], usage.get("output_tokens") or 0
    sound = (usage.get("input_token_details") or {}).get("audio_tokens") or 0
    return Tokens(int(heard), int(said), audio=int(sound))
