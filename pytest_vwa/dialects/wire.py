"""The shape of WebArena-family task entries as they stand in files, and what they share."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.task import Check
from pytest_vwa.core.taxonomy import DIFFICULTIES


@dataclass(frozen=True)
class Origin:
    """Where an entry stands, and the check kinds that can be judged."""

    path: Path
    check_kinds: frozenset[str]

    def key(self, task_id: str) -> str:
        """``videowa/test_reddit.raw.json``, 9 -> ``videowa/reddit/9``."""
        stem = self.path.name.split(".")[0].removeprefix("test_")
        parts = (self.path.parent.name, *(() if stem == task_id else (stem,)), task_id)
        return "/".join(part for part in parts if part)


class Target(BaseModel):
    """One ``program_html`` entry."""

    url: str
    locator: str = ""
    required_contents: dict[str, JsonValue]
    prep_actions: list[str] = []


class Eval(BaseModel):
    """The criteria of a task or question."""

    eval_types: list[str] | None = None
    reference_answers: dict[str, JsonValue] | None = None
    reference_answer_raw_annotation: str | None = None
    reference_url: str | None = None
    url_note: str | None = None
    string_note: str | None = None
    program_html: list[Target] | None = None
    page_image_query: list[dict[str, JsonValue]] | None = None

    model_config = ConfigDict(extra="allow")


class Entry(BaseModel):
    """One task. Published files carry more fields (notes, annotations); they are let be."""

    task_id: int | str
    sites: list[str] = Field(min_length=1)
    intent: str = Field(min_length=1)
    start_url: str = Field(min_length=1)
    eval: Eval | None = None
    require_login: bool = True
    require_reset: bool = False
    storage_state: str | None = None
    intent_template: str | None = None
    intent_template_id: int | str | None = None
    overall_difficulty: str | None = None
    image: str | list[str] | None = None
    viewport_size: dict[str, int] | None = None
    benchmark: str | None = Field(default=None, pattern=r"^[A-Za-z_]\w*$")
    reference_actions: list[str] = []
    # The rest is VideoWebArena's.
    video: str | None = None
    intermediate_intent: str | None = None
    intermediate_eval: Eval | None = None
    intermediate_difficulty: str | None = None
    visual_perception: bool = Field(default=False, alias="visual_reasoning")
    audio_perception: bool = Field(default=False, alias="audio_reasoning")
    full_video_understanding: bool = Field(default=False, alias="multihop_reasoning")
    temporal_reasoning: bool = False

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    @field_validator("sites")
    @classmethod
    def _known(cls, sites: list[str]) -> list[str]:
        for site in sites:
            if site not in SITE_NAMES:
                raise ValueError(f"unknown site {site!r}{_nearest(site, SITE_NAMES)}")
        return sites

    @field_validator("overall_difficulty", "intermediate_difficulty")
    @classmethod
    def _level(cls, level: str | None) -> str | None:
        if level is not None and level not in DIFFICULTIES:
            raise ValueError(f"unknown difficulty{_nearest(level, DIFFICULTIES)}")
        return level


def _nearest(name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name, known, n=1)
    return (f"; did you mean {near[0]!r}?" if near else ";") + f" known: {', '.join(known)}"


def read(entry: Mapping[str, Any]) -> Entry:
    """Validate an entry; a field that is nearly a known one is an error, not an annotation."""
    wire = Entry.model_validate(entry)
    for field in wire.model_extra or ():
        near = _known_field_like(field)
        if near and near not in entry:
            raise TaskFileError(f"unknown field {field}; did you mean {near!r}?")
    return wire


@cache
def _known_field_like(field: str) -> str | None:
    near = get_close_matches(field, tuple(Entry.model_fields), n=1, cutoff=0.85)
    return near[0] if near else None


def checks(criteria: Eval) -> tuple[Check, ...]:
    """A check per criterion; ``program_html`` gives one for each of its targets."""
    return tuple(check for kind in criteria.eval_types or () for check in _checks(kind, criteria))


def _checks(kind: str, criteria: Eval) -> list[Check]:
    match kind:
        case "string_match":
            args: dict[str, JsonValue] = {
                "reference_answers": criteria.reference_answers,
                "string_note": criteria.string_note or "",
            }
        case "url_match":
            note = criteria.url_note
            args = {
                "reference_url": criteria.reference_url or "",
                "url_note": "EXACT" if note is None else note,
            }
        case "program_html":
            targets = criteria.program_html or []
            return [Check(kind=kind, args=target.model_dump()) for target in targets]
        case "page_image_query":
            args = {"queries": list(criteria.page_image_query or [])}
        case _:
            args = dict(criteria.model_extra or {})
    return [Check(kind=kind, args=args)]


def flaw(field: str, criteria: Eval | None) -> str | None:
    """Why the criteria cannot be judged, naming the field; None when they can."""
    if criteria is None:
        return f"{field}: missing, so nothing says what counts as done"
    if not criteria.eval_types:
        return f"{field}.eval_types: missing or empty, so nothing says what counts as done"
    if "string_match" in criteria.eval_types and not criteria.reference_answers:
        return f"{field}.reference_answers: empty, but eval_types asks for string_match"
    if "url_match" in criteria.eval_types and not criteria.reference_url:
        return f"{field}.reference_url: empty, but eval_types asks for url_match"
    for name in ("program_html", "page_image_query"):
        if name in criteria.eval_types and not getattr(criteria, name):
            return f"{field}.{name}: empty, so anything would pass"
    return None


def unknown_kind(criteria: Eval, origin: Origin) -> str | None:
    """``unknown check kind 'sting_match'; did you mean ...``; None when all are known."""
    for kind in criteria.eval_types or ():
        if kind not in origin.check_kinds:
            return f"unknown check kind {kind!r}{_nearest(kind, tuple(sorted(origin.check_kinds)))}"
    return None
