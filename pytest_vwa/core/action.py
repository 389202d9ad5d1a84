"""What an agent can do, as a value."""

import json
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, get_args

ActionKind = Literal[
    "click",
    "hover",
    "type",
    "press",
    "scroll",
    "new_tab",
    "tab_focus",
    "tab_close",
    "goto",
    "go_back",
    "go_forward",
    "clear",
    "upload",
    "select",
    "stop",
]
ACTION_KINDS: tuple[str, ...] = get_args(ActionKind)


@dataclass(frozen=True)
class Action:
    """One action.

    ``element`` is what it aims at: the number of a mark, or a point ``x,y`` in CSS pixels of the
    viewport; of click, hover, type, clear, upload, select.
    ``value`` is what it carries: the text to type (a final newline presses Enter), the key
    combination, the scroll direction (``up`` or ``down``), the tab's index, the URL, the file to
    upload, the option's label, or the answer of ``stop``.
    """

    kind: ActionKind
    element: str = ""
    value: str = ""

    def __str__(self) -> str:
        """In the grammar that agents write: ``type [5] [hello] [0]``.

        A value that closes brackets it did not open would end too early: it is written as JSON.
        """
        value, enter = self.value, int(self.value.endswith("\n"))
        if self.kind == "type":
            value = value.removesuffix("\n")
        if _breaks_out(value):
            written = {"action": self.kind, "element": self.element, "value": value}
            return json.dumps(written | {"enter": bool(enter)} if self.kind == "type" else written)
        if self.kind == "type":
            return f"type [{self.element}] [{value}] [{enter}]"
        if self.kind == "upload":
            return f"upload [{value}] [{self.element}]"
        if self.kind == "stop":
            return f"stop [{value}]"
        parts = [part for part in (self.element, value) if part]
        return " ".join([self.kind, *(f"[{part}]" for part in parts)])


def _breaks_out(value: str) -> bool:
    steps = ({"[": 1, "]": -1}.get(character, 0) for character in value)
    return min(accumulate(steps), default=0) < 0
