"""``--vwa-lint``: task files are looked at and nothing is run; a plugin of its own."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from . import arena
from .core.video_file import stem
from .dialects.sniff import SUFFIXES
from .lint import render
from .lint.case import Surroundings
from .lint.finding import Finding, Severity
from .lint.survey import survey
from .options import CATALOG, OVERLAYS, REGISTRY, SETTINGS
from .video import listing

FILES = pytest.StashKey[list[Path]]()
_PYTESTS_OWN = (
    pytest.ExitCode.INTERRUPTED,
    pytest.ExitCode.INTERNAL_ERROR,
    pytest.ExitCode.USAGE_ERROR,
)


class LintFile(pytest.File):
    """A task file that is kept for the survey; none of its tasks becomes a test."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        self.config.stash[FILES].append(self.path)
        return ()


class Lint:
    """Takes pytest's way of finding files, and reports findings in the place of tests."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._findings: tuple[Finding, ...] = ()
        config.stash[FILES] = []
        # Nothing runs, and no worker is started: it would look at the same files again.
        config.option.collectonly = True

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Tests that are no tasks are not even imported."""
        is_other = collection_path.is_file() and collection_path.suffix not in SUFFIXES
        return True if is_other else None

    def pytest_collection_finish(self) -> None:
        config = self._config
        if files := config.stash[FILES]:
            folders = (*config.stash[SETTINGS].video_dir, arena.TUTORIALS)
            listed = frozenset(map(stem, listing.read(config.stash[SETTINGS].videos)))
            here = Surroundings(
                config.stash[REGISTRY], folders, listed, config.stash[CATALOG].known
            )
            self._findings = survey(files, here, config.stash[OVERLAYS])

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """1 when there are errors; pytest's own code when it found no file to look at."""
        if exitstatus not in _PYTESTS_OWN and self._config.stash[FILES]:
            session.exitstatus = int(any(finding.counts for finding in self._findings))

    # Quoted: pytest 8 does not export this name.
    def pytest_terminal_summary(self, terminalreporter: "pytest.TerminalReporter") -> None:
        files = len(self._config.stash[FILES])
        terminalreporter.section(f"lint of {files} task file{'s' * (files != 1)}")
        verbosity, here = self._config.get_verbosity(), self._config.invocation_params.dir
        for told in render.lines(self._findings, here, every=verbosity > 0):
            if verbosity >= 0 or told.severity is not Severity.NOTE:
                terminalreporter.write_line(told.text, red=told.counts)
        for line in render.summary(self._findings).splitlines():
            terminalreporter.write_line(line)
        if files:
            # Else the last line would say "no tests collected", which reads like a failure.
            self._config.option.collectonly = False
            looked_at = f"task file{'s' * (files != 1)} looked at"
            terminalreporter.stats[looked_at] = [
                pytest.CollectReport(str(path), "passed", None, [])
                for path in self._config.stash[FILES]
            ]
