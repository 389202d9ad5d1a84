"""Replies kept by what was asked, so that a run can be had again without asking.

Safe for several processes: files are written to a temporary name and renamed.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import ModelError
from pytest_vwa.whole import write_whole

from . import miss, sheet
from .cassette import Cassette
from .look import alike
from .redaction import without_keys
from .request import Request

if TYPE_CHECKING:
    from filelock import BaseFileLock


def play(cassette: Cassette, request: Request, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The reply, JSON-able, as it is kept.

    Raises ModelError for a request that is not there in replay, and for a damaged file.
    """
    folder = cassette.folder / request.kind
    if cassette.mode == "replay":
        if path := _find(folder, request):
            return _told(path)
        raise ModelError(miss.explain(request, cassette.folder))
    with _alone(cassette, request):
        path = _find(folder, request)
        if path and (cassette.mode == "auto" or _mark(cassette, path).exists()):
            return _told(path)
        path = path or folder / _file(request)
        kept = _keep(path, request, ask())
        _mark(cassette, path).touch()
        return kept


def _told(path: Path) -> dict[str, Any]:
    reply: dict[str, Any] = sheet.read(path)["reply"]
    return reply


def _alone(cassette: Cassette, request: Request) -> "BaseFileLock":
    """Tests of one run that ask the very same have the same reply: the first asks, others wait."""
    from filelock import FileLock

    cassette.run.mkdir(parents=True, exist_ok=True)
    return FileLock(cassette.run / f"{request.kind}-{request.words}.lock")


def _mark(cassette: Cassette, path: Path) -> Path:
    """Is there once this run has asked."""
    return cassette.run / f"{path.parent.name}-{path.stem}"


def _file(request: Request) -> str:
    return f"{request.name}.yaml"


def _find(folder: Path, request: Request) -> Path | None:
    """The file of this very request, else of one whose pictures look the same."""
    if (path := folder / _file(request)).exists():
        return path
    near = sorted(folder.glob(f"{request.words}-*.yaml")) if request.pictures else ()
    return next((each for each in near if _looks(each, request)), None)


def _looks(path: Path, request: Request) -> bool:
    looks = sheet.read(path).get("looks") or []
    return len(looks) == len(request.looks) and all(map(alike, looks, request.looks))


def _keep(path: Path, request: Request, reply: dict[str, Any]) -> dict[str, Any]:
    """Write it, and give back what was written: so the recorded run sees what replays see."""
    kept: dict[str, Any] = {"request": request.document, "reply": reply}
    if request.pictures:
        kept["looks"] = request.looks
    if path.name != _file(request):  # it looks the same, and stays what it was
        kept = {**sheet.read(path), "reply": reply}
    text = without_keys(sheet.dump(kept))
    write_whole(path, text.encode())
    written: dict[str, Any] = sheet.parse(text)["reply"]
    return written
