"""The baseline that is given the video file itself, for models that take such."""

from collections.abc import Sequence

from pytest_vwa.core.ports import Brief, Part, Recording
from pytest_vwa.core.video_file import mime

from .chat import ChatAgent


class VideoAgent(ChatAgent):
    """Has the whole tutorial in context, picture and sound, at every step."""

    def study(self, brief: Brief) -> Sequence[Part]:
        if brief.video is None:
            return ()
        path = brief.video.path
        return (Recording(path, mime(path)),)
