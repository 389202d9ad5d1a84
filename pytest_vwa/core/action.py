"""What an agent can do, as a value."""

from dataclasses import dataclass
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

    ``element`` is the mark it aims at: click, hover, type, clear, upload, select.
    ``value`` is what it carries: the text to type (a final newline presses Enter), the key
    combination, the scroll direction (``up`` or ``down``), the tab's index, the URL, the file to
    upload, the option's label, or the answer of ``stop``.
    """

    kind: ActionKind
    element: str = ""
    value: str = ""

    def __str__(self) -> str:
        """In the grammar that agents write: ``type [5] [hello] [0]``."""
        if self.kind == "type":
            enter = int(self.value.endswith("\n"))
            return f"type [{self.element}] [{self.value.removesuffix(chr(10))}] [{enter}]"
        if self.kind == "upload":
            return f"upload [{self.value}] [{self.element}]"
        if self.kind == "stop":
            return f"stop [{self.value}]"
        parts = [part for part in (self.element, self.value) if part]
        return " ".join([self.kind, *(f"[{part}]" for part in parts)])
