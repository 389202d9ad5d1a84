"""VideoWebArena: a WebArena task, its tutorial video and, for factual ones, a question about it.

The paper (appendix C) and the published files name the categories differently; both are read.
"""

from collections.abc import Mapping
from typing import Any

from pytest_vwa.core.task import Question, Task
from pytest_vwa.core.taxonomy import CATEGORIES

from . import webarena, wire


def reads(entry: Mapping[str, Any]) -> bool:
    return any(name in entry for name in ("video", "intermediate_intent", "intermediate_eval"))


def task(entry: Mapping[str, Any], origin: wire.Origin) -> Task:
    """Map an entry to a Task; raises TaskFileError or msgspec's ValidationError."""
    fields = wire.read(entry, origin.sites)
    question = _question(fields, entry.get("intermediate_eval"), origin)
    return webarena.build(
        entry,
        fields,
        origin,
        "videowebarena",
        kind="factual" if question else "skill",
        video=fields.video or None,
        question=question,
        categories=tuple(name for name in CATEGORIES if _has(fields, name)),
    )


_PUBLISHED_AS = {
    "visual_perception": "visual_reasoning",
    "audio_perception": "audio_reasoning",
    "full_video_understanding": "multihop_reasoning",
}


def _has(fields: wire.Entry, category: str) -> bool:
    return any(getattr(fields, name) for name in (category, _PUBLISHED_AS.get(category, category)))


def _question(
    fields: wire.Entry, raw: Mapping[str, Any] | None, origin: wire.Origin
) -> Question | None:
    """A question that cannot be judged is kept with its flaw: the task itself still runs."""
    criteria = fields.intermediate_eval
    if fields.intermediate_intent is None:
        return None
    flaw = wire.flaw("intermediate_eval", criteria)
    if criteria and not flaw and (unknown := wire.unknown_kind(criteria, origin)):
        flaw = f"intermediate_eval.eval_types: {unknown}"
    return Question(
        text=fields.intermediate_intent,
        checks=() if flaw else wire.checks(criteria, raw),
        difficulty=fields.intermediate_difficulty,
        reference_answer=criteria.reference_answer_raw_annotation if criteria else None,
        flaw=flaw,
    )
