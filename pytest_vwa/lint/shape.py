"""Rules on the fields of a task, before anybody asks what they mean."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_vwa.dialects.wire import Entry, Eval, Target
from pytest_vwa.evaluators.criteria import alternatives
from pytest_vwa.registry import hint

from .case import Case

Trouble = tuple[str, str]
"""The field at fault, and what is said of it."""

# Published files have these for people and for other programs.
PUBLISHED = (
    "comments",
    "geolocation",
    "instantiation_dict",
    "reasoning_difficulty",
    "visual_difficulty",
)
_ENTRY = (*Entry.__struct_fields__, *PUBLISHED)
_EVAL = Eval.__struct_fields__
_BUILT_IN = frozenset({"string_match", "url_match", "program_html", "page_image_query"})
_PLACEHOLDER = re.compile(r"__([A-Z][A-Z0-9_]*?)__")
_ADDRESS = re.compile(r"__[A-Z][A-Z0-9_]*__|https?://|about:blank")
_NARROWEST, _WIDEST = 240, 4096


def unknown_field(case: Case) -> Iterator[Trouble]:
    known_anywhere = {*_ENTRY, *_EVAL}
    yield from _unknown(case.task.entry, known_anywhere, "", _ENTRY)
    for part in case.parts:
        if _BUILT_IN.issuperset(part.criteria.get("eval_types") or ()):
            yield from _unknown(part.criteria, set(_EVAL), f"{part.field}.", _EVAL)
        for index, target in enumerate(part.criteria.get("program_html") or ()):
            where = f"{part.field}.program_html[{index}]."
            known = Target.__struct_fields__
            yield from _unknown(target, set(known), where, known)


def _unknown(
    entry: Mapping[str, Any], known: set[str], where: str, told: tuple[str, ...]
) -> Iterator[Trouble]:
    for name in entry:
        if name not in known:
            yield where + name, f"is not read{hint(name, told)}"


def misplaced_criterion(case: Case) -> Iterator[Trouble]:
    judged = case.task.entry.get("eval") or {}
    for name in _EVAL:
        if name not in _ENTRY and case.task.entry.get(name) and name not in judged:
            yield name, f"stands beside eval, where nothing reads it; move it to eval.{name}"


def start_url(case: Case) -> Iterator[Trouble]:
    for url in case.task.start_urls:
        if not _ADDRESS.match(url) and not _misspelt(case, url):
            yield (
                "start_url",
                f"{url!r} is no address; expected one that begins with __SITE__ or http://",
            )


def start_site(case: Case) -> Iterator[Trouble]:
    for name in case.task.needed_sites:
        if name in case.here.sites and name not in case.task.sites:
            yield (
                "start_url",
                f"starts on {name}, which sites does not name ({', '.join(case.task.sites)}); "
                f"add {name!r} to sites, so that -m {name} selects the task",
            )


def no_reference_address(case: Case) -> Iterator[Trouble]:
    """A part of an address will do where only a part is asked for."""
    for part in case.parts:
        for check in part.checks:
            whole = check.kind == "url_match" and check.args.get("url_note") in (None, "EXACT")
            wanted = alternatives(str(check.args.get("reference_url", ""))) if whole else ()
            for url in wanted:
                if url and not _ADDRESS.match(url) and not _misspelt(case, url):
                    yield (
                        f"{part.field}.reference_url",
                        f"{url!r} is no address, so the agent can never stand there; expected one "
                        "that begins with __SITE__ or http://, or url_note 'GOLD in PRED'",
                    )


def _misspelt(case: Case, text: str) -> list[str]:
    """Placeholders of sites in small letters, which stand for nothing."""
    any_case = rf"__({'|'.join(case.here.sites)})__"
    found: list[str] = re.findall(any_case, text, re.IGNORECASE)
    return [name for name in found if not name.isupper()]


def unknown_placeholder(case: Case) -> Iterator[Trouble]:
    known = tuple(f"__{name.upper()}__" for name in case.here.sites)
    for field, text in _texts(case.task.entry):
        for name in dict.fromkeys(_misspelt(case, text)):
            yield field, f"{f'__{name}__'!r} stands for no site; write '__{name.upper()}__'"
        for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
            if name.lower() not in case.here.sites:
                yield field, f"{f'__{name}__'!r} stands for no site{hint(f'__{name}__', known)}"


def foreign_address(case: Case) -> Iterator[Trouble]:
    """An agent cannot leave the sites of its task."""
    for part in case.parts:
        if "url_match" in (part.criteria.get("eval_types") or ()):
            url = part.criteria.get("reference_url") or ""
            for name in _foreign(case, url):
                yield (
                    f"{part.field}.reference_url",
                    f"{url!r} is on {name}, where the task's agent cannot go "
                    f"(sites: {', '.join(case.task.needed_sites)}); mend the address or add the "
                    "site to sites",
                )


def foreign_placeholder(case: Case) -> Iterator[Trouble]:
    for field, text in _texts(case.task.entry):
        if field.endswith(".reference_url") or field == "start_url":
            continue
        for name in _foreign(case, text):
            yield (
                field,
                f"names {name}, which is none of the task's sites "
                f"({', '.join(case.task.needed_sites)}); mend the address or add it to sites",
            )


def _foreign(case: Case, text: str) -> Iterator[str]:
    for name in dict.fromkeys(_PLACEHOLDER.findall(text)):
        if name.lower() in case.here.sites and name.lower() not in case.task.needed_sites:
            yield name.lower()


def _texts(entry: Mapping[str, Any]) -> Iterator[Trouble]:
    """Every text that is shown or judged, with its field."""
    shown = ("intent", "start_url", "image", "intermediate_intent", "eval", "intermediate_eval")
    for name in shown:
        yield from _within(entry.get(name), name)


def _within(value: Any, field: str) -> Iterator[Trouble]:
    if isinstance(value, str) and "__" in value and not field.endswith("_annotation"):
        yield field, value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _within(each, f"{field}.{name}")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _within(each, f"{field}[{index}]")


def odd_viewport(case: Case) -> Iterator[Trouble]:
    size = case.task.viewport
    for name, pixels in (("width", size.width), ("height", size.height)):
        if not _NARROWEST <= pixels <= _WIDEST:
            yield (
                f"viewport_size.{name}",
                f"is {pixels} pixels; expected {_NARROWEST} to {_WIDEST}, the size of a screen",
            )
