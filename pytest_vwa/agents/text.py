"""The baseline without a tutorial."""

from .chat import ChatAgent


class TextAgent(ChatAgent):
    """Sees page and objective only: what the tutorial is worth shows beside it."""
