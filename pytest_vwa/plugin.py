"""The pytest hooks, one line of delegation each, and nothing imported before it is needed."""

import os
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from . import fixtures, hooks, markers, options, refusal
from .dialects.sniff import SUFFIXES, looks_like_tasks
from .options import CATALOG, SETTINGS, Settings
from .reporting.arrival import Arrival
from .reporting.spool import Spool

pytest_plugins = fixtures.PLUGINS


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hooks)


@pytest.hookimpl(trylast=True)
def pytest_addoption(parser: pytest.Parser) -> None:
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    settings = config.stash[SETTINGS] = options.read(config, _run_id(config))
    if settings.resume:
        from . import resuming

        settings = resuming.begin(config)
    if settings.validate:
        from . import validating

        settings = validating.begin(config)
    if settings.rescore:
        from .rescoring import plugin as rescoring

        settings = rescoring.begin(config)
    markers.register(config)
    _receive(config, settings)
    _select(config, settings)
    if settings.budget_usd is not None:
        from . import spending

        config.pluginmanager.register(spending, "vwa-spending")
    if settings.agent or settings.overlay:
        _load(config)


def _receive(config: pytest.Config, settings: Settings) -> None:
    """What takes the records: the report here, a spool in xdist's workers."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Arrival(config, settings), "vwa-arrival")
        if settings.export or settings.markdown:
            from .reporting.handout import Handout

            folder = settings.report_dir / settings.run
            handout = Handout(folder, settings.export, settings.markdown)
            config.pluginmanager.register(handout, "vwa-handout")
    else:
        spool = Spool(settings.report_dir / settings.run, config.workerinput["workerid"])
        config.pluginmanager.register(spool, "vwa-spool")


def _select(config: pytest.Config, settings: Settings) -> None:
    if settings.lint:
        from .linting import Lint

        config.pluginmanager.register(Lint(config), "vwa-lint")
    if settings.sites_check:
        from .sites_check import SitesCheck

        config.pluginmanager.register(SitesCheck(config), "vwa-sites-check")
    if settings.sample:
        from .sampling import Sample

        config.pluginmanager.register(Sample(settings.sample, settings.seed), "vwa-sample")
    if any("[" in rule for rule in settings.gate):
        from . import gating

        config.pluginmanager.register(gating, "vwa-gating")
    if settings.shard:
        from . import sharding

        sharding.begin(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """xdist: workers write into the folder of the controller's run."""
    node.workerinput["vwa_run"] = node.config.stash[SETTINGS].run


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """xdist: what a worker found wrong with the options is told by the controller, once."""
    refusal.listen(node)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not (looks_like_tasks(file_path) or _is_named(file_path, parent.config)):
        return None
    with refusal.noted(parent.config):
        _load(parent.config)
    if refusal.REFUSED in parent.config.stash:
        return None
    if parent.config.stash[SETTINGS].lint:
        from .linting import LintFile

        return LintFile.from_parent(parent, path=file_path)
    from .collect import TaskFile

    return TaskFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)  # before xdist's worker sends what it has collected
def pytest_collection_finish(session: pytest.Session) -> None:
    """Tests of the user's own are told by what our fixtures are made of: a fixture that others
    call the same is not."""
    refusal.tell(session.config)
    ours = {"vwa_settings", "vwa_run"}
    if any(not ours.isdisjoint(getattr(item, "fixturenames", ())) for item in session.items):
        from . import own_tests

        own_tests.begin(session.config)


def _is_named(path: Path, config: pytest.Config) -> bool:
    """A file the user asks for by name is read as tasks, so that its faults are told."""
    if path.suffix not in SUFFIXES:
        return False
    given = config.invocation_params
    return any(given.dir / arg.partition("::")[0] == path for arg in given.args)


def _load(config: pytest.Config) -> None:
    """What only runs with tasks need: once, when a task file is met or an agent named."""
    from . import collect, defaults

    if defaults.compose(config):
        if config.stash[CATALOG] and not config.stash[SETTINGS].rescore:
            from . import putting_off

            putting_off.begin(config)
        config.pluginmanager.register(collect, "vwa-collect")
        if not hasattr(config, "workerinput"):
            config.add_cleanup(partial(_forget, config))
            _show_progress(config)
        if results := config.getoption("allure_report_dir", default=None):
            from .reporting.allure import AllureReport
            from .reporting.allure_folder import AllureFolder

            config.pluginmanager.register(AllureReport(), "vwa-allure")
            if not hasattr(config, "workerinput"):
                folder = AllureFolder(config.invocation_params.dir / results)
                config.pluginmanager.register(folder, "vwa-allure-folder")


def _forget(config: pytest.Config) -> None:
    from .sites import traces

    settings = config.stash[SETTINGS]
    traces.forget(settings.cache_dir, settings.run)


def _show_progress(config: pytest.Config) -> None:
    from .reporting.progress import Progress
    from .reporting.workers import Workers

    config.pluginmanager.register(Progress(config), "vwa-progress")
    if config.getoption("numprocesses", default=None):
        config.pluginmanager.register(Workers(config), "vwa-workers")


def _run_id(config: pytest.Config) -> str:
    """Return the run's name: when it began and its process; a worker has its controller's.

    A process that runs several sessions within a second (``pytest.main``, pytester) numbers those
    after the first.
    """
    given: str | None = getattr(config, "workerinput", {}).get("vwa_run")
    if given:
        return given
    first = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    _sessions[first] += 1
    return first if _sessions[first] == 1 else f"{first}-{_sessions[first]}"


_sessions: Counter[str] = Counter()
"""How many sessions of this process have begun, by the name that a run of them would have."""
