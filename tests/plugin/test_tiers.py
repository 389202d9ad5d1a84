"""The tiers of this project's tests, and the limits on CPU time that CI sets for them."""

from collections.abc import Callable
from pathlib import Path

import fence
import pytest

pytest_plugins = ["pytester"]

CONFTEST = """
import fence
from tiers import pytest_addoption, pytest_collection_modifyitems

def pytest_configure(config):
    config.addinivalue_line("markers", "full: slow")
    fence.register(config)
"""
BUSY = "import time\\nwhile time.process_time() < 0.6: pass"
TESTS = f"""
import subprocess
import sys
import pytest

def test_idle():
    pass

@MARK
def test_busy_in_a_child():
    subprocess.run([sys.executable, "-c", "{BUSY}"], check=True)
"""
Inner = Callable[..., pytest.RunResult]


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Inner:
    """Run two tests, of which one keeps a child process busy for 0.6 s of CPU time."""
    monkeypatch.setattr(fence, "TEST_LIMIT", 0.5)

    def inner(*args: str, mark: str = "", alone: bool = False) -> pytest.RunResult:
        pytester.makeconftest(CONFTEST)
        pytester.makepyfile(test_marked=TESTS.replace("@MARK\n", mark))
        plain = ("-p", "no:playwright", "-p", "no:cacheprovider", *args)
        return (pytester.runpytest_subprocess if alone else pytester.runpytest_inprocess)(*plain)

    return inner


def test_fence_fails_the_run_of_a_test_that_uses_too_much(inner: Inner) -> None:
    result = inner("--cpu-limits")
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "* s of CPU time, * s: *test_busy_in_a_child",
            "* s in all, * s allowed",
            "FAILED *test_busy_in_a_child used * s of CPU time, 0 s are allowed: *mark it full",
        ]
    )
    result.stdout.no_fnmatch_line("FAILED *test_idle*")


def test_fence_lets_tests_marked_full_use_more(inner: Inner) -> None:
    result = inner("--cpu-limits", "--full", mark="@pytest.mark.full\n")
    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    ("args", "passed", "deselected"),
    [
        ((), 1, 1),
        (("--full",), 2, 0),
        (("-m", "full"), 1, 1),
        (("-k", "child"), 0, 2),
        (("test_marked.py::test_busy_in_a_child",), 1, 0),
    ],
    ids=["no option", "--full", "-m full", "-k", "by name"],
)
def test_tiers_leave_out_full_tests_unless_asked_for(
    inner: Inner, args: tuple[str, ...], passed: int, deselected: int
) -> None:
    result = inner(*args, mark="@pytest.mark.full\n")
    result.assert_outcomes(passed=passed, deselected=deselected)


def test_fence_limits_the_tier_as_a_whole(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fence, "TEST_LIMIT", 100.0)
    monkeypatch.setattr(fence, "TIER_USES", 0.1)
    result = inner("--cpu-limits")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["FAILED the fast tier used * s of CPU time, more than twice*"])


def test_fence_says_and_limits_nothing_unless_asked(inner: Inner) -> None:
    result = inner()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.no_fnmatch_line("*CPU time*")


def test_fence_adds_up_the_workers_of_xdist(inner: Inner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(fence.__file__).parent))
    result = inner("--cpu-limits", "-n", "2", alone=True)
    result.assert_outcomes(passed=2)
    (line,) = [each for each in result.outlines if each.endswith("s allowed")]
    (busy,) = [each for each in result.outlines if "test_busy_in_a_child" in each]
    assert float(line.split()[0]) > float(busy.split()[0]) > 0.5
