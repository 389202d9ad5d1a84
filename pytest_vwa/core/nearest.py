"""What errors say of a name that is not known."""

from collections.abc import Iterable


def meant(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'summary'?``, or "" where none is near."""
    from difflib import get_close_matches  # for errors alone: it takes longer than all else here

    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
