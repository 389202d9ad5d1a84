"""The baseline agents, each a handful of lines."""

TRIVIAL = ("noop", "constant", "start-page", "list-everything")
"""Those that must win nothing."""
SOLVER = "reference"
"""The one that must win everything."""
AGENTS = {
    "summary": "pytest_vwa.agents.summary:SummaryAgent",
    "text": "pytest_vwa.agents.text:TextAgent",
    "frames": "pytest_vwa.agents.frames:FramesAgent",
    "video": "pytest_vwa.agents.video:VideoAgent",
    "memory": "pytest_vwa.agents.memory:MemoryAgent",
    "noop": "pytest_vwa.agents.simple:NoopAgent",
    "constant": "pytest_vwa.agents.simple:ConstantAgent",
    "start-page": "pytest_vwa.agents.idle:StartPageAgent",
    "list-everything": "pytest_vwa.agents.idle:ListEverythingAgent",
    "reference": "pytest_vwa.agents.reference:ReferenceAgent",
}
