"""The baseline that is given the video file itself, for models that take such."""

from collections.abc import Sequence

from pytest_vwa.core.ports import Brief, Part, Recording

from .chat import ChatAgent

MIMES = {
    ".mp4": "video/mp4",
    ".mov": "video/quicktime",
    ".webm": "video/webm",
    ".mkv": "video/x-matroska",
}


class VideoAgent(ChatAgent):
    """Has the whole tutorial in context, picture and sound, at every step."""

    def study(self, brief: Brief) -> Sequence[Part]:
        if brief.video is None:
            return ()
        path = brief.video.path
        return (Recording(path, MIMES.get(path.suffix.lower(), "video/mp4")),)
