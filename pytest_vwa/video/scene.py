"""Which pictures of a video tell most."""

from collections.abc import Sequence

import numpy as np

from .picture import Grey

NEW = 0.05
"""Mean difference, in grey values of 0 to 255, below which a picture shows nothing new."""


def choose(glances: Sequence[Grey], count: int) -> list[int]:
    """The places of at most ``count`` pictures, in order, the first among them.

    The first is taken; then, again and again, the one that differs most from all that are taken:
    from the most similar of them, by the mean of the differences of all grey values; of equals the
    earliest. So a page that stays or comes back is taken once, however often it is seen, and a
    long scroll does not crowd out the rest. What shows nothing new is left out, also when fewer
    than ``count`` remain.
    """
    seen = np.stack(glances).reshape(len(glances), -1).astype(np.float32)
    taken = [0]
    novelty = np.abs(seen - seen[0]).mean(axis=1)
    while len(taken) < count and novelty.max() >= NEW:
        taken.append(int(novelty.argmax()))
        novelty = np.minimum(novelty, np.abs(seen - seen[taken[-1]]).mean(axis=1))
    return sorted(taken)
