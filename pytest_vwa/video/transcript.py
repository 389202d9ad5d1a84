"""What is said in a video: the subtitles that lie beside it."""

import re
from html import unescape
from pathlib import Path

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.transcript import Cue, Transcript

SUFFIXES = (".vtt", ".srt")
UNHEARD = "there are no subtitles beside the video, and --vwa-asr names no speech engine"

_TIME = r"(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMING = re.compile(rf"^{_TIME}\s*-->\s*{_TIME}.*$")
_TAG = re.compile(r"</?[^>]+>|\{\\[^}]*\}")


def read(video: Path) -> Transcript:
    """What the ``.vtt`` or ``.srt`` with the video's name says; without a ``source`` when there is
    no such file.

    Raises VideoError when the file is there and cannot be understood.
    """
    for suffix in SUFFIXES:
        path = video.with_suffix(suffix)
        if path.is_file():
            cues = _cues(path)
            return Transcript(cues, path.name, "" if cues else f"{path.name} holds no cue")
    return Transcript(why_empty=UNHEARD)


def _cues(path: Path) -> tuple[Cue, ...]:
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    cues = parse(text)
    if not cues and "-->" in text:
        raise VideoError(
            f"{path.name}: no cue could be read; a cue is a line such as "
            "'00:00:01.000 --> 00:00:03.500' and the spoken text below it"
        )
    return cues


def parse(text: str) -> tuple[Cue, ...]:
    """The cues of a WebVTT or SubRip text, in order; notes, styles and markup are left out."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    return tuple(cue for block in blocks if (cue := _cue(block)))


def _cue(block: str) -> Cue | None:
    lines = block.strip().split("\n")
    for index, line in enumerate(lines):
        if timing := _TIMING.match(line.strip()):
            spoken = " ".join(part.strip() for part in lines[index + 1 :])
            start, end = _seconds(timing.groups()[:4]), _seconds(timing.groups()[4:])
            spoken = unescape(_TAG.sub("", spoken)).strip()
            return Cue(start, end, spoken) if spoken else None
    return None


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = parts
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return whole + float(f"0.{fraction}")
