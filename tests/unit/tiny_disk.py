"""A disk that is full at once."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def tiny_disk(folder: Path) -> Iterator[Path]:
    """64 KiB of memory as a disk of its own; skips the test where nobody may mount one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root may mount a disk to fill")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "full").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
