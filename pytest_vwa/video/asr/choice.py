"""Which speech engine ``--vwa-asr`` names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.transcript import SpeechEngine
from pytest_vwa.llm.terms import USUAL, Terms
from pytest_vwa.registry import hint

NONE = "none"
FORMS = "ENGINE or ENGINE:MODEL, such as faster-whisper:base or api:whisper-1"


@dataclass(frozen=True)
class Choice:
    """What an engine is made from. ``model`` is "" where none is named; files are meant from
    ``here``; servers are called on the ``terms`` on which the run calls its models."""

    engine: str
    model: str
    here: Path
    terms: Terms = USUAL

    @classmethod
    def of(cls, text: str, here: Path, terms: Terms = USUAL) -> "Choice":
        """``faster-whisper:base``, as the option is written."""
        engine, _, model = text.partition(":")
        return cls(engine.strip(), model.strip(), here, terms)


def open_engine(
    choice: Choice, engines: Mapping[str, Callable[..., SpeechEngine]]
) -> SpeechEngine | None:
    """The engine, which has loaded nothing yet; None for ``none``. Raises as ``named`` does."""
    if choice.engine != NONE:
        return named(choice, engines)
    if choice.model:
        raise UsageError(f"--vwa-asr: {NONE} takes no model, got {choice.model!r}; write {FORMS}")
    return None


def named(choice: Choice, engines: Mapping[str, Callable[..., SpeechEngine]]) -> SpeechEngine:
    """Raises UsageError when there is no such engine or model, or when its package is missing."""
    if choice.engine not in engines:
        meant = hint(choice.engine, (NONE, *engines))
        raise UsageError(
            f"--vwa-asr: unknown speech engine {choice.engine!r}{meant}; write {FORMS}"
        )
    return engines[choice.engine](choice)
