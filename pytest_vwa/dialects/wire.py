"""The shape of WebArena-family task entries as they stand in files, and what they share."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.site import SITE_NAMES
from pytest_vwa.core.task import Check
from pytest_vwa.core.taxonomy import DIFFICULTIES
from pytest_vwa.registry import hint

URL_NOTES = ("EXACT", "GOLD in PRED")
Text = Annotated[str, msgspec.Meta(min_length=1)]
Id = Annotated[str, msgspec.Meta(pattern=r"^\w[\w.-]*$")]
Word = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z_]\w*$")]


@dataclass(frozen=True)
class Origin:
    """Where an entry stands, the check kinds that can be judged, and the sites it may name."""

    path: Path
    check_kinds: frozenset[str]
    sites: tuple[str, ...] = SITE_NAMES

    def key(self, task_id: str) -> str:
        """``videowa/test_reddit.raw.json``, 9 -> ``videowa/reddit/9``."""
        stem = self.path.name.split(".")[0].removeprefix("test_")
        parts = (self.path.parent.name, *(() if stem == task_id else (stem,)), task_id)
        return "/".join(part for part in parts if part)


class Answers(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What an answer or a page must hold."""

    exact_match: str | None = None
    must_include: list[str] | None = None
    must_exclude: list[str] | None = None
    one_of: list[str] | None = None
    required_values: list[str] | None = None
    fuzzy_match: str | list[str] | None = None

    @property
    def given(self) -> dict[str, Any]:
        return {
            name: value for name, value in msgspec.structs.asdict(self).items() if value is not None
        }


class Target(msgspec.Struct):
    """One ``program_html`` entry."""

    url: str
    required_contents: Answers
    locator: str = ""
    prep_actions: list[str] = []


class Size(msgspec.Struct, forbid_unknown_fields=True):
    """A viewport in CSS pixels."""

    width: Annotated[int, msgspec.Meta(gt=0)] = 1280
    height: Annotated[int, msgspec.Meta(gt=0)] = 2048


class Eval(msgspec.Struct):
    """The criteria of a task or question."""

    eval_types: list[str] | None = None
    reference_answers: Answers | None = None
    reference_answer_raw_annotation: str | None = None
    reference_url: str | None = None
    url_note: str | None = None
    string_note: str | None = None
    program_html: list[Target] | None = None
    page_image_query: list[dict[str, Any]] | None = None


class Entry(msgspec.Struct):
    """One task. Published files carry more fields (notes, annotations); they are let be."""

    task_id: int | Id
    sites: Annotated[list[str], msgspec.Meta(min_length=1)]
    intent: Text
    start_url: Text
    eval: Eval | None = None
    require_login: bool = True
    require_reset: bool = False
    changes_sites: bool | None = None
    storage_state: str | None = None
    intent_template: str | None = None
    intent_template_id: int | str | None = None
    overall_difficulty: str | None = None
    image: str | list[str] | None = None
    viewport_size: Size | None = None
    benchmark: Word | None = None
    reference_actions: list[str] = []
    files: list[Text] = []
    free_pass: Text | None = None
    # The rest is VideoWebArena's; its paper and its files name the categories differently.
    video: str | None = None
    intermediate_intent: str | None = None
    intermediate_eval: Eval | None = None
    intermediate_difficulty: str | None = None
    visual_perception: bool = False
    visual_reasoning: bool = False
    audio_perception: bool = False
    audio_reasoning: bool = False
    full_video_understanding: bool = False
    multihop_reasoning: bool = False
    temporal_reasoning: bool = False


_FIELDS = Entry.__struct_fields__


def read(entry: Mapping[str, Any], sites: tuple[str, ...] = SITE_NAMES) -> Entry:
    """Validate an entry; a field that is nearly a known one is an error, not an annotation.

    Raises TaskFileError or msgspec's ValidationError.
    """
    fields = msgspec.convert(entry, Entry)
    _no_misspelling(entry, _FIELDS)
    for name in ("eval", "intermediate_eval"):
        _no_misspelling(entry.get(name) or {}, Eval.__struct_fields__, f"{name}.")
        _known_note(name, getattr(fields, name))
    _known("sites", fields.sites, sites)
    for name in ("overall_difficulty", "intermediate_difficulty"):
        level = getattr(fields, name)
        _known(name, [] if level is None else [level], DIFFICULTIES)
    return fields


def _no_misspelling(entry: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
    for name in entry:
        near = _known_field_like(name, known)
        if near and near not in entry:
            raise TaskFileError(f"unknown field {where}{name}; did you mean {where}{near}?")


def _known_note(name: str, criteria: Eval | None) -> None:
    """An empty note is a known flaw of published files; any other unknown one is an error."""
    note = criteria.url_note if criteria else None
    if note:
        _known(f"{name}.url_note", [note], URL_NOTES)


def _known(field: str, values: list[str], known: tuple[str, ...]) -> None:
    for value in values:
        if value not in known:
            raise TaskFileError(f"field {field}: unknown {value!r}{hint(value, known)}")


@cache
def _known_field_like(name: str, known: tuple[str, ...]) -> str | None:
    """The known field that an unknown one is nearly; None for a known one."""
    if name in known:
        return None
    near = get_close_matches(name, known, n=1, cutoff=0.85)
    return near[0] if near else None


def files(names: list[str], origin: Origin) -> tuple[Path, ...]:
    """The task's own files in full, from names relative to the task file. Raises TaskFileError
    for what is not there, lies elsewhere or goes by the name of another."""
    folder = origin.path.parent.resolve()
    found: dict[str, Path] = {}
    for place, name in enumerate(names):
        file = (folder / name).resolve()
        if not file.is_relative_to(folder):
            raise TaskFileError(f"field files.{place}: {name!r} lies outside of {folder}")
        if not file.is_file():
            near = tuple(each.name for each in file.parent.glob("*") if each.is_file())
            raise TaskFileError(f"field files.{place}: no file {file}{hint(file.name, near)}")
        if found.setdefault(file.name, file) != file:
            raise TaskFileError(f"field files.{place}: a second file named {file.name!r}")
    return tuple(found.values())


def checks(
    criteria: Eval | None, raw: Mapping[str, Any] | None, *, within_words: bool = False
) -> tuple[Check, ...]:
    """A check per criterion; ``program_html`` gives one for each of its targets.

    ``raw`` is what the file says: a kind that a user registered gets all of its extra fields.
    ``within_words`` is how the benchmark's own evaluators look for a word that must be included.
    """
    if criteria is None or raw is None:
        return ()
    return tuple(
        check
        for kind in criteria.eval_types or ()
        for check in _checks(kind, criteria, raw, within_words)
    )


def _checks(kind: str, criteria: Eval, raw: Mapping[str, Any], within_words: bool) -> list[Check]:
    match kind:
        case "string_match":
            args: dict[str, Any] = {
                "reference_answers": criteria.reference_answers
                and criteria.reference_answers.given,
                "string_note": criteria.string_note or "",
                "within_words": within_words,
            }
        case "url_match":
            note = criteria.url_note
            args = {
                "reference_url": criteria.reference_url or "",
                "url_note": "EXACT" if note is None else note,
            }
        case "program_html":
            targets = criteria.program_html or []
            return [Check(kind, _given(target, within_words)) for target in targets]
        case "page_image_query":
            args = {"queries": list(criteria.page_image_query or [])}
        case _:
            known = Eval.__struct_fields__
            args = {name: value for name, value in raw.items() if name not in known}
    return [Check(kind, args)]


def _given(target: Target, within_words: bool) -> dict[str, Any]:
    return msgspec.structs.asdict(target) | {
        "required_contents": target.required_contents.given,
        "within_words": within_words,
    }


def flaw(field: str, criteria: Eval | None) -> str | None:
    """Why the criteria cannot be judged, naming the field; None when they can."""
    if criteria is None:
        return f"{field}: missing, so nothing says what counts as done"
    if not criteria.eval_types:
        return f"{field}.eval_types: missing or empty, so nothing says what counts as done"
    if "string_match" in criteria.eval_types and not (
        criteria.reference_answers and criteria.reference_answers.given
    ):
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
            return f"unknown check kind {kind!r}{hint(kind, tuple(origin.check_kinds))}"
    return None
