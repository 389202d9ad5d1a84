"""One table of options; each row is a command-line flag, its ini twin and maybe a variable."""

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from .core.observation import OBSERVATION_KINDS, ObservationKind
from .core.task import Viewport
from .core.verdict import PROFILES, Profile
from .llm.cassette import MODES, Cassette
from .registry import hint

if TYPE_CHECKING:
    from .dialects.overlay import Overlay
    from .registry import Registry

_SIZE = re.compile(r"([1-9]\d{2,3})\s*[xX]\s*([1-9]\d{2,3})")


@dataclass(frozen=True)
class Row:
    """``--vwa-NAME`` and ini ``vwa_NAME``; ``read`` turns the text into the setting's value. A
    ``switch`` is given without one."""

    name: str
    help: str
    read: Callable[[str], Any] = str
    default: str = ""
    env: str = ""
    many: bool = False
    switch: bool = False

    @property
    def flag(self) -> str:
        return f"--vwa-{self.name}"

    @property
    def dest(self) -> str:
        return f"vwa_{self.name.replace('-', '_')}"


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("expected a whole number of at least 1")
    return number


def _at_least_zero(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError("expected a whole number of at least 0")
    return number


def _seconds(text: str) -> float:
    number = _amount(text)
    if not number:
        raise ValueError("expected a number of seconds above 0")
    return number


def _count(text: str) -> int | None:
    return _at_least_one(text) if text else None


def _amount(text: str) -> float | None:
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise ValueError("expected a number of at least 0")
    return number


def _price(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    prices = [_amount(part) for part in text.split(",") if part.strip()]
    match prices:
        case [float(asked), float(said)]:
            return asked, said
    raise ValueError("expected two prices, IN,OUT in USD per million tokens, such as 2.5,10")


def _observation_kind(text: str) -> str:
    if text not in OBSERVATION_KINDS:
        raise ValueError(f"no such kind of observation{hint(text, OBSERVATION_KINDS)}")
    return text


def _size(text: str) -> Viewport | None:
    if not text:
        return None
    written = _SIZE.fullmatch(text.strip())
    if written is None:
        raise ValueError("expected WIDTHxHEIGHT in pixels, 100 to 9999 each, such as 1280x720")
    return Viewport(int(written[1]), int(written[2]))


def _cassette(text: str) -> Cassette | None:
    if not text:
        return None
    mode, _, folder = text.partition(":")
    for known in MODES:
        if mode == known and folder:
            return Cassette(known, Path(folder))
    raise ValueError("expected record:DIR, replay:DIR or auto:DIR")


def _parsing(text: str) -> str:
    if text not in ("lenient", "reference"):
        raise ValueError("expected lenient or reference")
    return text


def _profile(text: str) -> Profile:
    for profile in PROFILES:
        if text == profile:
            return profile
    raise ValueError(f"unknown profile{hint(text, PROFILES)}")


OPTIONS = (
    Row("agent", "agent under test: a name, agents/NAME.py, pkg.mod:Class or path.py:Class; "
        "given several times, every task runs once per agent", many=True),
    Row("model", "the agent's model: any litellm id (gpt-4o, gemini/gemini-1.5-pro, ...) or the "
        "built-in stand-in 'demo'"),
    Row("base-url", "address of an OpenAI-compatible endpoint for the model", env="VWA_BASE_URL"),
    Row("timeout", "seconds to wait for a model's answer", _seconds, "120"),
    Row("retries", "further attempts at a call that failed for a passing reason", _at_least_zero,
        "4"),
    Row("requests-per-minute", "calls of models by all workers together; 0 for no limit", _amount,
        "0"),
    Row("concurrency", "calls of models at a time by all workers together; 0 for no limit",
        _at_least_zero, "0"),
    Row("budget-usd", "US dollars that models may cost in this run; tasks it does not suffice for "
        "are skipped", _amount),
    Row("price", "IN,OUT: USD per million tokens of a model whose price is not known", _price),
    Row("max-tokens", "tokens a model's reply may have", _count),
    Row("context-window", "tokens that a model takes, prompt and reply together, where the price "
        "list does not say or says too much", _count),
    Row("cassette", "record:DIR keeps what models and speech engines reply, replay:DIR runs from "
        "that alone, auto:DIR asks for what is not there", _cassette),
    Row("judge-model", "model that grades what rules cannot; without one such tasks are skipped"),
    Row("observation", "what the agent sees of a page: som (marked picture and text), axtree, html "
        "or screenshot", _observation_kind, "som"),
    Row("observation-limit", "characters of a page's text, cut at a line's end; 0 for no limit",
        _at_least_zero, "0"),
    Row("viewport", "size of the pages as WIDTHxHEIGHT, such as 1280x720, instead of the task's",
        _size),
    Row("parsing", "how the agent's replies are read: lenient, or exactly as the published parser "
        "does: reference", _parsing, "lenient"),
    Row("max-steps", "steps an agent may take in one task", _at_least_one, "30"),
    Row("max-frames", "frames taken from a tutorial video", _at_least_one, "60"),
    Row("video-dir", "folder with tutorial videos, beside the arena's own", Path, many=True),
    Row("report-dir", "where runs are written", Path, "reports"),
    Row("cache-dir", "where frames, summaries and the like are kept", Path, ".vwa_cache"),
    Row("profile", "how is scored: 'reference' as published, 'strict' with known defects mended; "
        "both are computed, this one decides", _profile, "reference"),
    Row("overlay", "YAML file of mends to task files; 'none' leaves out the one that comes along",
        many=True),
    Row("lint", "say what is wrong with the task files instead of running them", switch=True),
    Row("validate", "run the trivial agents and the reference agent instead of --agent, and say "
        "which tasks pass for free and which cannot be won", switch=True),
    Row("rescore", "judge a finished run again from its stored evidence, with no agent, browser or "
        "site: its name in the report folder, its folder or its journal"),
    Row("gate", "rule that decides the exit code, such as 'errors == 0' or 'final >= 0.12'",
        many=True),
)  # fmt: skip


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
    observation: ObservationKind
    observation_limit: int
    viewport: Viewport | None
    parsing: str
    max_steps: int
    max_frames: int
    video_dir: tuple[Path, ...]
    report_dir: Path
    cache_dir: Path
    profile: Profile
    gate: tuple[str, ...]
    overlay: tuple[str, ...]
    lint: bool
    validate: bool
    rescore: str
    run: str
    here: Path


SETTINGS = pytest.StashKey[Settings]()
REGISTRY: "pytest.StashKey[Registry]" = pytest.StashKey()
OVERLAYS: "pytest.StashKey[Sequence[Overlay]]" = pytest.StashKey()


def add(parser: pytest.Parser) -> None:
    """Declare every row; ``--agent`` is an alias where no other plugin has taken it."""
    group = parser.getgroup("vwa", "web-agent benchmarks (pytest-vwa)")
    for row in OPTIONS:
        if row.switch:
            group.addoption(row.flag, dest=row.dest, action="store_true", help=_help(row))
            parser.addini(row.dest, row.help, "bool")
            continue
        alias = ["--agent"] if row.name == "agent" and not _taken(parser, "--agent") else []
        group.addoption(
            *alias,
            row.flag,
            dest=row.dest,
            action="append" if row.many else "store",
            metavar=row.name.rpartition("-")[2].upper(),
            help=_help(row),
        )
        kind: Literal["linelist", "string"] = "linelist" if row.many else "string"
        parser.addini(row.dest, row.help, kind)


def _help(row: Row) -> str:
    default = f" (default: {row.default})" if row.default else ""
    variable = f" [${row.env}]" if row.env else ""
    return (row.help + default + variable).replace("%", "%%")


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
    if cassette := values["cassette"]:
        values["cassette"] = replace(cassette, folder=here / cassette.folder)
    values["video_dir"] = tuple(here / folder for folder in values["video_dir"])
    return Settings(run=run, here=here, **values)


def _value(config: pytest.Config, row: Row) -> Any:
    given = config.getoption(row.dest, default=None)
    if row.switch:
        return bool(given or config.getini(row.dest))
    text = given or os.environ.get(row.env, "") or config.getini(row.dest) or row.default
    try:
        return tuple(row.read(one) for one in text) if row.many else row.read(text)
    except ValueError as error:
        raise pytest.UsageError(f"{row.flag} (ini {row.dest}): {error}, got {text!r}") from error
