"""What the arena costs: start-up, fresh state, pages, memory; each beside its bound.

    python benchmarks/arena.py [--runs 5]

Start-up is that of processes of their own. Pages are asked for over HTTP by another
process, addresses of all sites in turn as their own links give them; what is counted is the CPU
time of this one, which serves.
"""

import argparse
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import cycle, islice, zip_longest
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.request import urlopen

from rich.console import Console
from rich.table import Table

from pytest_vwa.arena.server import Arena

ADDRESSES_PER_SITE = 40
VIEWS = 1200
LINK = re.compile(r"""<a\b[^>]*\bhref=["']([^"'#]+)""")
START = """
from time import perf_counter, process_time
from urllib.request import urlopen
wall, cpu = perf_counter(), process_time()
from pytest_vwa.arena.server import Arena
arena = Arena()
arena.start()
for site in arena.sites.by_name.values():
    urlopen(site.url).close()
print(perf_counter() - wall, process_time() - cpu)
"""
VISIT = """
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit
lines = {}
for url in sys.stdin.read().split():
    parts = urlsplit(url)
    line = lines.setdefault(parts.netloc, HTTPConnection(parts.netloc))
    line.request("GET", f"{parts.path or '/'}?{parts.query}")
    line.getresponse().read()
"""


@dataclass(frozen=True)
class Row:
    """A figure beside its bound, which is the most it may be, or the least."""

    what: str
    value: float
    bound: float
    unit: str
    least: bool = False

    @property
    def holds(self) -> bool:
        return self.value >= self.bound if self.least else self.value <= self.bound


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    wall, cpu = started(runs)
    with Arena() as arena:
        sites = [site.url for site in arena.sites.by_name.values()]
        found = [addresses(url) for url in sites]
        mixed = [url for turn in zip_longest(*found) for url in turn if url]
        views = served(mixed)
        memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
        fresh = median(_seconds(arena.fresh) for _ in range(runs * 10))
    show(
        f"{len(sites)} sites, {len(mixed)} addresses",
        [
            Row("start-up and first page of all sites, imports included (CPU)", cpu, 1, "s"),
            Row("the same by the wall clock", wall, 1, "s"),
            Row("fresh state of all sites", fresh * 1000, 20, "ms"),
            Row("pages per second on one core", views, 300, "/s", least=True),
            Row("memory of this process at most", memory, 120, "MB"),
        ],
    )


def started(runs: int) -> tuple[float, float]:
    """Seconds until all sites have shown a page, and seconds of CPU meanwhile: medians."""
    lines = [[float(word) for word in _child(START).split()] for _ in range(runs)]
    wall, cpu = (median(column) for column in zip(*lines, strict=True))
    return wall, cpu


def addresses(home: str) -> list[str]:
    """Addresses of pages of one site, found by following its links from the first page."""
    waiting, found, asked = deque([home]), list[str](), {home}
    while waiting and len(found) < ADDRESSES_PER_SITE:
        url = waiting.popleft()
        if (text := _text(url)) is None:
            continue
        found.append(url)
        links = {urldefrag(urljoin(url, unescape(link))).url for link in LINK.findall(text)}
        own = sorted(
            link for link in links - asked if urlsplit(link).netloc == urlsplit(home).netloc
        )
        asked.update(own)
        waiting.extend(own)
    return found


def served(urls: Sequence[str]) -> float:
    """Pages per second of this process's CPU time."""
    _child(VISIT, "\n".join(urls))  # templates are compiled when first used
    many = "\n".join(islice(cycle(urls), VIEWS))
    cpu = process_time()
    _child(VISIT, many)
    return VIEWS / (process_time() - cpu)


def show(title: str, rows: Sequence[Row]) -> None:
    table = Table("", "measured", "bound", "", title=title)
    for row in rows:
        bound = f"{'at least' if row.least else 'at most'} {row.bound:g} {row.unit}"
        table.add_row(
            row.what, f"{row.value:.3g} {row.unit}", bound, "ok" if row.holds else "MISSED"
        )
    Console(width=100).print(table)


def _text(url: str) -> str | None:
    """The page at this address; None when it is none."""
    try:
        with urlopen(url) as answer:
            html = "html" in answer.headers.get("content-type", "")
            return answer.read().decode() if html else None
    except HTTPError:
        return None


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _child(script: str, given: str = "") -> str:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
