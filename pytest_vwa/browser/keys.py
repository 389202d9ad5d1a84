"""Key names as agents write them -> as Playwright knows them."""

_NAMES = {
    "ctrl": "ControlOrMeta",
    "control": "ControlOrMeta",
    "cmd": "ControlOrMeta",
    "command": "ControlOrMeta",
    "meta": "ControlOrMeta",
    "controlormeta": "ControlOrMeta",
    "super": "Meta",
    "option": "Alt",
    "return": "Enter",
    "esc": "Escape",
    "del": "Delete",
    "ins": "Insert",
    "spacebar": "Space",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    **{
        name.lower(): name
        for name in (
            *("Alt", "Shift", "Enter", "Escape", "Tab", "Space", "Backspace", "Delete", "Insert"),
            *("Home", "End", "PageUp", "PageDown"),
            *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
            *(f"F{number}" for number in range(1, 13)),
        )
    },
}


def combination(written: str) -> str:
    """``ctrl+a`` -> ``ControlOrMeta+a``, ``Return`` -> ``Enter``. Raises ValueError when a part
    is no key."""
    text = written.strip()
    plus = text.endswith("+")
    parts = [part.strip() for part in text.removesuffix("+").split("+") if part.strip()]
    return "+".join([_key(part) for part in parts] + ["+"] * plus)


def _key(part: str) -> str:
    if len(part) == 1:
        return part
    try:
        return _NAMES[part.lower().replace("_", "").replace(" ", "")]
    except KeyError:
        raise ValueError(part) from None
