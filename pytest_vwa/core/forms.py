"""The forms of the action language: what prompts teach is what is read."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from .action import ActionKind

Argument = Literal["mark", "text", "enter", "direction", "number"]
_LONGEST_WORD = 30


class Unreadable(ValueError):
    """A reply holds no valid action; the text tells the agent how to write one."""


class NamesNoMark(Unreadable):
    """An action that aims at ``name`` where the number of a mark belongs."""

    def __init__(self, kind: ActionKind, name: str) -> None:
        form = FORM[kind]
        what = "a name" if re.search(r"[^\W\d]", name) else "no number"
        super().__init__(
            f"{excerpt(name)!r} is {what}; {kind} takes the number of a mark, "
            f"e.g. ```{form.example}```"
        )
        self.kind, self.name = kind, name


@dataclass(frozen=True)
class Form:
    """How one action is written: ``usage`` with its brackets, ``means`` in a few words, and the
    arguments it ``takes``, in their order. The answer of ``stop`` may be left out."""

    kind: ActionKind
    usage: str
    example: str
    means: str
    takes: tuple[Argument, ...] = ()


FORMS: tuple[Form, ...] = (
    Form("click", "click [id]", "click [12]", "click the element with this mark", ("mark",)),
    Form("hover", "hover [id]", "hover [12]", "move the pointer onto the element", ("mark",)),
    Form(
        "type",
        "type [id] [text] [enter]",
        "type [5] [red kayak] [1]",
        "replace what the field holds by the text; [enter] is 1 to press Enter afterwards (also "
        "when left out) and 0 not to",
        ("mark", "text", "enter"),
    ),
    Form("clear", "clear [id]", "clear [5]", "empty the field", ("mark",)),
    Form(
        "select",
        "select [id] [label]",
        "select [7] [Lowest price]",
        "choose an option of a drop-down list by its label",
        ("mark", "text"),
    ),
    Form(
        "upload",
        "upload [path] [id]",
        "upload [photo.png] [9]",
        "give the file to the file field",
        ("text", "mark"),
    ),
    Form("press", "press [keys]", "press [Ctrl+A]", "press a key or a combination", ("text",)),
    Form("scroll", "scroll [up|down]", "scroll [down]", "scroll by a page", ("direction",)),
    Form("goto", "goto [url]", "goto [http://site.test/page]", "open an address", ("text",)),
    Form("go_back", "go_back", "go_back", "return to the page before"),
    Form("go_forward", "go_forward", "go_forward", "undo a go_back"),
    Form("new_tab", "new_tab", "new_tab", "open an empty tab"),
    Form(
        "tab_focus",
        "tab_focus [index]",
        "tab_focus [0]",
        "switch to a tab, counted from 0",
        ("number",),
    ),
    Form("tab_close", "tab_close", "tab_close", "close the tab in front"),
    Form(
        "stop",
        "stop [answer]",
        "stop [$24.99]",
        "end the task, with the answer or with nothing in the brackets when none is asked for",
        ("text",),
    ),
)
FORM: dict[ActionKind, Form] = {form.kind: form for form in FORMS}


def _plain(verb: str) -> str:
    return re.sub(r"[\s_-]", "", verb).lower()


_OTHER_SPELLINGS: dict[str, ActionKind] = {"close_tab": "tab_close", "select_option": "select"}
_KINDS: dict[str, ActionKind] = {_plain(form.kind): form.kind for form in FORMS}
_KINDS |= {_plain(verb): kind for verb, kind in _OTHER_SPELLINGS.items()}
_WRITTEN = sorted([*FORM, *_OTHER_SPELLINGS, "go_to"], key=len, reverse=True)
VERB = "(?i:" + "|".join(verb.replace("_", r"[ _-]?") for verb in _WRITTEN) + r")(?!\w)"
"""A pattern of every verb in every spelling: ``go_back``, ``Go back``, ``goBack``."""


def kind_of(verb: str) -> ActionKind | None:
    """The action that a verb in any spelling stands for."""
    return _KINDS.get(_plain(verb))


def excerpt(text: str) -> str:
    """The beginning of a text, as error messages show it."""
    flat = " ".join(text[:200].split())
    return flat if len(flat) <= 80 else f"{flat[:76]} ..."


def lesson(form: Form) -> str:
    return f"write it as `{form.usage}`, e.g. ```{form.example}```"


def misread(text: str, form: Form, why: str = "") -> Unreadable:
    """An action of this form, whose arguments are not as they should be."""
    reason = f": {why}" if why else ""
    return Unreadable(f"cannot read {excerpt(text)!r}{reason}; {lesson(form)}")


def unknown(text: str, forms: tuple[Form, ...] = FORMS) -> Unreadable:
    """A text that is no action, with the nearest one."""
    if not text:
        return Unreadable("the block is empty; write one action in it, e.g. ```click [12]```")
    word = (re.findall(r"\w+", text[:200]) or [""])[0].lower()[:_LONGEST_WORD]
    by_usage = {form.usage.partition(" ")[0]: form for form in forms}
    near = get_close_matches(word, by_usage, n=1)
    taught = lesson(by_usage[near[0]]) if near else "e.g. ```click [12]```"
    return Unreadable(
        f"{excerpt(text)!r} is no action; {taught}; the actions are {', '.join(by_usage)}"
    )
