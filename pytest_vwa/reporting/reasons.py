"""Why runs ended without a verdict, and which they are: a pure function of records."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pytest_vwa.core.result import Run

_SHOWN = 3
_WHERE = re.compile(r" \(\d+ steps?\b[^()]*\)$")


@dataclass(frozen=True)
class Reason:
    """``tests`` are the names of the runs that ended so, in their order."""

    text: str
    tests: tuple[str, ...]

    @property
    def count(self) -> int:
        return len(self.tests)

    def named(self, *, whole: bool = False) -> str:
        """``shopping-3[mine], map-4[mine], map-5[mine] and 2 more``; each once, ``_SHOWN`` of them
        unless ``whole``."""
        names = list(dict.fromkeys(self.tests))
        shown = names if whole else names[:_SHOWN]
        hidden = len(names) - len(shown)
        return ", ".join(shown) + (f" and {hidden} more" if hidden else "")


def reasons(runs: Iterable[Run]) -> tuple[Reason, ...]:
    """The most frequent first."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for run in runs:
        found[f"{run.error_kind}: {run.why}" if run.error_kind else run.why].append(run.name)
    told = [Reason(text, tuple(tests)) for text, tests in found.items()]
    return tuple(sorted(told, key=lambda reason: -reason.count))


def bare(reason: str) -> str:
    """Without the steps and the folder at its end, where those are told elsewhere."""
    return _WHERE.sub("", reason)
