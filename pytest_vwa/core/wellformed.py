"""Text that every encoding, file and connection can hold."""

import re
from typing import Any

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")
_SAFE = "utf-16-le"


def well_formed(text: str) -> str:
    """Return the text with U+FFFD in place of each lone surrogate.

    JavaScript and JSON know halves of a character, as ``\\ud83d`` without what follows it; UTF-8
    does not, so that neither a journal nor a connection could hold them. Two halves that belong
    together become their character.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(_SAFE, "surrogatepass").decode(_SAFE, "replace")
    return text


def printable(text: str) -> str:
    """Return the text well-formed and with control characters written out, as ``\\x1b``.

    A terminal would obey them: they move its cursor, change its title or turn the direction of what
    follows. Tabs and ends of lines stay.
    """
    return _CONTROLS.sub(lambda sign: repr(sign[0])[1:-1], well_formed(text))


def all_well_formed(value: Any) -> Any:
    """Return a value as JSON has it with all texts in it well-formed, and any other as it is."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, dict):
        return {well_formed(str(key)): all_well_formed(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(all_well_formed, value))
    return value
