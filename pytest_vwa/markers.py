"""The markers of tasks, registered so that ``-m`` and ``--strict-markers`` know them."""

from collections.abc import Iterable, Iterator

import pytest

from .core.site import SITE_NAMES
from .core.taxonomy import BENCHMARKS, CATEGORIES, DIFFICULTIES, KINDS

VIDEO = "vwa_video"


def lines() -> Iterator[str]:
    """``name: what it means``, as pytest's ``markers`` ini wants them."""
    for name in BENCHMARKS:
        yield f"{name}: a task of this benchmark"
    for name in KINDS:
        yield f"{name}: a task of this kind"
    yield "question: the question about the video of a factual task"
    for name in SITE_NAMES:
        yield f"{name}: a task on this site"
    for name in CATEGORIES:
        yield f"{name}: a task of this category of video understanding"
    for name in DIFFICULTIES:
        yield f"{name}: how hard it is for an agent"
        yield f"video_{name}: how hard a question is to answer from the video"
    yield f"{VIDEO}(name, intent): the tutorial that a test of your own gets as `video`"


def register_benchmarks(config: pytest.Config, names: set[str]) -> None:
    """A task file may name a benchmark of its own; that is then a marker too."""
    for name in sorted(names.difference(BENCHMARKS)):
        config.addinivalue_line("markers", f"{name}: a task of this benchmark")


def register_sites(config: pytest.Config, names: Iterable[str]) -> None:
    """Those of the user's own file are markers too."""
    for name in names:
        if name not in SITE_NAMES:
            config.addinivalue_line("markers", f"{name}: a task on this site")


def register(config: pytest.Config) -> None:
    for line in lines():
        config.addinivalue_line("markers", line)
