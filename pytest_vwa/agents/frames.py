"""The baseline that looks at pictures of the tutorial and reads what is said in it."""

from collections.abc import Iterator, Sequence

from pytest_vwa.core.ports import Brief, Excerpt, Part, Tutorial
from pytest_vwa.core.transcript import caption, spoken

from .chat import ChatAgent


class FramesAgent(ChatAgent):
    """Is shown frames with their times, then the transcript with its times, at every step."""

    def study(self, brief: Brief) -> Sequence[Part]:
        return tuple(_shown_and_said(brief.video)) if brief.video else ()


def _shown_and_said(video: Tutorial) -> Iterator[Part]:
    for frame in video.frames():
        yield caption(frame.seconds)
        yield frame
    transcript = video.transcript()
    said = spoken(transcript)
    yield "What is said:"
    yield Excerpt(said) if said else f"(nothing that is known: {transcript.why_empty})"
