"""What can go wrong, as a tree.

VwaError
├── UsageError        an option, a name or a setting is wrong; the message says the remedy
├── TaskFileError     a task file is malformed; names file, task and field
├── Unavailable       something a task needs is not here: the task is skipped with this reason
│   └── BudgetSpent   what models may cost in this run is spent
└── Broken            site, browser, model or harness failed: outcome ``error``, never ``failed``
    ├── SiteError
    ├── BrowserError
    ├── ModelError
    ├── VideoError
    ├── JudgeError
    ├── EvidenceError what was kept of a run is damaged, or another run's
    └── AgentError    the agent's own code raised
"""

from .usage import NOTHING, Usage
from .wellformed import printable


class VwaError(Exception):
    """The root of the errors that pytest-vwa raises on purpose. Their messages may quote pages,
    models and agents, and can be printed whatever those say."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(str(message)))


class UsageError(VwaError):
    """An option, a name or a setting is wrong."""


class TaskFileError(VwaError):
    """A task file is malformed."""


class Unavailable(VwaError):
    """Something a task needs is not here (a video, a site, a judge); the task is skipped."""


class BudgetSpent(Unavailable):
    """A model was not called, because the call could have passed the run's budget."""


class Broken(VwaError):
    """Not the agent's fault. ``kind`` is what records and reports group by."""

    kind = "harness"


class SiteError(Broken):
    """``site`` and ``trouble``, a kind of ``sites.trouble``, where they are known; else the message
    tells. ``not_run``: the task was not begun, because others had met the same."""

    kind = "site"

    def __init__(
        self, message: str = "", site: str = "", trouble: str = "", *, not_run: bool = False
    ) -> None:
        super().__init__(message)
        self.site, self.trouble, self.not_run = site, trouble, not_run


class BrowserError(Broken):
    kind = "browser"


class ModelError(Broken):
    """A model gave no reply; ``usage`` is what its attempts cost all the same."""

    kind = "model"

    def __init__(self, message: str = "", usage: Usage = NOTHING) -> None:
        super().__init__(message)
        self.usage = usage


class VideoError(Broken):
    kind = "video"


class JudgeError(Broken):
    kind = "judge"


class EvidenceError(Broken):
    kind = "evidence"


class AgentError(Broken):
    kind = "agent"
