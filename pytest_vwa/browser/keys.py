"""Key names as agents write them -> as Playwright knows them."""

import re
from unicodedata import normalize

from pytest_vwa.registry import hint

_PLAIN = (
    *("Enter", "Escape", "Tab", "Space", "Backspace", "Delete", "Insert", "Home", "End"),
    *("PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
    *(f"F{number}" for number in range(1, 13)),
)
_OTHERWISE = {
    "ControlOrMeta": "controlormeta control ctrl command cmd meta ⌘ ⌃",
    "Meta": "super windows win",
    "Alt": "alt option opt ⌥",
    "Shift": "shift ⇧",
    "Enter": "return ↵ ⏎",
    "Escape": "esc ⎋",
    "Tab": "⇥",
    "Space": "spacebar",
    "Backspace": "⌫",
    "Delete": "del",
    "Insert": "ins",
    "PageUp": "pgup",
    "PageDown": "pgdn pgdown",
    "ArrowUp": "up ↑",
    "ArrowDown": "down ↓",
    "ArrowLeft": "left ←",
    "ArrowRight": "right →",
}
_NAMES = {
    **{name.lower(): name for name in _PLAIN},
    **{other: name for name, others in _OTHERWISE.items() for other in others.split()},
}
_TEACHING = (*_PLAIN, "Ctrl", "Alt", "Shift", "Meta")
_MODIFIERS = ("ControlOrMeta", "Meta", "Alt", "Shift")
_HELD = "|".join(other for other, name in _NAMES.items() if name in _MODIFIERS and other.isascii())
_DASH = re.compile(rf"(?<!\w)({_HELD})\s*-\s*(?=\S)", re.IGNORECASE)
"""As in ``ctrl-a``; the key ``-`` itself has nothing after it."""


def combinations(written: str) -> tuple[str, ...]:
    """``ctrl+a`` -> ``ControlOrMeta+a``; several, one after the other, are separated by spaces or
    commas: ``Tab Tab Enter``. Raises ValueError that names what is no key."""
    text = _DASH.sub(r"\1+", normalize("NFC", written.strip()))
    text = re.sub(r"\s*\+\s*(?=\S)", "+", text)
    text = re.sub(r"([⌘⌃⌥⇧])(?=[^\s+])", r"\1+", text)
    try:
        return (_combination(text),)
    except ValueError:
        parts = [part for part in re.split(r"[\s,]+", text) if part]
        if len(parts) < 2:
            raise
        return tuple(map(_combination, parts))


def _combination(text: str) -> str:
    plus = text == "+" or text.endswith("++")
    parts = [part.strip() for part in text.removesuffix("+" * plus).split("+") if part.strip()]
    keys = [_key(part) for part in parts] + ["+"] * plus
    if not keys:
        raise ValueError("it names no key; write e.g. Enter or ctrl+a")
    if len(keys) > 1 and (unknown := next(filter(is_text, keys), "")):
        raise ValueError(f"{unknown} has no key that could be pressed together with others")
    # A capital with Ctrl is how the key is written, not a wish for Shift.
    capital = len(keys) > 1 and "Shift" not in keys
    return "+".join([*keys[:-1], keys[-1].lower() if capital and len(keys[-1]) == 1 else keys[-1]])


def _key(part: str) -> str:
    name = re.sub(r"[_ -]", "", part.lower()) if len(part) > 1 else part
    if name in _NAMES:
        return _NAMES[name]
    if len(part) == 1 and part.isprintable():
        return part
    shown = part if part.isprintable() else repr(part)
    raise ValueError(f"{shown} is no key{hint(part, _TEACHING)}")


def is_text(key: str) -> bool:
    """A character that keyboards of the United States, which Playwright knows, have no key for."""
    return len(key) == 1 and not key.isascii()
