"""Names -> things, with the nearest match in the error."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .core.errors import UsageError

if TYPE_CHECKING:
    from .core.ports import Evaluator
    from .core.verdict import Profile

T = TypeVar("T")


def hint(name: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """``; did you mean 'summary'? known: noop, summary``"""
    from difflib import get_close_matches  # for errors alone: it takes longer than all else here

    near = get_close_matches(name, list(known), n=1)
    meant = f"; did you mean {near[0]!r}?" if near else ";"
    return f"{meant} known: {', '.join(sorted(known)) or 'none'}"


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

    def overlaid(self, other: "Names[T]") -> "Names[T]":
        """These, with the other's things in the place of those of the same name."""
        merged: Names[T] = Names(self.noun)
        merged._things = {**self._things, **other._things}
        return merged

    def find(self, name: str) -> T:
        """Like ``[]``, but an unknown name is a UsageError that lists what there is."""
        if name not in self._things:
            raise UsageError(f"unknown {self.noun} {name!r}{hint(name, self._things)}")
        return self[name]


@dataclass(frozen=True)
class Registry:
    """What names in options and task files stand for.

    ``functions`` are the ones task files may call as ``func:NAME(...)``; they get the Evidence
    first, then the call's parsed arguments. ``strict`` are the evaluators that judge otherwise
    under the profile of that name; all others serve both profiles.
    """

    agents: Names[Callable[..., Any]] = field(default_factory=lambda: Names("agent"))
    evaluators: "Names[Evaluator]" = field(default_factory=lambda: Names("check kind"))
    strict: "Names[Evaluator]" = field(default_factory=lambda: Names("strict check kind"))
    functions: Names[Callable[..., Any]] = field(default_factory=lambda: Names("function"))

    def profile(self, name: "Profile") -> "Names[Evaluator]":
        """The evaluators of a profile."""
        return self.evaluators.overlaid(self.strict) if name == "strict" else self.evaluators
