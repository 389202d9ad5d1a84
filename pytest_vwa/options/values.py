"""From the text of an option to its value; ValueError says what is expected."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pytest_vwa.core.observation import OBSERVATION_KINDS
from pytest_vwa.core.site import WHENS
from pytest_vwa.core.task import Viewport
from pytest_vwa.core.verdict import PROFILES
from pytest_vwa.llm.cassette import MODES, Mode
from pytest_vwa.registry import hint
from pytest_vwa.video.sampling import STRATEGIES

Name = TypeVar("Name", bound=str)

_SIZE = re.compile(r"([1-9]\d{2,3})\s*[xX]\s*([1-9]\d{2,3})")


def one_of(noun: str, known: tuple[Name, ...]) -> Callable[[str], Name]:
    """Reads one of these names."""

    def read(text: str) -> Name:
        for name in known:
            if text == name:
                return name
        raise ValueError(f"unknown {noun}{hint(text, known)}")

    return read


observation_kind = one_of("kind of observation", OBSERVATION_KINDS)
strategy = one_of("strategy", STRATEGIES)
parsing = one_of("parsing", ("lenient", "reference"))
profile = one_of("profile", PROFILES)
reset = one_of("time to reset", WHENS)


def at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("expected a whole number of at least 1")
    return number


def at_least_zero(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError("expected a whole number of at least 0")
    return number


def seconds(text: str) -> float:
    number = amount(text)
    if not number:
        raise ValueError("expected a number of seconds above 0")
    return number


def count(text: str) -> int | None:
    return at_least_one(text) if text else None


def amount(text: str) -> float | None:
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise ValueError("expected a number of at least 0")
    return number


def price(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    prices = [amount(part) for part in text.split(",") if part.strip()]
    match prices:
        case [float(asked), float(said)]:
            return asked, said
    raise ValueError("expected two prices, IN,OUT in USD per million tokens, such as 2.5,10")


def size(text: str) -> Viewport | None:
    if not text:
        return None
    written = _SIZE.fullmatch(text.strip())
    if written is None:
        raise ValueError("expected WIDTHxHEIGHT in pixels, 100 to 9999 each, such as 1280x720")
    return Viewport(int(written[1]), int(written[2]))


def shard(text: str) -> tuple[int, int] | None:
    """Which part, from 1, and of how many."""
    if not text:
        return None
    written = re.fullmatch(r"\s*([1-9]\d{0,5})\s*/\s*([1-9]\d{0,5})\s*", text)
    if written is None or int(written[1]) > int(written[2]):
        raise ValueError("expected I/N, the I-th of N parts, such as 1/4")
    return int(written[1]), int(written[2])


def quality(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 95:
        raise ValueError("expected a whole number from 1 to 95")
    return number


def on_or_off(text: str) -> bool:
    return one_of("setting", ("on", "off"))(text) == "on"


def path(text: str) -> Path | None:
    return Path(text) if text else None


def table(text: str) -> Path:
    path = Path(text)
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError("expected a file that ends in .csv or .parquet")
    return path


def address(text: str) -> str:
    if text and not text.startswith(("http://", "https://")):
        raise ValueError("expected an address that begins with http:// or https://")
    return text


def leases(text: str) -> Path | str:
    """A folder, or the address of a Redis server."""
    return text if text.startswith(("redis://", "rediss://", "unix://")) else Path(text)


def cassette(text: str) -> tuple[Mode, Path] | None:
    if not text:
        return None
    mode, _, folder = text.partition(":")
    for known in MODES:
        if mode == known and folder:
            return known, Path(folder)
    raise ValueError("expected record:DIR, replay:DIR or auto:DIR")
