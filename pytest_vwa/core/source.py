"""Which run of which task by which agent something was kept of."""

from .value import Value


class Source(Value):
    """Where it comes from: the run, its agent, the test by its node id, the task by its key, and
    the question about its video, or ""."""

    run: str
    agent: str | None = None
    nodeid: str
    task: str
    question: str = ""

    def __str__(self) -> str:
        asked = " (its question)" if self.question else ""
        return f"{self.task}{asked} by {self.agent or 'no agent'} in the run {self.run}"
