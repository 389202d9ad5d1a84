"""Whether JavaScript can be read at all: its brackets and quotation marks, and no more of it."""

_CLOSES = {")": "(", "]": "[", "}": "{"}
_BEFORE_PATTERN = "(,=:[!&|?{};+-*%<>~^"
"""After one of these, or at the start, a slash begins a pattern and divides nothing."""


def unbalanced(script: str) -> str:
    """What is not closed, or closes nothing; "" when all is in order. Comments and templates are
    not looked into: a script that has them passes."""
    if "`" in script or "//" in script or "/*" in script:
        return ""
    opened: list[tuple[str, int]] = []
    place, before = 0, ""
    while place < len(script):
        sign = script[place]
        if sign in "'\"" or (sign == "/" and (not before or before in _BEFORE_PATTERN)):
            end = _end(script, place)
            if not end:
                return f"the {sign} at {place + 1} is not closed"
            place = end
        elif sign in _CLOSES.values():
            opened.append((sign, place))
        elif sign in _CLOSES and (not opened or opened.pop()[0] != _CLOSES[sign]):
            return f"the {sign} at {place + 1} closes nothing"
        before = before if sign.isspace() else sign
        place += 1
    return f"the {opened[-1][0]} at {opened[-1][1] + 1} is not closed" if opened else ""


def _end(script: str, start: int) -> int:
    """Where the text or the pattern that begins here ends; 0 when it does not."""
    mark, place, within = script[start], start + 1, False
    while place < len(script) and script[place] != "\n":
        sign = script[place]
        if sign == "\\":
            place += 1
        elif sign == mark and not within:
            return place
        elif mark == "/" and sign in "[]":
            within = sign == "["
        place += 1
    return 0
