"""Modules of the package are small and named after what they hold."""

import sys
from pathlib import Path

LINES = 300
NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}

package = Path(__file__).parent.parent / "pytest_vwa"
faults = [
    *(
        f"{path}: {count} lines, at most {LINES} allowed"
        for path in sorted(package.rglob("*.py"))
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    ),
    *(
        f"{path}: named {path.stem}; name it after what it holds"
        for path in sorted(package.rglob("*"))
        if path.stem in NAMES
    ),
]
sys.stdout.writelines(f"{fault}\n" for fault in faults)
sys.exit(bool(faults))
