"""How pairs of agents stand in the summary's text."""

from collections.abc import Iterator, Sequence

from .pairs import Pair
from .units import counted

SHOWN = 10
TEST = "p: exact two-sided McNemar test, not corrected for the number of pairs."
LEGEND = f"gained: won by the first alone; lost: by the second alone. {TEST}"


def headline(pair: Pair) -> str:
    """``summary against text on 33 tasks, p 0.219``"""
    p = f", p {_p(pair.p)}" if pair.compared else ""
    return f"{pair.first} against {pair.second} on {counted(pair.compared, pair.noun)}{p}"


def details(pair: Pair, *, whole: bool = False) -> Iterator[str]:
    """What was gained and lost, ``SHOWN`` names of each unless ``whole``; and the counts of the
    rest."""
    apart = f"{pair.left_out} left out, not judged for both"
    if not pair.compared:
        yield f"nothing to compare: {apart}"
        return
    yield _named("gained", pair.gained, whole=whole)
    yield _named("lost", pair.lost, whole=whole)
    yield f"both {pair.both}, neither {pair.neither}{f'; {apart}' if pair.left_out else ''}"


def _named(word: str, keys: Sequence[str], *, whole: bool) -> str:
    shown = keys if whole else keys[:SHOWN]
    hidden = len(keys) - len(shown)
    names = f": {', '.join(shown)}" if keys else ""
    return f"{word} {len(keys)}{names}{f' and {hidden} more (-v names all)' if hidden else ''}"


def _p(p: float) -> str:
    """0.0312 -> ``0.031``; 0.00001 -> ``1e-05``"""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"
