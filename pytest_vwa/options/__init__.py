"""What the command line, the ini file and the environment say, as frozen settings."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from pytest_vwa.core.observation import ObservationKind
from pytest_vwa.core.site import When
from pytest_vwa.core.task import Viewport
from pytest_vwa.core.verdict import Profile
from pytest_vwa.llm.cassette import Cassette
from pytest_vwa.video.sampling import Strategy

from .table import OPTIONS as OPTIONS
from .table import SECTIONS as SECTIONS
from .table import Row

if TYPE_CHECKING:
    from pytest_vwa.dialects.overlay import Overlay
    from pytest_vwa.registry import Registry
    from pytest_vwa.sites.catalog import Catalog


@dataclass(frozen=True)
class Settings:
    """What the options say, read once. Folders are absolute."""

    agent: tuple[str, ...]
    model: str
    base_url: str = field(repr=False)  # it may hold a password
    timeout: float
    retries: int
    requests_per_minute: float
    concurrency: int
    budget_usd: float | None
    price: tuple[float, float] | None
    max_tokens: int | None
    context_window: int | None
    cassette: Cassette | None
    judge_model: str
    prompt: str
    observation: ObservationKind
    observation_limit: int
    viewport: Viewport | None
    parsing: str
    max_steps: int
    agent_timeout: int
    max_frames: int
    frame_strategy: Strategy
    frame_edge: int
    frame_quality: int
    video_dir: tuple[Path, ...]
    videos: Path | None
    asr: str
    report_dir: Path
    cache_dir: Path
    html: bool
    export: tuple[Path, ...]
    markdown: Path | None
    sites: Path | None
    sites_check: bool
    leases: Path | str = field(repr=False)  # it may hold a password
    lease_timeout: float
    reset: When
    profile: Profile
    trials: int
    sample: int | None
    seed: int
    gate: tuple[str, ...]
    must_pass: tuple[str, ...]
    baseline: Path | None
    update_baseline: bool
    resume: str
    shard: tuple[int, int] | None
    overlay: tuple[str, ...]
    lint: bool
    validate: bool
    rescore: str
    run: str
    here: Path

    @property
    def gated(self) -> bool:
        """Whether a gate decides the exit code."""
        return bool(self.gate or self.must_pass or self.baseline or self.update_baseline)


SETTINGS = pytest.StashKey[Settings]()
REGISTRY: "pytest.StashKey[Registry]" = pytest.StashKey()
OVERLAYS: "pytest.StashKey[Sequence[Overlay]]" = pytest.StashKey()
CATALOG: "pytest.StashKey[Catalog]" = pytest.StashKey()
"""The real sites."""


def add(parser: pytest.Parser) -> None:
    """Declare every row; ``--agent`` is an alias where no other plugin has taken it."""
    for section, rows in SECTIONS.items():
        group = parser.getgroup(f"vwa {section}", f"web-agent benchmarks (pytest-vwa): {section}")
        for row in rows:
            _add(row, parser, group)


def _add(row: Row, parser: pytest.Parser, group: pytest.OptionGroup) -> None:
    if row.switch:
        group.addoption(row.flag, dest=row.dest, action="store_true", help=_help(row))
        parser.addini(row.dest, f"as {row.flag}", "bool")
        return
    alias = ["--agent"] if row.name == "agent" and not _taken(parser, "--agent") else []
    group.addoption(
        *alias,
        row.flag,
        dest=row.dest,
        action="append" if row.many else "store",
        **({"nargs": "?", "const": row.bare} if row.bare else {}),
        metavar=row.takes or row.name.rpartition("-")[2].upper(),
        help=_help(row),
    )
    kind: Literal["linelist", "string"] = "linelist" if row.many else "string"
    parser.addini(row.dest, f"as {row.flag}", kind)


def _help(row: Row) -> str:
    again = "; may be repeated" if row.many else ""
    default = f" (default: {row.default})" if row.default else ""
    variable = f" [${row.env}]" if row.env else ""
    return (row.help + again + default + variable).replace("%", "%%")


def _taken(parser: pytest.Parser, flag: str) -> bool:
    try:
        _, unknown = parser.parse_known_and_unknown_args([f"{flag}=x"])
    except (pytest.UsageError, SystemExit):
        return True
    return not unknown


def read(config: pytest.Config, run: str) -> Settings:
    """Command line before variable before ini before default; UsageError names the bad one."""
    values = {row.dest.removeprefix("vwa_"): _value(config, row) for row in OPTIONS}
    # Folders are meant from where the user is: pytest's rootdir moves with the task files.
    here = config.invocation_params.dir
    for name in ("report_dir", "cache_dir"):
        values[name] = here / values[name]
    if values["cassette"]:
        mode, folder = values["cassette"]
        values["cassette"] = Cassette(mode, here / folder, values["report_dir"] / run / ".taped")
    values["baseline"] = values["baseline"] and here / values["baseline"]
    values["video_dir"] = tuple(here / folder for folder in values["video_dir"])
    values["export"] = tuple(here / file for file in values["export"])
    values["markdown"] = here / values["markdown"] if values["markdown"] else None
    values["videos"] = _listing(here, "videos", values["videos"], "videos.toml")
    values["sites"] = _listing(here, "sites", values["sites"], "sites.yaml")
    if isinstance(values["leases"], Path):
        values["leases"] = here / values["leases"]
    return Settings(run=run, here=here, **values)


def _listing(here: Path, option: str, named: Path | None, usual: str) -> Path | None:
    """The file that is named, else the usual one where there is one."""
    path = here / (named or usual)
    if named and not path.is_file():
        raise pytest.UsageError(f"--vwa-{option} (ini vwa_{option}): no such file: {path}")
    return path if path.is_file() else None


def _value(config: pytest.Config, row: Row) -> Any:
    given = config.getoption(row.dest, default=None)
    if row.switch:
        return bool(given or config.getini(row.dest))
    text = given or os.environ.get(row.env, "") or config.getini(row.dest) or row.default
    try:
        return tuple(row.read(one) for one in text) if row.many else row.read(text)
    except ValueError as error:
        raise pytest.UsageError(f"{row.flag} (ini {row.dest}): {error}, got {text!r}") from error
