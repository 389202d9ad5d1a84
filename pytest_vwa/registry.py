"""Names -> things, with the nearest match in the error."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .core.errors import UsageError
from .core.nearest import meant

if TYPE_CHECKING:
    from .core.ports import Evaluator
    from .core.transcript import SpeechEngine
    from .core.verdict import Profile

T = TypeVar("T")


def hint(name: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """``; did you mean 'summary'? known: noop, summary``"""
    return f"{meant(name, known) or ';'} known: {', '.join(sorted(known)) or 'none'}"


@dataclass(frozen=True)
class Late(Generic[T]):
    """A thing that is imported or made when it is first looked up."""

    load: Callable[[], T]

    @classmethod
    def of(cls, place: str) -> "Late[T]":
        """The attribute at ``package.module:attribute``."""
        module, _, attribute = place.partition(":")
        return cls(lambda: getattr(import_module(module), attribute))


class Names(Mapping[str, T], Generic[T]):
    """A mapping that can only grow, and whose look-up error teaches."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self._things: dict[str, T | Late[T]] = {}

    def add(self, name: str, thing: "T | Late[T]") -> None:
        """Later registrations replace earlier ones: a user may override a built-in."""
        self._things[name] = thing

    def __getitem__(self, name: str) -> T:
        thing = self._things[name]
        if isinstance(thing, Late):
            thing = self._things[name] = thing.load()
        return thing

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def find(self, name: str) -> T:
        """Like ``[]``, but an unknown name is a UsageError that lists what there is."""
        if name not in self._things:
            raise UsageError(f"unknown {self.noun} {name!r}{hint(name, self._things)}")
        return self[name]


class CheckKinds(Names["Evaluator"]):
    """What judges a check. ``strict`` has what judges it under the profile of that name: the same,
    unless another is added there afterwards."""

    def __init__(self) -> None:
        super().__init__("check kind")
        self.strict: Names[Evaluator] = Names("strict check kind")

    def add(self, name: str, thing: "Evaluator | Late[Evaluator]") -> None:
        """Under every profile: whoever replaces a built-in is not overruled by its strict twin."""
        super().add(name, thing)
        self.strict.add(name, thing)


@dataclass(frozen=True)
class Registry:
    """What names in options and task files stand for.

    ``functions`` are the ones task files may call as ``func:NAME(...)``; they get the Evidence
    first, then the call's parsed arguments. ``resets`` make a site new, given its address, where
    ``sites.yaml`` names them. ``speech`` are the engines of --vwa-asr, made from a
    ``video.asr.choice.Choice``.
    """

    agents: Names[Callable[..., Any]] = field(default_factory=lambda: Names("agent"))
    evaluators: CheckKinds = field(default_factory=CheckKinds)
    functions: Names[Callable[..., Any]] = field(default_factory=lambda: Names("function"))
    resets: Names[Callable[[str], None]] = field(default_factory=lambda: Names("reset"))
    speech: "Names[Callable[..., SpeechEngine]]" = field(
        default_factory=lambda: Names("speech engine")
    )

    @property
    def strict(self) -> "Names[Evaluator]":
        return self.evaluators.strict

    def profile(self, name: "Profile") -> "Names[Evaluator]":
        """The evaluators of a profile."""
        return self.strict if name == "strict" else self.evaluators
