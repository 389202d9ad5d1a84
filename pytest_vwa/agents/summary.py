"""The baseline that has the tutorial summed up for its objective."""

from collections.abc import Sequence

from pytest_vwa.core.ports import Brief, Part

from .chat import ChatAgent


class SummaryAgent(ChatAgent):
    """Reads a summary of the tutorial, made from transcript and frames for this objective."""

    def study(self, brief: Brief) -> Sequence[Part]:
        return (brief.video.summary(brief.intent),) if brief.video else ()
