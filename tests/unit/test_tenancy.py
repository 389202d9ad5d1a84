"""A task's stay at its sites: made new when it is time, and by whoever comes next if it failed."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from small_site import Answer, site

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.site import When
from pytest_vwa.core.task import Task
from pytest_vwa.sites.entry import Call, Entry, Reset
from pytest_vwa.sites.lease.board import FolderBoard
from pytest_vwa.sites.lease.leases import Leases
from pytest_vwa.sites.marks import Marks
from pytest_vwa.sites.tenancy import Tenancy, Visit

READS, ADDS = "What is the number?", "Add one to the number."


class Shop:
    """A site that counts its resets; ``works`` says whether they do."""

    def __init__(self) -> None:
        self.resets, self.works = 0, True

    def __call__(self, path: str, posted: str) -> Answer:
        if path != "/reset":
            return 200, "a shop"
        self.resets += self.works
        return (200, "") if self.works else (500, "")


class Guest:
    """Stays at the shop, task by task; ``seconds`` by phase, ``late`` is what went wrong then."""

    def __init__(self, tenancy: Tenancy, entry: Entry) -> None:
        self._tenancy, self.entry = tenancy, entry
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.late: list[str] = []

    def stay(self, intent: str, *, wants_reset: bool = False) -> None:
        task = Task(
            key="shopping/0",
            name="shopping-0",
            benchmark="shop",
            kind="action",
            intent=intent,
            sites=("shopping",),
            start_urls=(),
            require_reset=wants_reset,
        )
        visit = Visit(
            task, "shopping-0", [self.entry], 60, late=self.late.append, spent=self._spent
        )
        with self._tenancy.stay(visit) as places:
            assert places == {"shopping": self.entry.replicas[0]}

    def _spent(self, phase: str, seconds: float) -> None:
        self.seconds[phase] += seconds


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
def guest(shop: Shop, tmp_path: Path) -> Iterator[Callable[[When], Guest]]:
    with site(shop) as url:
        entry = Entry("shopping", (url,), reset=Reset(Call("{url}/reset"), seconds=30))
        leases = Leases(FolderBoard(tmp_path / "leases"))
        marks = Marks(tmp_path / "renewed")
        yield lambda when: Guest(Tenancy(leases, marks, when), entry)


@pytest.mark.parametrize(
    ("when", "resets"),
    [
        ("never", [0, 0, 0, 0]),
        ("per-run", [1, 1, 1, 1]),
        ("per-mutating-task", [0, 1, 2, 2]),
        ("on-request", [0, 0, 1, 1]),
    ],
)
def test_tenancy_resets_site_by_policy(
    shop: Shop, guest: Callable[[When], Guest], when: When, resets: list[int]
) -> None:
    one, after = guest(when), []
    for intent, wants_reset in ((READS, False), (ADDS, False), (ADDS, True), (READS, False)):
        one.stay(intent, wants_reset=wants_reset)
        after.append(shop.resets)
    assert after == resets
    assert one.late == []
    assert one.seconds["wait"] > 0
    assert one.seconds["reset"] > 0


def test_tenancy_reports_required_reset_without_reset_config(
    guest: Callable[[When], Guest],
) -> None:
    one = guest("on-request")
    one.entry = replace(one.entry, reset=None)
    one.stay(READS)
    assert one.late == []
    one.stay(READS, wants_reset=True)
    assert one.late == ["shopping was not made new first: nothing says how (reset)"]


def test_tenancy_failed_reset_before_task_is_site_error(
    shop: Shop, guest: Callable[[When], Guest]
) -> None:
    shop.works = False
    one = guest("on-request")
    with pytest.raises(SiteError, match="was answered with 500"):
        one.stay(READS, wants_reset=True)
    assert one.seconds["reset"] > 0


def test_tenancy_failed_reset_after_task_is_redone_by_next(
    shop: Shop, guest: Callable[[When], Guest]
) -> None:
    one, other = guest("per-mutating-task"), guest("per-mutating-task")
    shop.works = False
    one.stay(ADDS)
    assert "was answered with 500" in one.late[0]
    with pytest.raises(SiteError, match="was answered with 500"):
        other.stay(READS)
    shop.works = True
    other.stay(READS)
    assert shop.resets == 1
    other.stay(READS)
    assert shop.resets == 1
