"""One tutorial video as context: frames, transcript and summary, each made once."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import file_digest
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import LLM, Cue, Frame, Message, Part

from . import frames, transcript

LONGEST_EDGE = 768
PICTURES = 10

SYSTEM = """\
You summarise a tutorial video for somebody who works in a web browser and cannot watch it.
You get what is said in it, with times, and some of its pictures, in order. Keep what helps with
the objective: the pages that are visited and in which order, what is clicked, typed and chosen,
and every name, price, colour, number and place that is shown or said, spelled exactly as in the
video. Report what the video holds and guess nothing. Write short plain sentences."""

SILENT = "(this video has no transcript; rely on its pictures)"


class VideoContext:
    """The ``Tutorial`` of a video file; frames and summaries are cached on disk by content.

    ``summaries`` is a cache of their own for what the model says, where that is another.
    """

    def __init__(
        self,
        path: Path,
        llm: LLM,
        cache: Cache,
        max_frames: int = 60,
        summaries: Cache | None = None,
    ) -> None:
        self.path = path
        self.name = path.stem
        self._llm = llm
        self._cache = cache
        self._max_frames = max_frames
        self._summaries = summaries or cache

    def frames(self) -> Sequence[Frame]:
        """In order of time, at most ``max_frames``, longest edge 768 pixels, JPEG."""
        return self._frames

    def transcript(self) -> Sequence[Cue]:
        """What is said, in order of time; empty when the video has no subtitles beside it."""
        return self._cues

    def summary(self, intent: str) -> str:
        """The video told by the model with this objective in mind.

        Raises ModelError when the model gives no reply.
        """
        message = self._request(intent)
        inputs = [self._sha256, self._max_frames, self._llm.name, SYSTEM, *_texts(message)]
        return self._summaries.get("summaries", inputs, lambda: self._summarise(message)).decode()

    @cached_property
    def _sha256(self) -> str:
        try:
            with self.path.open("rb") as file:
                return file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise VideoError(f"{self.path} cannot be read: {error.strerror}") from error

    @cached_property
    def _frames(self) -> tuple[Frame, ...]:
        inputs = [self._sha256, self._max_frames, LONGEST_EDGE, frames.QUALITY]
        return _unpack(self._cache.get("frames", inputs, self._sample))

    @cached_property
    def _cues(self) -> tuple[Cue, ...]:
        return transcript.read(self.path)

    def _sample(self) -> bytes:
        return _pack(frames.sample(self.path, self._max_frames, LONGEST_EDGE))

    def _request(self, intent: str) -> Message:
        said = "\n".join(f"[{clock(cue.start)}] {cue.text}" for cue in self._cues) or SILENT
        parts: list[Part] = [f"TRANSCRIPT:\n{said}\n\nOBJECTIVE:\n{intent}"]
        for frame in _spread(self._frames, PICTURES):
            parts += [f"Picture at {clock(frame.seconds)}:", frame]
        return Message("user", tuple(parts))

    def _summarise(self, message: Message) -> bytes:
        reply = self._llm.complete([Message("system", (SYSTEM,)), message])
        return reply.text.strip().encode()


def clock(seconds: float) -> str:
    """``65.4`` -> ``1:05``"""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _texts(message: Message) -> list[str]:
    return [part for part in message.parts if isinstance(part, str)]


def _spread(things: Sequence[Frame], count: int) -> list[Frame]:
    """``count`` of them at even distances, the first and the last included."""
    if len(things) <= count:
        return list(things)
    return [things[round(index * (len(things) - 1) / (count - 1))] for index in range(count)]


def _pack(sampled: Iterable[Frame]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for frame in sampled:
            archive.writestr(f"{frame.seconds:010.3f}.jpg", frame.image.data)
    return out.getvalue()


def _unpack(packed: bytes) -> tuple[Frame, ...]:
    with ZipFile(BytesIO(packed)) as archive:
        return tuple(
            Frame(float(name.removesuffix(".jpg")), Image(archive.read(name), frames.MIME))
            for name in archive.namelist()
        )
