"""WebArena and VisualWebArena: https://github.com/web-arena-x."""

from collections.abc import Mapping
from typing import Any

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.task import Task, Viewport

from . import wire

WITHIN_WORDS = "webarena"
"""The benchmark whose published evaluators find a word within another: 5 in 15."""


def reads(entry: Mapping[str, Any]) -> bool:
    return "intent" in entry and "eval" in entry


def task(entry: Mapping[str, Any], origin: wire.Origin) -> Task:
    """Map an entry to a Task; raises TaskFileError or msgspec's ValidationError."""
    visual = "visual_difficulty" in entry or "image" in entry
    return build(
        entry, wire.read(entry, origin.sites), origin, "visualwebarena" if visual else "webarena"
    )


def build(
    entry: Mapping[str, Any],
    fields: wire.Entry,
    origin: wire.Origin,
    benchmark: str,
    **more: Any,
) -> Task:
    """What both dialects map alike; ``more`` are the fields only one of them knows."""
    task_id, benchmark = str(fields.task_id), fields.benchmark or benchmark
    if fields.eval and (unknown := wire.unknown_kind(fields.eval, origin)):
        raise TaskFileError(f"field eval.eval_types: {unknown}")
    return Task(
        **{
            "key": origin.key(task_id),
            "name": "-".join([*fields.sites, task_id]),
            "benchmark": benchmark,
            "kind": "skill",
            "intent": fields.intent,
            "sites": tuple(fields.sites),
            "start_urls": tuple(url.strip() for url in fields.start_url.split(" |AND| ")),
            "checks": wire.checks(
                fields.eval, entry.get("eval"), within_words=benchmark == WITHIN_WORDS
            ),
            "images": _images(fields.image, origin),
            "files": wire.files(fields.files, origin),
            "difficulty": fields.overall_difficulty,
            "template_id": _text(fields.intent_template_id),
            "require_login": fields.require_login,
            "require_reset": fields.require_reset,
            "changes_sites": fields.changes_sites,
            "viewport": _viewport(fields.viewport_size),
            "reference_actions": tuple(fields.reference_actions),
            "flaw": wire.flaw("eval", fields.eval),
            "free_pass": fields.free_pass or "",
            "entry": entry,
            **more,
        }
    )


def _viewport(size: wire.Size | None) -> Viewport:
    return Viewport(size.width, size.height) if size else Viewport()


def _images(image: str | list[str] | None, origin: wire.Origin) -> tuple[str, ...]:
    given = image if isinstance(image, list) else [image] if image else []
    return tuple(_place(name, origin) for name in given)


def _place(image: str, origin: wire.Origin) -> str:
    """An address, or a path: meant from the task file where there is such a file, else from the
    current folder."""
    if image.startswith(("http://", "https://", "data:", "__")):
        return image
    beside = origin.path.parent / image
    return str(beside) if beside.is_file() else image


def _text(value: int | str | None) -> str | None:
    return None if value is None else str(value)
