"""One line of what a gate has to say."""

from dataclasses import dataclass
from typing import Literal

State = Literal["held", "FELL", "UNJUDGED", ""]
"""The last is of lines that decide nothing."""


@dataclass(frozen=True)
class Finding:
    """``UNJUDGED``: there was too little to tell. A table's rows stand below each other, the first
    of them is its head; their ``cells`` are what ``text`` has in columns."""

    state: State
    text: str
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.state:<4}  {self.text}" if self.state else self.text
