"""What sixty frames of a screen recording cost, ready for a prompt as base64.

    python benchmarks/video.py [--runs 5] [VIDEO]

Beside each other in every turn, each in a process of its own: decoding all of the video with OpenCV
and encoding sixty pictures as PNG; our frames, uniform and by scene; and our frames a second time,
from the cache. Prints medians of seconds and of processor seconds, the median of the ratios to
OpenCV of the same turn, and the highest peak of memory. Imports are not counted.

A turn usually takes about a minute, so five take five; beside other work several times as long, and
the first start draws the recording before, for some minutes. Each turn is told on stderr as it
ends, and Ctrl-C prints the table of those that did.

Exits with 1 when ours take more than a third of OpenCV's time or 400 MB, or the cache 100 ms; with
130 after Ctrl-C.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import screencast
from rich.console import Console
from rich.table import Table

FRAMES = 60
BASE = "OpenCV, PNG"
INTERRUPTED = 130
MOST_SHARE, MOST_MB, MOST_CACHED_MS = 1 / 3, 400, 100


@dataclass(frozen=True)
class Cost:
    seconds: float
    processor: float
    peak_mb: float
    prompt_mb: float


Costs = dict[str, list[Cost]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--job", choices=JOBS, help=argparse.SUPPRESS)
    parser.add_argument("--cache", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("video", type=Path, nargs="?")
    given = parser.parse_args()
    video = given.video or screencast.recording()
    if given.job:
        print(json.dumps(vars(JOBS[given.job](video, given.cache))))
        return
    turns: list[dict[str, Cost]] = []
    with suppress(KeyboardInterrupt):
        while len(turns) < given.runs:
            turns.append(_turn(video))
            took = sum(cost.seconds for cost in turns[-1].values())
            print(f"turn {len(turns)} of {given.runs}: {took:.1f} s", file=sys.stderr, flush=True)
    faults = _report(video, turns) if turns else []
    sys.exit(bool(faults) if len(turns) == given.runs else INTERRUPTED)


def _report(video: Path, turns: Sequence[Mapping[str, Cost]]) -> list[str]:
    """Prints it; what is beyond the limits."""
    costs: Costs = {job: [turn[job] for turn in turns] for job in JOBS}
    console = Console(width=100)
    console.print(_table(f"{video.name}: {FRAMES} frames, turns: {len(turns)}", costs))
    faults = _faults(costs)
    console.print("\n".join(faults) or "within the limits")
    return faults


def _turn(video: Path) -> dict[str, Cost]:
    with TemporaryDirectory() as cache:
        return {job: _alone(job, video, cache) for job in JOBS}


def _alone(job: str, video: Path, cache: str) -> Cost:
    """In a process of its own, whose peak of memory is then the job's. Ctrl-C does not reach it: it
    is ended from here, without a traceback."""
    command = [sys.executable, __file__, f"--job={job}", f"--cache={cache}", str(video)]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    return Cost(**json.loads(done.stdout))


def _opencv(video: Path, cache: Path) -> Cost:
    from base64 import b64encode

    import cv2

    def job() -> list[str]:
        capture = cv2.VideoCapture(str(video))
        count = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        wanted = {index * count // FRAMES for index in range(FRAMES)}
        urls = []
        for index in range(count):
            _, picture = capture.read()
            if index in wanted:
                encoded = cv2.imencode(".png", picture)[1].tobytes()
                urls.append(f"data:image/png;base64,{b64encode(encoded).decode()}")
        return urls

    return _measured(job)


def _uniform(video: Path, cache: Path) -> Cost:
    from pytest_vwa.cache import Cache
    from pytest_vwa.llm.demo import DemoModel
    from pytest_vwa.video.context import VideoContext

    def job() -> list[str]:
        context = VideoContext(video, DemoModel(), Cache(cache))
        return [frame.image.url for frame in context.frames()]

    return _measured(job)


def _scene(video: Path, cache: Path) -> Cost:
    from pytest_vwa.video.frames import sample
    from pytest_vwa.video.sampling import Sampling

    how = Sampling(FRAMES, "scene")
    return _measured(lambda: [frame.image.url for frame in sample(video, how)])


def _measured(job: Callable[[], list[str]]) -> Cost:
    for module in ("av", "simplejpeg", "zipfile"):
        import_module(module)
    started, worked = perf_counter(), process_time()
    urls = job()
    seconds, processor = perf_counter() - started, process_time() - worked
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    return Cost(seconds, processor, peak, sum(map(len, urls)) / 1e6)


JOBS: dict[str, Callable[[Path, Path], Cost]] = {
    BASE: _opencv,
    "ours, uniform": _uniform,
    "ours, from the cache": _uniform,
    "ours, scene": _scene,
}


def _table(title: str, costs: Costs) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("", no_wrap=True)
    for name in ("median s", "x OpenCV", "CPU s", "x OpenCV", "peak MB", "base64 MB"):
        table.add_column(name, justify="right")
    for job, each in costs.items():
        table.add_row(
            job,
            f"{median(cost.seconds for cost in each):.3f}",
            f"{_share(costs, job, lambda cost: cost.seconds):.3f}",
            f"{median(cost.processor for cost in each):.3f}",
            f"{_share(costs, job, lambda cost: cost.processor):.3f}",
            f"{max(cost.peak_mb for cost in each):.0f}",
            f"{each[0].prompt_mb:.1f}",
        )
    return table


def _share(costs: Costs, job: str, part: Callable[[Cost], float]) -> float:
    """The median of the ratios to OpenCV, each of the same turn."""
    pairs = zip(costs[job], costs[BASE], strict=True)
    return median(part(own) / part(base) for own, base in pairs)


def _faults(costs: Costs) -> list[str]:
    share = _share(costs, "ours, uniform", lambda cost: cost.seconds)
    peak = max(cost.peak_mb for cost in costs["ours, uniform"])
    cached = 1000 * median(cost.seconds for cost in costs["ours, from the cache"])
    told = {
        f"{share:.2f} of OpenCV's time, more than a third": share > MOST_SHARE,
        f"a peak of {peak:.0f} MB, more than {MOST_MB}": peak > MOST_MB,
        f"{cached:.0f} ms from the cache, more than {MOST_CACHED_MS}": cached > MOST_CACHED_MS,
    }
    return [fault for fault, holds in told.items() if holds]


if __name__ == "__main__":
    main()
