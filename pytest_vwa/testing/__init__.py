"""A world without a browser, for tests of agents and of task files.

``StillWorld`` shows pages that a test writes down as values and logs what an agent does to them;
``play`` lets an agent work there. The plugin ``pytest_vwa.testing.plugin`` lets whole runs of tasks
work there. See docs/testing-agents.md.
"""

from .play import play
from .still_world import StillElement, StillPage, StillWorld, button, link, text_field

__all__ = ["StillElement", "StillPage", "StillWorld", "button", "link", "play", "text_field"]
