"""Published templates: known keywords in braces, filled in as text and never as code."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pytest_vwa.core.ports import EARLIER_TASKS, Part
from pytest_vwa.registry import hint

from . import file
from .turn import Turn, sections, titled

TUTORIAL = ("tutorial", "video", "audio")
"""Keywords of VideoWebArena: where the first of them stands, all goes that the agent has of it."""
KEYWORDS = ("observation", "url", "objective", "previous_action", *TUTORIAL)
_NEEDED = ("observation", "objective")
_PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")

Piece = tuple[str, bool]
"""A text and whether it is the name of a keyword."""


def pieces(template: str, path: Path) -> tuple[Piece, ...]:
    """The template taken apart, once: what is filled in is never searched for keywords.

    Raises UsageError for an unknown keyword and for a template without page or objective.
    """
    found = tuple(_pieces(template, path))
    for name in _NEEDED:
        if (name, True) not in found:
            raise file.wrong(path, f"template: it lacks {{{name}}}")
    return found


def known(name: str, field: str, path: Path) -> str:
    """The keyword; raises UsageError with the nearest where there is none of this name."""
    if name not in KEYWORDS:
        braces = "" if name.isidentifier() else "; a brace that is meant as such is doubled"
        raise file.wrong(path, f"{field}: unknown keyword {{{name}}}{hint(name, KEYWORDS)}{braces}")
    return name


def parts(found: Sequence[Piece], turn: Turn) -> tuple[Part, ...]:
    """The user's message. The tutorial comes first, unless a keyword places it; the pictures
    come last, as published: the page's, then the objective's."""
    places = any(placed and text in TUTORIAL for text, placed in found)
    lead = () if places else titled("TUTORIAL", turn.tutorial)
    earlier = titled(EARLIER_TASKS, (turn.earlier,) if turn.earlier else ())
    return (*lead, *earlier, *_filled(found, turn), *turn.picture, *turn.given)


def _pieces(template: str, path: Path) -> Iterator[Piece]:
    end = 0
    for place in _PLACE.finditer(template):
        yield template[end : place.start()], False
        end = place.end()
        if place[1] is None:
            yield place[0][0], False  # {{ and }} stand for a brace
        else:
            yield known(place[1], "template", path), True
    yield template[end:], False


def _filled(found: Sequence[Piece], turn: Turn) -> Iterator[Part]:
    """Texts are joined as far as no other part stands between them."""
    texts: Mapping[str, str] = {
        "url": turn.observation.url,
        "objective": turn.objective,
        "previous_action": _previous(turn),
    }
    gathered, tutorial = "", turn.tutorial or ("none",)
    for text, placed in found:
        if not placed or text in texts:
            gathered += texts[text] if placed else text
            continue
        yield from _worded(gathered)
        gathered = ""
        if text == "observation":
            # The tabs stand above the page, as the published observations have them.
            yield from (sections(OPEN_TABS=turn.tabs), turn.page)
        else:
            yield from tutorial
            tutorial = ("as above",)
    yield from _worded(gathered)


def _worded(text: str) -> Iterator[str]:
    if text.strip():
        yield text.strip()


def _previous(turn: Turn) -> str:
    """The last action alone, with what the browser had to say about it."""
    last = turn.done[-1].partition(". ")[2] if turn.done else "None"
    return f"{last} ({turn.observation.note})" if turn.observation.note else last
