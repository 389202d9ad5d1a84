"""Found texts as reasons quote them."""

LIMIT = 120
_WINDOW = 4000
"""Characters looked at for an excerpt: pages are long, and mostly blanks between tags at worst."""


def excerpt(text: str, around: str = "") -> str:
    """In quotation marks, on one line, at most 120 characters of it.

    ``around`` is what must stay in sight; without it, the beginning does.
    """
    first = max(0, _place(text, around) - _WINDOW // 2)
    window = text[first : first + _WINDOW]
    line = " ".join(window.split())
    if len(line) <= LIMIT and len(window) == len(text):
        return repr(line)
    start = max(0, _place(line, around) - LIMIT // 2)
    before = "…" if first or start else ""
    after = "…" if start + LIMIT < len(line) or first + _WINDOW < len(text) else ""
    return repr(f"{before}{line[start : start + LIMIT].strip()}{after}")


def _place(text: str, around: str) -> int:
    return max(0, text.lower().find(around.lower())) if around else 0
