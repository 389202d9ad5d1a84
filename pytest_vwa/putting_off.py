"""Tasks on a site that keeps failing are put off to the end, and tried once more when it is ready
again: a plugin of its own, in each process that runs tests."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from . import waiting
from .core.errors import SiteError
from .core.task import subject_of
from .core.verdict import JUDGED
from .opening import open_log
from .options import CATALOG, SETTINGS
from .outcome import RUNLOG
from .reporting.lost import Lost
from .sites.breaker import Breaker, Standing
from .sites.trouble import REFUSED, UNUSABLE, Trouble

if TYPE_CHECKING:
    from .core.record import Record


def begin(config: pytest.Config) -> None:
    """For a run on sites that can fail."""
    settings = config.stash[SETTINGS]
    breaker = Breaker(settings.cache_dir / "breaker" / settings.run)
    if not hasattr(config, "workerinput"):
        breaker.forget()
    # xdist's controller runs none, and would count what its workers have counted.
    if config.getoption("dist", default="no") == "no":
        config.pluginmanager.register(PuttingOff(config, breaker), "vwa-putting-off")
    else:
        config.pluginmanager.register(Lost(config), "vwa-lost")


class PuttingOff:
    """Each item is reported once: when it has run, at its time or at the end."""

    def __init__(self, config: pytest.Config, breaker: Breaker) -> None:
        self._catalog = config.stash[CATALOG]
        self._breaker = breaker
        self._late: list[pytest.Item] = []
        self._is_late = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        if self._is_late or not any(self._is_lost(site, item) for site in _sites(item)):
            return None
        self._late.append(item)
        _leave(item, nextitem)
        allure = item.config.pluginmanager.getplugin("vwa-allure")
        names = allure.put_off(item) if allure else {}
        if hasattr(item.config, "workerinput"):
            _tell(item, names)
        return True

    # Within what others have around running tests.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        result = yield
        self._is_late = True
        numbers = {item: number for number, item in enumerate(session.items)} if self._late else {}
        for item, nextitem in zip(self._late, [*self._late[1:], None], strict=False):
            if session.shouldfail or session.shouldstop:
                break
            _count(item, numbers[item])
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        _stop(session)
        return result

    @pytest.hookimpl
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Of those that were put off: first their sites must be ready again."""
        if self._is_late:
            for site in _sites(item):
                self._wait(site, item)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa"):
            from .core.record import Record

            self._note(Record.model_validate(report.vwa))

    def _is_lost(self, site: str, item: pytest.Item) -> bool:
        return _concerns(item, self._breaker.of(site))

    def _wait(self, site: str, item: pytest.Item) -> None:
        """Raises SiteError when it is of no use."""
        from .sites.health import wait_for_any

        standing = self._breaker.of(site)
        if not _concerns(item, standing):
            return
        if not standing.given_up:
            entry = self._catalog.by_name[site]
            with item.stash[RUNLOG].phase("wait"), waiting.told(item) as tell:
                tell(f"for {site} to be ready again")
                last = wait_for_any(entry.replicas, entry.health)
            standing = self._breaker.waited_for(site, last, entry.health.seconds)
        if standing.given_up:
            why = f"{site}: not run: {standing.told}; {standing.given_up}"
            raise SiteError(why, site, standing.kind, not_run=True)

    def _note(self, record: "Record") -> None:
        trouble = record.trouble
        if record.outcome in JUDGED and not record.is_question:
            for site in record.sites:
                self._breaker.worked(site)
        elif trouble and trouble.site and not trouble.not_run:
            met = Trouble(trouble.kind, _evidence(record))
            if trouble.kind == REFUSED:
                self._breaker.refused(trouble.site, met)
            elif trouble.kind in UNUSABLE:
                self._breaker.failed(trouble.site, met)


def _evidence(record: "Record") -> str:
    """What was met, without the question that only one task would ask."""
    return record.why.partition("; is the site running?")[0]


def _concerns(item: pytest.Item, standing: Standing) -> bool:
    """Who does not log in does not mind that it is refused."""
    subject = subject_of(item)
    logs_in = subject is not None and subject.task.require_login
    return standing.broken and (logs_in or standing.kind != REFUSED)


def _sites(item: pytest.Item) -> tuple[str, ...]:
    """Those that must be there for the test; a question needs none."""
    subject = subject_of(item)
    return subject.task.needed_sites if subject and not subject.question else ()


def _leave(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What was set up for the tests before it, and is not needed by the next, is taken down now:
    pytest does so after each test that it has run."""
    runner = item.config.pluginmanager.getplugin("runner")
    call = pytest.CallInfo.from_call(
        lambda: runner.pytest_runtest_teardown(item=item, nextitem=nextitem),
        when="teardown",
        reraise=(pytest.exit.Exception, KeyboardInterrupt),
    )
    if call.excinfo:
        report = item.ihook.pytest_runtest_makereport(item=item, call=call)
        item.ihook.pytest_runtest_logreport(report=report)


def _tell(item: pytest.Item, names: dict[str, str]) -> None:
    """xdist's controller, for the case that this worker dies; ``names`` are Allure's. By a report
    of a set-up that went well, as ``waiting`` does."""
    report = pytest.TestReport(item.nodeid, item.location, {}, "passed", None, "setup")
    if subject := subject_of(item):
        begun = open_log(item, subject).record().model_dump(mode="json")
        vars(report).update(vwa_begun=begun, vwa_put_off=True, vwa_allure=names)
    item.ihook.pytest_runtest_logreport(report=report)


def _count(item: pytest.Item, number: int) -> None:
    """xdist's worker names each test by its number among those collected."""
    plugins: set[Any] = item.config.pluginmanager.get_plugins()
    for plugin in plugins:
        if hasattr(plugin, "item_index"):
            plugin.item_index = number


def _stop(session: pytest.Session) -> None:
    """As pytest's own loop ends; xdist's workers tell their controller instead."""
    if hasattr(session.config, "workerinput"):
        return
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
