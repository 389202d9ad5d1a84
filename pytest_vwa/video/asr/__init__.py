"""Speech engines: they hear what is said in a video that has no subtitles beside it."""

from collections.abc import Callable

from pytest_vwa.core.transcript import SpeechEngine
from pytest_vwa.registry import Late, Names

_ENGINES = {
    "whisper": "openai_whisper:OpenaiWhisper",
    "faster-whisper": "faster_whisper:FasterWhisper",
    "api": "api:TranscriptionApi",
}


def engines() -> Names[Callable[..., SpeechEngine]]:
    """Those that come along, by the names that --vwa-asr takes; imported when one is named."""
    names: Names[Callable[..., SpeechEngine]] = Names("speech engine")
    for name, place in _ENGINES.items():
        names.add(name, Late.of(f"{__name__}.{place}"))
    return names
