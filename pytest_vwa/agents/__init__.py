"""The baseline agents, each a handful of lines."""

AGENTS = {
    "summary": "pytest_vwa.agents.summary:SummaryAgent",
    "text": "pytest_vwa.agents.text:TextAgent",
    "noop": "pytest_vwa.agents.simple:NoopAgent",
    "constant": "pytest_vwa.agents.simple:ConstantAgent",
    "reference": "pytest_vwa.agents.reference:ReferenceAgent",
}
