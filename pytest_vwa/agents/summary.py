"""The baseline that has the tutorial summed up for its objective."""

from pytest_vwa.core.ports import Brief

from .chat import ChatAgent


class SummaryAgent(ChatAgent):
    """Reads a summary of the tutorial, made from transcript and frames for this objective."""

    def study(self, brief: Brief) -> str:
        return brief.video.summary(brief.intent) if brief.video else ""
