"""The agents that come with the plugin, by the name that ``--agent`` takes."""

from collections.abc import Mapping

from .reference import ReferenceAgent
from .simple import ConstantAgent, NoopAgent
from .summary import SummaryAgent
from .text import TextAgent

AGENTS: Mapping[str, type] = {
    "summary": SummaryAgent,
    "text": TextAgent,
    "noop": NoopAgent,
    "constant": ConstantAgent,
    "reference": ReferenceAgent,
}
