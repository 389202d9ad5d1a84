"""How replies are read, and which actions an agent is therefore taught."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import published
from .forms import FORMS, Form
from .grammar import Reader, Reading, read
from .observation import Element


@dataclass(frozen=True)
class Parsing:
    """``read`` raises Unreadable; ``forms`` are those that it reads."""

    read: Reader
    forms: tuple[Form, ...]


def _as_published(reply: str, elements: Sequence[Element]) -> Reading:
    return Reading(published.parse(reply))


PARSINGS: Mapping[str, Parsing] = {
    "lenient": Parsing(read, FORMS),
    "reference": Parsing(_as_published, published.TAUGHT),
}
