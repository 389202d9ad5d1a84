"""Measure what share of small faults (mutants) in the package's functions the tests catch.

    python benchmarks/mutants.py --tests tests/unit --out results.jsonl [--map COVERAGE_FILE]
        [--tree DIR] [--seed 1] [--count 300] [--jobs 1] [--limit 120] [--most TESTS]
        [--on-disk] [--after earlier.jsonl] [-- OPTIONS OF PYTEST]

Draw mutants by the seed, as many from each area as from the others, and run the tests on each.
The same seed draws the same mutants from the same source, in whatever checkout it lies. With a map,
a data file of coverage.py that names a context for each test, only the tests that execute the
changed line are run, and the rest of their files.

A mutant is caught when a test fails or exceeds the time limit, and passes without the mutant. Tests
that fail without a mutant are left out. Each run is a fork of a process that has imported all but
the package itself, and imports the package with the change. Processes which the tests start do not
see that change; ``--on-disk`` writes it into the tree for them, which must be a throw-away clone.
``--after`` then tries only the mutants that survived an earlier run, and adds up both.

mutmut leaves out decorated functions and knows only the tests that execute a function in its own
process, and cosmic-ray runs the whole suite for each mutant, hence this script.
"""

import argparse
import gc
import importlib
import json
import multiprocessing as mp
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import perf_counter
from types import CodeType, ModuleType
from typing import Any

import pytest
from mutation import AREAS, PACKAGE, Mutant, sample

MEMORY = 6 << 30
"""Bytes that a process may allocate, lest an endless loop takes all memory."""
BROKE = 70
FAILED, RUNNING = "failed", "running"
FORK = mp.get_context("fork")


class CoverageMap:
    """Tests by the lines they execute, as a data file of coverage.py has them."""

    def __init__(self, data_file: Path, mutants: Sequence[Mutant]) -> None:
        from coverage import CoverageData  # only a run with a map needs it

        data = CoverageData(str(data_file))
        data.read()
        self._tests: dict[tuple[str, int], set[str]] = defaultdict(set)
        self._lines: Counter[str] = Counter()
        self._of_file: dict[str, set[str]] = defaultdict(set)
        files = {mutant.file for mutant in mutants}
        for path in data.measured_files():
            file = path[path.rindex(f"{PACKAGE}/") :] if f"{PACKAGE}/" in path else path
            if file in files:
                self._add(file, data.contexts_by_lineno(path))

    def _add(self, file: str, contexts: Mapping[int, Sequence[str]]) -> None:
        for line, names in contexts.items():
            tests = {test_of(name) for name in names}
            self._tests[file, line] |= tests
            self._lines.update(tests)
            self._of_file[file] |= tests - {""}

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that execute a mutant, those first that execute the fewest lines.

        A line that only ran outside of tests, as an import does, concerns all tests of its module.
        """
        lines = range(mutant.first_line, mutant.last_line + 1)
        found = {test for line in lines for test in self._tests.get((mutant.file, line), ())}
        if found == {""}:
            found = self._of_file[mutant.file]
        return sorted(found - {""}, key=lambda test: (self._lines[test], test))


def test_of(context: str) -> str:
    """Return the test that a context of coverage.py names, or an empty string."""
    name = re.sub(r" \((setup|call|teardown)\)$|\|(run|setup|teardown)$", "", context)
    return name.removeprefix("T|") if "::" in name else ""


class Selection:
    """A plugin of pytest that runs the chosen tests in this order and notes how far it came.

    Without chosen tests it runs all. Other tests of the same files follow where that is wanted: the
    lines that a fixture of a module executes count for its first test only.
    """

    def __init__(self, tests: Sequence[str], others: bool, left_out: set[str], notes: Path) -> None:
        self._ranks = {test: rank for rank, test in enumerate(tests)}
        self._files: dict[str, int] = {}
        for test, rank in self._ranks.items():
            self._files.setdefault(file_of(test), rank)
        self._others, self._left_out = others or not tests, left_out
        self._failed, self._running = notes / FAILED, notes / RUNNING

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(filter(self._is_wanted, items), key=self._place)

    def _is_wanted(self, item: pytest.Item) -> bool:
        return item.nodeid not in self._left_out and (self._others or item.nodeid in self._ranks)

    def _place(self, item: pytest.Item) -> tuple[bool, int, int]:
        file, rank = self._files.get(file_of(item.nodeid), 0), self._ranks.get(item.nodeid)
        return rank is None, file, rank or 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._failed.exists():
            self._failed.write_text(report.nodeid, encoding="utf-8")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._running.write_text(nodeid, encoding="utf-8")


def file_of(test: str) -> str:
    return test.partition("::")[0]


class MutantLoader(SourceFileLoader):
    """A finder and loader of the one module that is changed."""

    def __init__(self, mutant: Mutant) -> None:
        name = mutant.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(Path(mutant.file).resolve()))
        self._mutant = mutant

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._mutant.applied(self.get_data(self.path)), self.path, "exec")


@contextmanager
def on_disk(mutant: Mutant) -> Iterator[None]:
    """Change the source file; its time changes too, so that no compiled file is taken for it."""
    path = Path(mutant.file)
    source, times = path.read_bytes(), path.stat()
    try:
        path.write_bytes(mutant.applied(source))
        yield
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@dataclass(frozen=True)
class Run:
    """What a run of pytest came to: its exit code, or none, and the test that failed or hung."""

    code: int | None
    failed: str
    output: str

    @property
    def passed(self) -> bool:
        return self.code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

    @property
    def how(self) -> str:
        return "time" if self.code is None else f"exit code {self.code}"


class Bench:
    """A runner of the tests on one mutant after the other."""

    def __init__(self, options: argparse.Namespace, covered: CoverageMap | None) -> None:
        self._options, self._covered = options, covered
        self._left_out: set[str] = set()
        self._passing: set[str] = set()

    def outcome(self, mutant: Mutant) -> dict[str, object]:
        """Try a mutant: it is caught or survives, or its tests fail without it, an error."""
        tests = self._chosen(mutant)
        while tests or not self._covered:
            run = self._run(tests, mutant)
            if run.passed:
                how = "passed" if run.code == pytest.ExitCode.OK else "no test was collected"
                return {"outcome": "survived", "how": how, "tests": len(tests)}
            if self._passes_without(tests, run):
                return {"outcome": "caught", "how": run.how, "by": run.failed, "tests": len(tests)}
            if not run.failed:
                return {"outcome": "error", "how": run.how, "output": run.output}
            self._left_out.add(run.failed)
            tests = [test for test in tests if test != run.failed]
        return {"outcome": "survived", "how": "no test executes it", "tests": 0}

    def _chosen(self, mutant: Mutant) -> list[str]:
        found = self._covered.tests(mutant) if self._covered else []
        inside = [test for test in found if self._is_inside(file_of(test))]
        return [test for test in inside if test not in self._left_out][: self._options.most]

    def _is_inside(self, file: str) -> bool:
        return any(Path(file).is_relative_to(root) for root in self._options.tests)

    def _passes_without(self, tests: Sequence[str], failed: Run) -> bool:
        """Run what failed without the mutant."""
        if not failed.failed:
            return self._run(tests, None, "--collect-only").passed
        if failed.failed not in self._passing and self._run([failed.failed], None).passed:
            self._passing.add(failed.failed)
        return failed.failed in self._passing

    def _run(self, tests: Sequence[str], mutant: Mutant | None, *extra: str) -> Run:
        scratch = Path(tempfile.mkdtemp(prefix="mutant"))
        with ExitStack() as stack:
            stack.callback(shutil.rmtree, scratch, ignore_errors=True)
            if mutant and self._options.on_disk:
                stack.enter_context(on_disk(mutant))
            child = FORK.Process(target=self._child, args=(scratch, tests, mutant, extra))
            child.start()
            stack.callback(end, child)
            # A test that passes within half of the limit has time enough where it has a mutant.
            wait(child, scratch / RUNNING, self._options.limit / (1 if mutant else 2))
            code = child.exitcode
            failed = read(scratch / (RUNNING if code is None else FAILED))
            return Run(code, failed, read(scratch / "output")[-2000:])

    def _child(
        self, scratch: Path, tests: Sequence[str], mutant: Mutant | None, extra: Sequence[str]
    ) -> None:
        isolate(scratch)
        code: int = BROKE
        try:
            if mutant and not self._options.on_disk:
                loader = MutantLoader(mutant)
                sys.meta_path.insert(0, loader)
                importlib.import_module(loader.name)
            single = len(tests) == 1 and not mutant
            others = not self._options.most and not single
            chosen = Selection(tests, others, self._left_out, scratch)
            paths = dict.fromkeys(map(file_of, tests)) or self._options.tests
            code = pytest.main(
                [
                    *("-x", "-q", "-o", f"cache_dir={scratch}/cache", f"--basetemp={scratch}/t"),
                    *self._options.pytest,
                    *extra,
                    *paths,
                ],
                plugins=[chosen],
            )
        finally:
            if sys.exc_info()[0]:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def wait(child: BaseProcess, running: Path, limit: float) -> None:
    """Wait until a process ends, or has been at the same test for longer than the limit.

    Time in which everything is suspended does not count.
    """
    waited, test = 0.0, ""
    while child.is_alive() and waited < limit:
        child.join(0.5)
        waited = waited + 0.5 if test == read(running) else 0.0
        test = read(running)


def end(child: BaseProcess) -> None:
    """Kill a process and what it started and left behind."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid or 0, signal.SIGKILL)
    child.join()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def isolate(scratch: Path) -> None:
    """Let this process write into a folder that is deleted, and end together with its children."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    output = os.open(scratch / "output", os.O_CREAT | os.O_WRONLY)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ |= {"TMPDIR": str(scratch), "HYPOTHESIS_STORAGE_DIRECTORY": f"{scratch}/hypothesis"}
    tempfile.tempdir = None
    sys.argv = ["pytest"]
    sys.modules["__main__"] = ModuleType("__main__")  # processes that tests spawn import this one


def preload(tests: Sequence[str]) -> None:
    """Import what the tests import from outside of the tree, as the runs shall not do it anew."""
    scratch = Path(tempfile.mkdtemp(prefix="mutant"))
    found = scratch / "modules"

    def collect() -> None:
        isolate(scratch)
        pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *tests])
        found.write_text("\n".join(filter(is_foreign, sys.modules)), encoding="utf-8")
        os._exit(0)

    child = FORK.Process(target=collect)
    child.start()
    child.join()
    for name in found.read_text(encoding="utf-8").splitlines():
        with suppress(Exception):
            importlib.import_module(name)
    shutil.rmtree(scratch, ignore_errors=True)
    gc.freeze()


def is_foreign(name: str) -> bool:
    """Tell whether a module that was imported is none of the tree's own."""
    file = getattr(sys.modules[name], "__file__", None) or ""
    own = file.startswith(f"{Path.cwd()}/") and "site-packages" not in file
    return not own and name != "__main__" and name.partition(".")[0] != PACKAGE


def try_all(bench: Bench, mutants: Sequence[Mutant], out: Path) -> None:
    """Append a line to the results after each mutant, so that a later run can resume."""
    for number, mutant in enumerate(mutants, 1):
        began = perf_counter()
        found = bench.outcome(mutant)
        seconds = round(perf_counter() - began, 1)
        line = json.dumps({"key": mutant.key, **found, "seconds": seconds, **asdict(mutant)})
        with out.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        print(f"{number}/{len(mutants)} {found['outcome']} in {seconds} s: {mutant}", flush=True)


def results(path: Path | None) -> dict[str, dict[str, Any]]:
    """Read the results of a run by the keys of the mutants."""
    if path is None or not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["key"]: line for line in lines}


def summarize(found: Sequence[Mapping[str, Any]]) -> None:
    from pytest_vwa.reporting.stats import wilson  # only now: the runs import it anew

    for area in (*AREAS, "all"):
        outcomes = Counter(each["outcome"] for each in found if area in ("all", each["area"]))
        caught, total = outcomes["caught"], outcomes["caught"] + outcomes["survived"]
        if total:
            low, high = wilson(caught, total)
            share = f"{caught / total:.1%} ({low:.0%}-{high:.0%})"
            print(f"{area:12}{caught:>5} of {total:>4} caught: {share}; {outcomes['error']} errors")
    for each in found:
        if each["outcome"] != "caught":
            mutant = Mutant(**{field.name: each[field.name] for field in fields(Mutant)})
            print(f"{each['outcome']} ({each['how']}): {mutant}")


def main() -> None:
    options = arguments()
    os.chdir(options.tree)
    sys.path[0] = os.fspath(options.tree)  # instead of the folder of this script
    spec = find_spec(PACKAGE)
    if spec is None or not Path(spec.origin or "").is_relative_to(options.tree):
        sys.exit(f"mutants.py: {PACKAGE} is imported from {spec and spec.origin}; set PYTHONPATH")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # restores the source file
    mutants = sample(options.tree, options.seed, options.count)
    after, before = results(options.after), results(options.out)
    if options.after:
        mutants = [m for m in mutants if after.get(m.key, {}).get("outcome") == "survived"]
    left = [mutant for mutant in mutants if mutant.key not in before]
    covered = CoverageMap(options.map, left) if options.map else None
    preload(options.tests)
    shares = [left[job :: options.jobs] for job in range(options.jobs)]
    jobs = [
        FORK.Process(target=try_all, args=(Bench(options, covered), share, options.out))
        for share in shares
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    summarize([*{**after, **results(options.out)}.values()])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    folder = Path.cwd()

    def path(text: str) -> Path:
        return (folder / text).resolve()

    parser.add_argument("--tree", type=path, default=folder, help="the checkout")
    parser.add_argument("--tests", action="append", required=True, help="files or folders")
    parser.add_argument("--out", type=path, required=True, help="results, a line of JSON each")
    parser.add_argument("--map", type=path, help="a data file of coverage.py with contexts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=120, help="seconds for each test")
    parser.add_argument("--most", type=int, help="tests for each mutant, the most specific ones")
    parser.add_argument("--on-disk", action="store_true", help="change the files of the tree")
    parser.add_argument("--after", type=path, help="earlier results, whose survivors to try")
    parser.add_argument("pytest", nargs="*", help="options of pytest")
    options = parser.parse_args()
    if options.on_disk and options.jobs > 1:
        parser.error("--on-disk allows one job only")
    return options


if __name__ == "__main__":
    main()
