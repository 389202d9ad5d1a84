"""Log-ins are on disk no longer than somebody uses them."""

import os
from pathlib import Path
from time import time

import pytest

from pytest_vwa.sites.traces import forget

HOUR = 3600


@pytest.mark.parametrize(
    ("run", "hours", "stays"),
    [("mine", 0, False), ("theirs", 0, True), ("killed", 23, True), ("killed", 25, False)],
)
def test_forget_deletes_logins_of_own_and_day_old_runs(
    tmp_path: Path, run: str, hours: float, stays: bool
) -> None:
    state = tmp_path / "logins" / run / "shopping.json"
    state.parent.mkdir(parents=True)
    state.write_text("{}")
    for path in (state, state.parent):
        os.utime(path, (time(), time() - hours * HOUR))
    forget(tmp_path, "mine")
    assert state.exists() is stays


def test_forget_keeps_recently_used_logins(tmp_path: Path) -> None:
    state = tmp_path / "logins" / "long" / "shopping.json"
    state.parent.mkdir(parents=True)
    state.write_text("{}")
    os.utime(state.parent, (0, 0))
    forget(tmp_path, "mine")
    assert state.exists()


def test_forget_deletes_reset_and_breaker_state_of_own_run(tmp_path: Path) -> None:
    for kind in ("renewed", "breaker"):
        for run in ("mine", "theirs"):
            (tmp_path / kind / run).mkdir(parents=True)
            os.utime(tmp_path / kind / run, (0, 0))
    forget(tmp_path, "mine")
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/*"))
    assert left == ["breaker/theirs", "renewed/theirs"]


def test_forget_creates_no_folder(tmp_path: Path) -> None:
    forget(tmp_path / "cache", "mine")
    assert not (tmp_path / "cache").exists()
