"""The folder of the pages: ``index.html`` and beside it all that it reads when it is looked at."""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from pytest_vwa.core.record import Record
from pytest_vwa.video import kept

from .detail import address, detail, tutorial
from .overview import overview
from .page import render
from .rows import rows

BESIDE = "index_files"


def write(records: Sequence[Record], folder: Path, homes: Mapping[str, Path] | None = None) -> Path:
    """Write the pages about these runs, and return the path of the first.

    ``homes`` are the folders in which the runs left their pictures; of a run that it does not name
    it is ``folder`` itself, where there is no other run, else the one beside it that is called as
    the run is. What stood there before is replaced when all is written. Raises OSError.
    """
    places = _homes(records, folder, homes or {})
    listed, first_page = rows(records), render(overview(records))
    folder.mkdir(parents=True, exist_ok=True)
    with _replacing(folder / BESIDE) as beside:
        static = files(__package__) / "static"
        for file in static.iterdir():
            (beside / file.name).write_bytes(file.read_bytes())
        _tell(beside / "runs.js", "runs", "", listed)
        (beside / "run").mkdir()
        for record, row in zip(records, listed, strict=True):
            pictures = _pictures(record, places[record.run], folder)
            _tell(beside / "run" / f"{row['id']}.js", "run", row["id"], detail(record, pictures))
        _tutorials(records, places, folder, beside)
    return _replace(folder / "index.html", first_page)


def _homes(records: Sequence[Record], folder: Path, homes: Mapping[str, Path]) -> dict[str, Path]:
    runs = {record.run for record in records}
    usual = {run: folder if len(runs) == 1 else folder.parent / run for run in runs}
    return usual | {folder.name: folder} | dict(homes)


def _pictures(record: Record, home: Path, page: Path) -> str:
    return address(home / record.artifacts, page) if record.artifacts else ""


def _tutorials(
    records: Sequence[Record], homes: Mapping[str, Path], page: Path, beside: Path
) -> None:
    """Each once, however many runs watched it; the page knows it by its number."""
    seen: dict[str, dict[str, Any] | None] = {}
    for record in records:
        if record.video and not seen.get(record.video):
            seen[record.video] = _kept(record, homes, page)
    (beside / "video").mkdir()
    for number, (name, found) in enumerate(seen.items()):
        if found:
            _tell(beside / "video" / f"{number}.js", "video", name, found)
    numbers = {name: number for number, (name, found) in enumerate(seen.items()) if found}
    _tell(beside / "videos.js", "videos", "", numbers)


def _kept(record: Record, homes: Mapping[str, Path], page: Path) -> dict[str, Any] | None:
    """A run that was judged again has it where it first ran."""
    home = homes[record.run]
    for place in (home, home.parent / record.rescored_from):
        if found := kept.read(place, record.video):
            return tutorial(found, address(kept.folder(place, record.video), page))
    return None


def _tell(path: Path, kind: str, name: str, content: object) -> None:
    """A script and not a JSON file: pages from disk may load nothing else."""
    told = json.dumps(content, separators=(",", ":"))
    path.write_text(f"vwa.take({json.dumps(kind)},{json.dumps(name)},{told});\n", encoding="utf-8")


def _replace(path: Path, text: str) -> Path:
    unfinished = path.with_name(f".{path.name}.part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        return unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _replacing(place: Path) -> Iterator[Path]:
    """An empty folder that takes the place's name when it is filled."""
    unfinished = Path(mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        yield unfinished
        unfinished.chmod(0o755)
        old = Path(mkdtemp(prefix=f".{place.name}.", dir=place.parent))
        if place.exists():
            place.replace(old)
        unfinished.rename(place)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
