"""One tutorial video as context: frames, transcript and summary, each made once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import cached_property
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from pytest_vwa.cache import Cache
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import LLM, Frame
from pytest_vwa.core.transcript import Transcript
from pytest_vwa.core.video_file import sha256

from . import transcript
from .frames import sample
from .picture import MIME
from .sampling import USUAL, Sampling
from .summary import summarise, usual


def forget(_: str) -> None:
    """Keeps no summary beside the cache."""


class VideoContext:
    """The ``Tutorial`` of a video file; frames and summaries are cached on disk by content.

    ``keep`` is told every summary that is asked for, wherever it came from.
    ``hear`` gives the transcript of the video; by default there are the subtitles beside it alone.
    ``summaries`` is a cache of their own for what the model says, where that is another.
    """

    def __init__(
        self,
        path: Path,
        llm: LLM,
        cache: Cache,
        sampling: Sampling = USUAL,
        keep: Callable[[str], None] = forget,
        hear: Callable[[Path], Transcript] = transcript.read,
        summaries: Cache | None = None,
    ) -> None:
        self.path = path
        self.name = path.stem
        self._llm = llm
        self._cache = cache
        self._sampling = sampling
        self._keep = keep
        self._hear = hear
        self._summaries = summaries or cache

    def frames(self) -> Sequence[Frame]:
        """As ``sampling`` says, in order of time, JPEG."""
        return self._frames

    def transcript(self) -> Transcript:
        """What is said, in order of time; when it is empty, it tells why."""
        return self._transcript

    def heard(self) -> Transcript:
        """What is known by now of what is said; no engine is asked for more."""
        return vars(self).get("_transcript") or transcript.read(self.path)

    def summary(self, intent: str) -> str:
        """The video told by the model with this objective in mind.

        Raises ModelError when the model gives no reply.
        """
        told = summarise(
            intent,
            self._transcript,
            self.frames,
            llm=self._llm,
            cache=self._summaries,
            source=self._source,
            prompt=usual(),
        )
        self._keep(told)
        return told

    @cached_property
    def _source(self) -> list[object]:
        """What frames are made from and how."""
        return [sha256(self.path), asdict(self._sampling)]

    @cached_property
    def _frames(self) -> tuple[Frame, ...]:
        return _unpack(self._cache.get("frames", self._source, self._sample))

    @cached_property
    def _transcript(self) -> Transcript:
        return self._hear(self.path)

    def _sample(self) -> bytes:
        return _pack(sample(self.path, self._sampling))


def _pack(frames: Iterable[Frame]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for frame in frames:
            archive.writestr(f"{frame.seconds:010.3f}.jpg", frame.image.data)
    return out.getvalue()


def _unpack(packed: bytes) -> tuple[Frame, ...]:
    with ZipFile(BytesIO(packed)) as archive:
        return tuple(
            Frame(float(name.removesuffix(".jpg")), Image(archive.read(name), MIME))
            for name in archive.namelist()
        )
