"""From what an agent writes to an Action: where in a reply the action stands."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, islice, pairwise
from typing import Literal

from . import structured
from .action import Action
from .expression import PREFIX, actions, bare, beginnings, begins_with_verb, expression, is_cut
from .forms import FORMS, VERB, Form, NamesNoMark, Unreadable, excerpt, unknown
from .observation import Element

__all__ = ["FORMS", "Form", "Reader", "Reading", "Unreadable", "expression", "parse", "read"]

_FENCES = (re.compile(r"`{3,}"), re.compile(r"~{3,}"))
_MOST_JOINED = 8
_TAG = re.compile(r"[\w+-]*")
_TAGS = re.compile(
    r"(?:text|plaintext|bash|sh|shell|python|json|action|markdown)\s+", re.IGNORECASE
)
_ANNOUNCED = re.compile(
    rf"(?:<action>|^[ \t>*_#`\d.)-]*{PREFIX}"
    r"|\bnext\s+action\b[^\n.:]{0,60}?(?:\bis\b(?:\s+to\b)?|:))"
    rf"(?=[\s*_`\"':]*(?:{VERB}))",
    re.IGNORECASE | re.MULTILINE,
)
_INLINE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)")
_WHOLE = re.compile(
    rf"(?:{VERB})\s*+(?:[\[(\u3010].*[\])\u3011]|\[?(?:up|down)\]?)?[\s*_`.;,!\"'\u201d]*+",
    re.IGNORECASE | re.DOTALL,
)
_CONNECTED = re.compile(r"(?<=\])[\s,;.]+(?:(?:and|then)\s*)+\Z", re.IGNORECASE)
_GOES_ON = re.compile(r"\](?:[ \t]*[,;]|[ \t.,;]+(?:and|then)\b)[^\n\]]*\Z", re.IGNORECASE)
_LONGEST_CONNECTION = 40
_MOST_PLACES = 20
_MOST_ELEMENTS = 1000
_LONGEST_NAME = 80


@dataclass(frozen=True)
class Reading:
    """The action that a reply holds; ``note`` tells the agent what else was in it and was not
    done, "" when there was nothing."""

    action: Action
    note: str = ""


Reader = Callable[[str, Sequence[Element]], Reading]


def parse(reply: str, elements: Sequence[Element] = ()) -> Action:
    """The action that a reply holds. Raises Unreadable.

    It is looked for between triple backticks, where the first one counts; then as JSON, behind
    ``Action:``, in the last lines and between single backticks. ``elements`` are those the agent
    saw: where it wrote a name instead of a mark, the error tells the mark.
    """
    return read(reply, elements).action


def read(reply: str, elements: Sequence[Element] = ()) -> Reading:
    """As ``parse``, with a note on what was left out."""
    try:
        return _in_blocks(reply) or _in_prose(reply) or _nowhere(reply)
    except NamesNoMark as error:
        raise Unreadable(f"{error}{_marks_named(error, elements)}") from error


def _nowhere(reply: str) -> Reading:
    for block in _blocks(reply):
        raise unknown(block)
    for place in beginnings(reply)[-1:]:
        expression(reply[place:])  # Tells what is wrong with it.
    found = f"it ends {excerpt(reply[-200:])!r}" if reply.strip() else "it is empty"
    raise Unreadable(
        f"the reply holds no action between triple backticks ({found}); "
        "end it with one, e.g. ```click [12]```"
    )


def _reading(
    actions: Sequence[Action], which: Literal["first", "last"] = "first"
) -> Reading | None:
    distinct = list(dict.fromkeys(actions))
    if not distinct:
        return None
    chosen = distinct[0] if which == "first" else actions[-1]
    if len(distinct) == 1:
        return Reading(chosen)
    told = f"the reply held {len(distinct)} actions; only the {which}, {excerpt(str(chosen))}"
    return Reading(chosen, f"{told}, was done")


# --- between fences -------------------------------------------------------------------------------


def _in_blocks(reply: str) -> Reading | None:
    """The first block that is an action; one that is meant to be and cannot be read is not
    passed over for a later one."""
    found: list[Action] = []
    for block in islice(_blocks(reply), _MOST_PLACES):
        if begins_with_verb(block):
            found += _readable(block) if found else actions(block)
        elif reading := _in_prose(block):
            found.append(reading.action)
    return _reading(found)


def _blocks(reply: str) -> Iterator[str]:
    """What stands between fences. A block that ends within brackets goes on, for its value holds
    backticks; the last one may be left open."""
    pattern = next((fence for fence in _FENCES if fence.search(reply)), _FENCES[0])
    fences = [(fence.start(), fence.end()) for fence in pattern.finditer(reply)]
    opening = 0
    while opening < len(fences):
        start = fences[opening][1]
        ends = [end for end, _ in fences[opening + 1 : opening + 1 + _MOST_JOINED]] or [len(reply)]
        closing = next((n for n, end in enumerate(ends) if not is_cut(reply[start:end])), 0)
        yield _without_language(reply[start : ends[closing]].strip())
        opening += closing + 2


def _without_language(block: str) -> str:
    first, _, rest = block.partition("\n")
    if rest and _TAG.fullmatch(first.strip()) and not begins_with_verb(first):
        return rest.strip()
    tag = _TAGS.match(block)
    return block[tag.end() :] if tag else block


# --- without fences -------------------------------------------------------------------------------


def _in_prose(text: str) -> Reading | None:
    try:
        return _as_json(text) or _in_words(text)
    except Unreadable:  # Data of the page, perhaps, that only looks like an action.
        if reading := _in_words(text):
            return reading
        raise


def _in_words(text: str) -> Reading | None:
    return _announced(text) or _last_lines(text) or _mentioned(text)


def _as_json(text: str) -> Reading | None:
    found = (structured.action(each, expression) for each in structured.objects(text))
    return _reading([action for action in found if action])


def _announced(text: str) -> Reading | None:
    """Behind ``Action:`` or "the next action I will perform is"."""
    places = [place.end() for place in islice(_ANNOUNCED.finditer(text), _MOST_PLACES)]
    return _first_of([bare(part) for part in _parts(text, places)])


def _last_lines(text: str) -> Reading | None:
    """The lines at the end, when they hold nothing but actions."""
    for place in beginnings(text)[-_MOST_PLACES:]:
        if _GOES_ON.search(text[max(0, place - _LONGEST_CONNECTION) : place]):
            continue  # Not the first one in its line.
        end = text[place:]
        parts = [_CONNECTED.sub("", part) for part in _parts(end, beginnings(end))]
        if all(map(_WHOLE.fullmatch, parts)):
            return _first_of(parts)
    return None


def _parts(text: str, places: Sequence[int]) -> list[str]:
    return [text[start:end].strip() for start, end in pairwise([*places, len(text)])]


def _first_of(texts: Sequence[str]) -> Reading | None:
    return _reading([*actions(texts[0]), *chain(*map(_readable, texts[1:]))]) if texts else None


def _mentioned(text: str) -> Reading | None:
    """Between single backticks; thoughts come first, so that the last one is meant."""
    spans = [span[2].strip() for span in _INLINE.finditer(text)][-_MOST_PLACES:]
    return _reading([*chain(*map(_readable, filter(_WHOLE.fullmatch, spans)))], "last")


def _readable(text: str) -> list[Action]:
    try:
        return actions(text)
    except Unreadable:
        return []


# --- names in place of marks ----------------------------------------------------------------------


def _marks_named(error: NamesNoMark, elements: Sequence[Element]) -> str:
    """``; did you mean click [12] for [BUTTON] [Search]?``"""
    wanted = _plain(error.name)
    texts = {_plain(element.text): element for element in elements[:_MOST_ELEMENTS]}
    near = sorted((text for text in texts if wanted and wanted in text), key=len)[:3]
    near = near or get_close_matches(wanted, texts, n=3)
    found = [texts[text] for text in near]
    marks = [f"{error.kind} [{each.id}] for [{each.tag}] [{excerpt(each.text)}]" for each in found]
    return f"; did you mean {' or '.join(marks)}?" if marks else ""


def _plain(text: str) -> str:
    return " ".join(text[:_LONGEST_NAME].casefold().split())
