"""Do tasks disturb each other at a real site, how long do they wait, and what does a replica more
give?

    python benchmarks/leases.py [--workers 8] [--changing 40] [--reading 80] [--pytest]

A site with one number: a task that changes it makes a half-changed state first. As many processes
as there are workers take the tasks, in an order drawn by the seed, and lease the site as tests do;
first with one replica, then with two. What happened is read from the sites' own log: that no two
changing tasks overlap and no reading one saw a half-changed number, else it fails. A line for each
run says how long tasks waited and how many changing ones were done in an hour; two replicas must
give at least 1.7 times as many. With ``--pytest`` one more run is a real one: pytest with that many
workers of xdist, a browser each.
"""

import argparse
import json
import multiprocessing as mp
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Lock, Thread
from time import perf_counter

import httpx

from pytest_vwa.core.task import Task
from pytest_vwa.reporting.journal import read
from pytest_vwa.sites.entry import Entry
from pytest_vwa.sites.lease.board import FolderBoard
from pytest_vwa.sites.lease.leases import Leases
from pytest_vwa.sites.marks import Marks
from pytest_vwa.sites.tenancy import Tenancy, Visit

INTENTS = {True: "Add one to the number.", False: "What is the number?"}
AGENT = """
class Mine:
    def begin(self, brief):
        self.paths = ["begin", "end"] if brief.intent.startswith("Add") else ["look"]

    def act(self, observation):
        if not self.paths:
            return "stop []"
        host = observation.url.split("/")[2]
        return f"goto [http://{host}/{self.paths.pop(0)}]"
"""
TIMES = 1.7
"""At least so many times as many changing tasks with a replica more."""


@dataclass
class Site:
    """``begin`` and ``end`` make the number one more in two steps, between them it is half
    changed; ``begin`` and ``look`` take ``seconds``. ``log`` has what was asked, and the trouble
    that could be seen."""

    seconds: float
    url: str = ""
    number: int = 0
    half: bool = False
    looking: int = 0
    log: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def ask(self, path: str) -> str:
        with self.lock:
            self.log.append(path)
            if path == "/begin":
                self._note(self.half, "two changed it at once")
                self._note(self.looking > 0, "it was changed while somebody read")
                self.half = True
            elif path == "/end":
                self.number, self.half = self.number + 1, False
            elif path == "/look":
                self._note(self.half, "a reader saw it half changed")
                self.looking += 1
        if path in ("/begin", "/look"):
            Event().wait(self.seconds)
        with self.lock:
            self.looking -= path == "/look"
            return "half" if self.half else str(self.number)

    def _note(self, seen: bool, trouble: str) -> None:
        if seen:
            self.trouble.append(trouble)


@dataclass(frozen=True)
class Run:
    """``seconds`` until the last changing task was done; ``waits`` of all tasks, in seconds."""

    what: str
    changing: int
    seconds: float
    waits: Sequence[float]

    @property
    def an_hour(self) -> float:
        return self.changing / self.seconds * 3600

    def __str__(self) -> str:
        late = quantiles(self.waits, n=20)[-1]
        return (
            f"{self.what:<28} {self.an_hour:>12,.0f} {median(self.waits):>8.1f} {late:>6.1f} "
            f"{max(self.waits):>6.1f}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--changing", type=int, default=40)
    parser.add_argument("--reading", type=int, default=80)
    parser.add_argument("--seconds", type=float, default=0.4, help="that a task works at the site")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pytest", action="store_true", help="a real run of pytest as well")
    options = parser.parse_args()
    kinds = [True] * options.changing + [False] * options.reading
    random.Random(options.seed).shuffle(kinds)
    print(f"{'':<28} {'changing':>12} {'waited, seconds':>22}")
    print(f"{'':<28} {'tasks/hour':>12} {'median':>8} {'p95':>6} {'max':>6}")
    one, two = (processes(options, kinds, replicas) for replicas in (1, 2))
    if options.pytest:
        pytests(options, kinds)
    times = two.an_hour / one.an_hour
    print(f"\ntwo replicas: {times:.2f} times the changing tasks (at least {TIMES})")
    return 0 if times >= TIMES else 1


def processes(options: argparse.Namespace, kinds: Sequence[bool], replicas: int) -> Run:
    """Processes that lease as tests do; fails when a task disturbed another."""
    spawn = mp.get_context("spawn")
    with serving(replicas, options.seconds) as sites, tempfile.TemporaryDirectory() as folder:
        todo: mp.Queue[bool | None] = spawn.Queue()
        done: mp.Queue[tuple[bool, float, float]] = spawn.Queue()
        for kind in [*kinds, *[None] * options.workers]:
            todo.put(kind)
        urls = tuple(site.url for site in sites)
        workers = [
            spawn.Process(target=work, args=(Path(folder), urls, todo, done))
            for _ in range(options.workers)
        ]
        for worker in workers:
            worker.start()
        rows = [done.get(timeout=600) for _ in kinds]
        for worker in workers:
            worker.join()
        undisturbed(sites, kinds)
    began = min(end for _, end, _ in rows) - options.seconds
    seconds = max(end for changing, end, _ in rows if changing) - began
    what = f"{options.workers} workers, {replicas} replica{'s' * (replicas > 1)}"
    run = Run(what, sum(kinds), seconds, [waited for *_, waited in rows])
    print(run)
    return run


def work(
    folder: Path,
    urls: tuple[str, ...],
    todo: "mp.Queue[bool | None]",
    done: "mp.Queue[tuple[bool, float, float]]",
) -> None:
    """One worker: a task after the other, until there is none. Tells when each was done, and how
    long it waited."""
    tenancy = Tenancy(Leases(FolderBoard(folder)), Marks(folder / "marks"), "never")
    entry = Entry("counter", urls)
    with httpx.Client(timeout=60) as client:
        while (changing := todo.get()) is not None:
            spent: dict[str, float] = {}
            visit = Visit(task(changing), "", [entry], 600, spent=spent.__setitem__)
            with tenancy.stay(visit) as places:
                for path in ("begin", "end") if changing else ("look",):
                    client.get(f"{places['counter']}/{path}").raise_for_status()
                ended = perf_counter()
            done.put((changing, ended, spent["wait"]))


def task(changing: bool) -> Task:
    return Task(
        key="counter/0",
        name="counter-0",
        benchmark="counter",
        kind="action",
        intent=INTENTS[changing],
        sites=("counter",),
        start_urls=("__COUNTER__",),
    )


def pytests(options: argparse.Namespace, kinds: Sequence[bool]) -> None:
    """A real run; fails when a task was disturbed or lost."""
    with serving(1, options.seconds) as (site,), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "agents").mkdir()
        (folder / "agents/mine.py").write_text(AGENT)
        (folder / "sites.yaml").write_text(
            f"sites:\n  reddit: {{url: '{site.url}', login: false}}\n"
        )
        tasks = [entry(number, changing) for number, changing in enumerate(kinds)]
        (folder / "tasks.json").write_text(json.dumps(tasks))
        began = perf_counter()
        command = (sys.executable, "-m", "pytest", "tasks.json", "--agent=mine", "-q", "--tb=short")
        ran = subprocess.run(
            (*command, "-n", str(options.workers)), cwd=folder, stdout=subprocess.PIPE, text=True
        )
        seconds = perf_counter() - began
        records = [record for path in folder.glob("reports/*/*.jsonl") for record in read(path)]
        if ran.returncode or len(records) != len(kinds):
            raise SystemExit(f"{len(records)} of {len(kinds)} tasks were run:\n{ran.stdout}")
        undisturbed([site], kinds)
        waits = [record.seconds.get("wait", 0.0) for record in records]
        print(Run(f"pytest -n {options.workers}, 1 replica", sum(kinds), seconds, waits))


def entry(number: int, changing: bool) -> dict[str, object]:
    path = "end" if changing else "look"
    return {
        "sites": ["reddit"],
        "task_id": number,
        "start_url": "__REDDIT__",
        "require_login": False,
        "intent": INTENTS[changing],
        "eval": {
            "eval_types": ["url_match"],
            "reference_url": f"__REDDIT__/{path}",
            "url_note": "EXACT",
        },
    }


def undisturbed(sites: Sequence[Site], kinds: Sequence[bool]) -> None:
    """By the log of the sites: nothing was lost, and nobody was there at the wrong time."""
    log = [path for site in sites for path in site.log]
    counts = log.count("/begin"), log.count("/end"), log.count("/look")
    trouble = [each for site in sites for each in site.trouble]
    number = sum(site.number for site in sites)
    if trouble or number != sum(kinds) or counts != (number, number, len(kinds) - number):
        raise SystemExit(f"disturbed: {trouble[:5]}, begun, ended, looked: {counts}, now {number}")


@contextmanager
def serving(replicas: int, seconds: float) -> Iterator[list[Site]]:
    with ExitStack() as stack:
        yield [stack.enter_context(_serving(Site(seconds))) for _ in range(replicas)]


@contextmanager
def _serving(site: Site) -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = f"<!doctype html><title>Counter</title><p>{site.ask(self.path)}</p>".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main())
