"""How long collecting published tasks takes beside pytest's own collection of as many tests.

    python benchmarks/collection.py FOLDER [--runs 7]

Runs ``pytest --collect-only -q`` as whole commands, in turn: A on the folder of task files, B on a
plain test parametrized as often as A found items. Prints the medians and the ratio A/B, of
processor time, so that what else the machine does hardly counts.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

KEEP_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with task files")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as empty:
        _, items = collect(folder, Path(empty))
        plain = Path(empty, "test_plain.py")
        plain.write_text(
            "import pytest\n\n"
            f'@pytest.mark.parametrize("n", range({items}))\n'
            "def test_plain(n):\n    pass\n"
        )
        pairs = [
            (collect(folder, Path(empty))[0], collect(plain, Path(empty))[0])
            for _ in range(options.runs)
        ]
    ours, theirs = (median(side) for side in zip(*pairs, strict=True))
    ratio = median(a / b for a, b in pairs)
    print(f"items                          {items:8}")
    print(f"task files, median seconds     {ours:8.2f}")
    print(f"plain parametrized, median     {theirs:8.2f}")
    print(f"ratio, median of {options.runs} pairs       {ratio:8.2f}")


def collect(path: Path, directory: Path) -> tuple[float, int]:
    """Processor seconds of the whole command, and how many items it listed."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    # As an installed package has it: bytecode is kept from one run to the next.
    environ = {name: value for name, value in os.environ.items() if name != KEEP_NO_BYTECODE}
    start = processor_seconds()
    done = subprocess.run(
        [*command, str(path)],
        cwd=directory,
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return processor_seconds() - start, sum("::" in line for line in done.stdout.splitlines())


def processor_seconds() -> float:
    """Of all commands so far."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
