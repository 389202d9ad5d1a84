"""What Allure wants to know of a whole run: its categories, and the environment it ran in."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pytest_vwa.core.errors import Broken
from pytest_vwa.core.record import Record
from pytest_vwa.core.trajectory import StopReason
from pytest_vwa.whole import write_whole

from . import allure_left


class AllureFolder:
    """The pytest plugin that writes ``categories.json`` and ``environment.properties`` beside the
    results; register it where reports arrive. Without a record it writes nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._facts: dict[str, set[str]] = {}
        self._names: dict[str, dict[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "vwa_allure"):
            self._names[report.nodeid] = report.vwa_allure
        if hasattr(report, "vwa"):
            record = Record.model_validate(report.vwa)
            for name, value in facts(record):
                self._facts.setdefault(name, set()).add(value)
            names = self._names.pop(report.nodeid, None)
            if names and report.when != "teardown":  # its worker died
                allure_left.write(self._folder, record, names)

    def pytest_sessionfinish(self) -> None:
        if self._facts:
            told = {name: ", ".join(sorted(values)) for name, values in self._facts.items()}
            write_whole(self._folder / "environment.properties", properties(told.items()))
            made = json.dumps(categories(), indent=1)
            write_whole(self._folder / "categories.json", made.encode())


def facts(record: Record) -> Iterable[tuple[str, str]]:
    """What runs have in common, name by name; runs that differ are told side by side."""
    told = {"benchmark": record.benchmark, "agent": record.agent, "model": record.model}
    told |= {"scoring profile": record.profile} | record.versions
    return [(name, value) for name, value in told.items() if value]


def categories() -> list[dict[str, Any]]:
    """Lost tasks by how they ended, broken ones by what broke; each run is in one of them."""
    stops = [stop for stop in StopReason if stop is not StopReason.ANSWERED]
    ended = "|".join(stops)
    kinds = {error.__name__: error.kind for error in Broken.__subclasses__()}
    known = "|".join(kinds)
    return [
        *(_category(f"Lost: {stop}", "failed", f"(?s).*ended by {stop}.*") for stop in stops),
        _category("Lost: not as the task asks", "failed", f"(?s)(?!.*ended by ({ended})).*"),
        *(
            _category(f"Broken: {kind}", "broken", rf"(?s)(\w+\.)*{error}\b.*")
            for error, kind in kinds.items()
        ),
        _category("Broken: harness", "broken", rf"(?s)(?!(\w+\.)*({known})\b).*"),
        _category("Skipped: something is not here", "skipped", "(?s).*"),
    ]


def _category(name: str, status: str, message: str) -> dict[str, Any]:
    return {"name": name, "matchedStatuses": [status], "messageRegex": message}


def properties(told: Iterable[tuple[str, str]]) -> bytes:
    """As Java reads properties: keys without spaces, everything but ASCII escaped."""
    lines = [f"{name.replace(' ', '_')}={_escaped(value)}\n" for name, value in told]
    return "".join(lines).encode("ascii")


def _escaped(value: str) -> str:
    kept = " ".join(value.split()).replace("\\", "\\\\")
    units = kept.encode("utf-16-be")
    codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
    return "".join(chr(code) if code < 128 else f"\\u{code:04x}" for code in codes)
