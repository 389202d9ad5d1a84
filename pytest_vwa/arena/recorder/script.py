"""What a tutorial says and does, read from YAML."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import Field, ValidationError, model_validator

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.value import Value


class Typing(Value):
    into: str
    text: str
    enter: bool = False


class Choosing(Value):
    option: str
    source: str = Field(alias="from")


class Step(Value):
    """One moment of the video: something is said, done, or both at the same time.

    Targets are Playwright selectors: ``role=link[name="Red kayak"]``, ``text=Sort by``, ``#qty``.
    """

    say: str = ""
    goto: str = ""
    click: str = ""
    hover: str = ""
    type: Typing | None = None
    choose: Choosing | None = None
    scroll: int = 0
    """Pixels, downward when positive."""
    wait_for: str = ""
    """What shows that the deed is done: something on the page that a click leads to."""
    pause: float = 0.0
    """Seconds of stillness at the end."""

    @model_validator(mode="after")
    def _at_most_one_deed(self) -> "Step":
        deeds = [name for name in self.model_fields_set if name not in ("say", "wait_for", "pause")]
        if len(deeds) > 1:
            raise ValueError(f"a step does one thing, this one does {' and '.join(sorted(deeds))}")
        return self


class Script(Value):
    """``before`` is played with the camera off: logging in, for example."""

    title: str
    before: tuple[Step, ...] = ()
    steps: tuple[Step, ...]


def load(path: Path) -> Script:
    """Raises UsageError naming the file and the field that is wrong."""
    try:
        content: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        return Script.model_validate(content)
    except (yaml.YAMLError, ValidationError) as error:
        raise UsageError(f"{path}: {error}") from error
