"""How much of a page's text an agent is shown."""


def within(text: str, limit: int) -> str:
    """The lines that fit into ``limit`` characters, and a last one that says what was cut; all of
    it when ``limit`` is 0."""
    if not limit or len(text) <= limit:
        return text
    end = text.rfind("\n", 0, limit + 1)
    kept, cut = (text[:end], text[end + 1 :]) if end >= 0 else ("", text)
    lines = cut.count("\n") + 1
    told = (
        f"... {lines:,} more line{'s' * (lines != 1)} ({len(cut):,} characters) cut; "
        "press [ArrowDown] to move on a little, scroll [down] by a page"
    )
    return f"{kept}\n{told}" if kept else told
