"""One table of options; each row is a command-line flag, its ini twin and maybe a variable."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import values


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


OPTIONS = (
    Row("agent", "agent under test: a name, agents/NAME.py, pkg.mod:Class or path.py:Class; "
        "given several times, every task runs once per agent", many=True),
    Row("model", "the agent's model: any litellm id (gpt-4o, gemini/gemini-1.5-pro, ...) or the "
        "built-in stand-in 'demo'"),
    Row("base-url", "address of an OpenAI-compatible endpoint for the model", values.address,
        env="VWA_BASE_URL"),
    Row("timeout", "seconds without a byte of a model's answer; the whole may take 5 times "
        "as long", values.seconds, "120"),
    Row("retries", "further attempts at a call that failed for a passing reason",
        values.at_least_zero, "4"),
    Row("requests-per-minute", "calls of models by all workers together; 0 for no limit",
        values.amount, "0"),
    Row("concurrency", "calls of models at a time by all workers together; 0 for no limit",
        values.at_least_zero, "0"),
    Row("budget-usd", "US dollars that models may cost in this run; tasks it does not suffice for "
        "are skipped", values.amount),
    Row("price", "IN,OUT: USD per million tokens of a model whose price is not known",
        values.price),
    Row("max-tokens", "tokens a model's reply may have", values.count),
    Row("context-window", "tokens that a model takes, prompt and reply together, where the price "
        "list does not say or says too much", values.count),
    Row("cassette", "record:DIR keeps what models and speech engines reply, replay:DIR runs from "
        "that alone, auto:DIR asks for what is not there", values.cassette),
    Row("judge-model", "model that grades what rules cannot; without one such tasks are skipped"),
    Row("prompt", "what chatting agents tell the model: a name, a YAML file, or a published JSON "
        "prompt file", default="default"),
    Row("observation", "what the agent sees of a page: som (marked picture and text), axtree, html "
        "or screenshot", values.observation_kind, "som"),
    Row("observation-limit", "characters of a page's text, cut at a line's end; 0 for no limit",
        values.at_least_zero, "0"),
    Row("viewport", "size of the pages as WIDTHxHEIGHT, such as 1280x720, instead of the task's",
        values.size),
    Row("parsing", "how the agent's replies are read: lenient, or exactly as the published parser "
        "does: reference", values.parsing, "lenient"),
    Row("max-steps", "steps an agent may take in one task", values.at_least_one, "30"),
    Row("agent-timeout", "seconds an agent that drives the browser by itself may take in one task",
        values.at_least_one, "600"),
    Row("max-frames", "frames taken from a tutorial video", values.at_least_one, "60"),
    Row("frame-strategy", "which frames of a video: uniform (at equal distances) or scene (those "
        "that differ most)", values.strategy, "uniform"),
    Row("frame-edge", "longest edge of a frame in pixels", values.at_least_one, "768"),
    Row("frame-quality", "JPEG quality of a frame, 1 to 95", values.quality, "75"),
    Row("video-dir", "folder with tutorial videos, beside the arena's own", Path, many=True),
    Row("videos", "TOML file of tutorial videos to download when they are needed (default: "
        "videos.toml, where there is one)", values.path),
    Row("asr", "speech engine for videos without subtitles: whisper, faster-whisper, api or none; "
        "with a model as in faster-whisper:base, whisper:checkpoint.pt or api:whisper-1",
        default="none"),
    Row("report-dir", "where runs are written", Path, "reports"),
    Row("cache-dir", "where frames, transcripts and summaries are kept", Path, ".vwa_cache"),
    Row("profile", "how is scored: 'reference' as published, 'strict' with known defects mended; "
        "both are computed, this one decides", values.profile, "reference"),
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
