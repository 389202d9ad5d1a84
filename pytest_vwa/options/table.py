"""One table of options; each row is a command-line flag, its ini twin and maybe a variable."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import values


@dataclass(frozen=True)
class Row:
    """``--vwa-NAME`` and ini ``vwa_NAME``; ``read`` turns the text into the setting's value. A
    ``switch`` is given without one, and ``bare`` is the value of a flag that may be; ``takes`` is
    how ``--help`` calls it."""

    name: str
    help: str
    read: Callable[[str], Any] = str
    default: str = ""
    env: str = ""
    many: bool = False
    switch: bool = False
    takes: str = ""
    bare: str = ""

    @property
    def flag(self) -> str:
        return f"--vwa-{self.name}"

    @property
    def dest(self) -> str:
        return f"vwa_{self.name.replace('-', '_')}"


_AGENT_AND_MODEL = (
    Row("agent", "agent under test: a name, agents/NAME.py, pkg.mod:Class or path.py:Class; of "
        "several each runs every task; without one tasks are skipped", many=True),
    Row("model", "the agent's model: any litellm id (gpt-4o, gemini/gemini-1.5-pro, ...) or the "
        "built-in stand-in demo", takes="NAME"),
    Row("base-url", "address of an OpenAI-compatible endpoint for the models", values.address,
        env="VWA_BASE_URL"),
    Row("prompt", "what chatting agents tell the model: a built-in name, a YAML file, or a "
        "published JSON prompt file", default="default", takes="NAME|FILE"),
)  # fmt: skip

_COST_AND_LIMITS = (
    Row("budget-usd", "US dollars that models may cost in this run; tasks it does not suffice for "
        "are skipped", values.amount),
    Row("price", "USD per million tokens of prompt and of reply, for models whose price is not "
        "known", values.price, takes="IN,OUT"),
    Row("max-tokens", "tokens a model's reply may have", values.count),
    Row("context-window", "tokens that a model takes, prompt and reply together, where the price "
        "list does not say or says too much", values.count, takes="TOKENS"),
    Row("timeout", "how long a model's answer may keep silent, at each attempt; the whole may take "
        "5 times as long", values.seconds, "120", takes="SECONDS"),
    Row("retries", "further attempts at a call that failed for a passing reason",
        values.at_least_zero, "4", takes="TIMES"),
    Row("requests-per-minute", "calls of models by all workers together; 0 for no limit",
        values.amount, "0", takes="CALLS"),
    Row("concurrency", "calls of models at a time by all workers together; 0 for no limit",
        values.at_least_zero, "0", takes="CALLS"),
    Row("cassette", "record:DIR keeps what models and speech engines reply, replay:DIR runs from "
        "that alone, auto:DIR asks for what is not there", values.cassette, takes="MODE:DIR"),
)  # fmt: skip

_VIDEO = (
    Row("video-dir", "folder with tutorial videos, beside the arena's own", Path, many=True),
    Row("videos", "TOML file of tutorial videos to download when they are needed (default: "
        "videos.toml, where there is one)", values.path, takes="FILE"),
    Row("max-frames", "most frames taken from a video", values.at_least_one, "60"),
    Row("frame-strategy", "which frames: uniform (at equal distances) or scene (those that differ "
        "most)", values.strategy, "uniform"),
    Row("frame-edge", "longest edge of a frame", values.at_least_one, "768", takes="PIXELS"),
    Row("frame-quality", "JPEG quality of a frame, 1 to 95", values.quality, "75"),
    Row("asr", "speech engine for videos without subtitles: whisper, faster-whisper, api or none; "
        "with a model as in faster-whisper:base, whisper:checkpoint.pt or api:whisper-1",
        default="none", takes="ENGINE"),
)  # fmt: skip

_BROWSER = (
    Row("observation", "what the agent sees of a page: som (marked picture and text), axtree, html "
        "or screenshot", values.observation_kind, "som", takes="KIND"),
    Row("observation-limit", "characters of a page's text, cut at a line's end; 0 for no limit",
        values.at_least_zero, "0", takes="CHARACTERS"),
    Row("viewport", "size of the pages in pixels, such as 1280x720, instead of the task's",
        values.size, takes="WIDTHxHEIGHT"),
    Row("parsing", "how the agent's replies are read: lenient, or reference: exactly as the "
        "published parser does", values.parsing, "lenient", takes="HOW"),
    Row("max-steps", "steps an agent may take in one task", values.at_least_one, "30"),
    Row("agent-timeout", "how long an agent that drives the browser by itself may take for one "
        "task", values.at_least_one, "600", takes="SECONDS"),
)  # fmt: skip

_SITES = (
    Row(
        "sites",
        "YAML file of sites: addresses, replicas, accounts, log-in, reset (default: "
        "sites.yaml where there is one, and the variables SHOPPING, REDDIT, ...)",
        values.path,
    ),
    Row(
        "sites-check",
        "say of each site whether it is reachable, ready and can be logged in to, "
        "instead of running tests",
        switch=True,
    ),
    Row(
        "leases",
        "folder or redis://HOST that all runs share which change the same sites",
        values.leases,
        ".vwa_cache/leases",
        takes="PLACE",
        env="VWA_LEASES",  # its address may hold a password
    ),
    Row(
        "lease-timeout",
        "how long a task may wait for its sites",
        values.seconds,
        "1800",
        takes="SECONDS",
    ),
    Row(
        "reset",
        "when sites are made new: never, per-run, per-mutating-task or on-request",
        values.reset,
        "on-request",
        takes="WHEN",
    ),
)
_SCORING = (
    Row("profile", "rules that decide the score: reference (as published) or strict (known defects "
        "mended); both are computed", values.profile, "reference"),
    Row("judge-model", "model that grades what rules cannot; without one such tasks are skipped",
        takes="NAME"),
    Row("rescore", "judge a finished run again from its stored evidence, with no agent, browser or "
        "site: its name in the report folder, its folder or its journal", takes="RUN"),
)  # fmt: skip

_TASK_FILES = (
    Row("overlay", "YAML file of mends to task files; none leaves out the one that comes along",
        many=True, takes="FILE"),
    Row("lint", "say what is wrong with the task files instead of running them", switch=True),
    Row("validate", "run the trivial agents and the reference agent instead of --agent, and say "
        "which tasks pass for free and which cannot be won", switch=True),
)  # fmt: skip

_SELECTION = (
    Row("trials", "how often each task runs", values.at_least_one, "1", takes="TIMES"),
    Row("sample", "run that many tasks only, drawn alike from all sites, categories and levels of "
        "difficulty", values.count, takes="TASKS"),
    Row("seed", "which tasks --vwa-sample draws", values.at_least_zero, "0", takes="NUMBER"),
    Row("resume", "continue a run, by default the latest: only tests that have no verdict in it "
        "run, and its journal goes on", takes="RUN", bare="latest"),
    Row("shard", "run the I-th of N parts, alike in duration as the last journal tells",
        values.shard, takes="I/N"),
)  # fmt: skip

_REPORTS = (
    Row("report-dir", "where runs are written", Path, "reports"),
    Row("cache-dir", "where frames, transcripts and summaries are kept", Path, ".vwa_cache"),
    Row("html", "write the run's report as pages to open from disk, reports/RUN/index.html: on or "
        "off", values.on_or_off, "on", takes="on|off"),
    Row("export", "also write the run's records as a table, FILE.csv or FILE.parquet",
        values.table, many=True, takes="FILE"),
    Row("markdown", "also write the summary as Markdown, for a pull request", values.path,
        takes="FILE"),
)  # fmt: skip

_GATE = (
    Row("gate", "rule that decides the exit code, such as 'errors == 0' or 'final >= 0.12'",
        many=True, takes="RULE"),
    Row("must-pass", "task that must be won, by key or test name, or a file of them", many=True,
        takes="TASK|FILE"),
    Row("baseline", "journal or stored run to compare with: the exit code is 1 when the agent got "
        "worse", values.path, takes="FILE"),
    Row("update-baseline", "store this run as --vwa-baseline instead of comparing with it",
        switch=True),
)  # fmt: skip

SECTIONS: dict[str, tuple[Row, ...]] = {
    "Agent and model": _AGENT_AND_MODEL,
    "Cost and limits": _COST_AND_LIMITS,
    "Video": _VIDEO,
    "Browser": _BROWSER,
    "Sites": _SITES,
    "Scoring": _SCORING,
    "Task files": _TASK_FILES,
    "Selection": _SELECTION,
    "Reports": _REPORTS,
    "Gate": _GATE,
}
"""By what a user wants; ``--help`` and the documentation have the same."""

OPTIONS = tuple(row for rows in SECTIONS.values() for row in rows)
