"""Found texts as reasons quote them."""

LIMIT = 120


def excerpt(text: str, around: str = "") -> str:
    """In quotation marks, on one line, at most 120 characters of it.

    ``around`` is what must stay in sight; without it, the beginning does.
    """
    line = " ".join(text.split())
    if len(line) <= LIMIT:
        return repr(line)
    start = max(0, line.lower().find(around.lower()) - LIMIT // 2) if around else 0
    before = "…" if start else ""
    after = "…" if start + LIMIT < len(line) else ""
    return repr(f"{before}{line[start : start + LIMIT].strip()}{after}")
