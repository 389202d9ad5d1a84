"""How far a judge agrees with answers graded by hand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt

from pydantic import TypeAdapter

from pytest_vwa.core.errors import JudgeError
from pytest_vwa.core.value import Value

from . import grading
from .grading import GRADES, Grade
from .judge import ModelJudge

_PATIENCE = 5
UNACHIEVABLE = "unachievable"
"""The kind of pair whose reference is the reason why the task cannot be done."""


class Pair(Value):
    """An answer graded by hand. ``kind`` says what makes it hard, ``why`` what decided."""

    kind: str
    question: str
    reference: str
    answer: str
    grade: Grade
    why: str


@dataclass(frozen=True)
class Judged:
    """What the judge made of a pair. ``grade`` is None where it gave none; ``said`` is then why."""

    pair: Pair
    grade: Grade | None
    said: str = ""

    @property
    def agrees(self) -> bool:
        return self.grade == self.pair.grade


@dataclass(frozen=True)
class Agreement:
    """Of a judge with the hand-made grades. To give no grade is to disagree."""

    judged: tuple[Judged, ...]

    @property
    def share(self) -> float:
        """Pairs on which both agree, of all pairs, 0..1."""
        return _share(self.judged)

    @property
    def graded(self) -> "Agreement":
        """On those pairs alone to which the judge gave a grade."""
        return Agreement(tuple(each for each in self.judged if each.grade))

    @property
    def kappa(self) -> float:
        """Cohen's kappa (1960): agreement beyond what chance gives, at most 1."""
        chance = self._chance
        return (self.share - chance) / (1 - chance) if chance < 1 else 1.0

    @property
    def kappa_interval(self) -> tuple[float, float]:
        """Its 95 % interval by Cohen's large-sample standard error."""
        spread = sqrt(self.share * (1 - self.share) / len(self.judged))
        half = 1.96 * spread / (1 - self._chance) if self._chance < 1 else 0.0
        return self.kappa - half, min(1.0, self.kappa + half)

    @property
    def _chance(self) -> float:
        total = len(self.judged)
        return sum(
            (sum(each.pair.grade == grade for each in self.judged) / total)
            * (sum(each.grade == grade for each in self.judged) / total)
            for grade in GRADES
        )

    def confusion(self) -> dict[tuple[Grade, Grade | None], int]:
        """Counts by (grade by hand, grade by the judge or None)."""
        return {
            (hand, machine): sum(
                (each.pair.grade, each.grade) == (hand, machine) for each in self.judged
            )
            for hand in GRADES
            for machine in (*GRADES, None)
        }

    def by_kind(self) -> Iterator[tuple[str, int, float]]:
        """Kind of pair, how many there are, share on which both agree."""
        for kind in dict.fromkeys(each.pair.kind for each in self.judged):
            own = [each for each in self.judged if each.pair.kind == kind]
            yield kind, len(own), _share(own)


def _share(judged: Sequence[Judged]) -> float:
    return sum(each.agrees for each in judged) / len(judged)


@cache
def pairs() -> tuple[Pair, ...]:
    """The calibration set."""
    import yaml

    text = files(__package__).joinpath("calibration.yaml").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Pair, ...]).validate_python(yaml.safe_load(text)["pairs"])


def measure(judge: Callable[[Pair], Judged]) -> Agreement:
    """Let the judge grade the whole set. Raises JudgeError when it gives no grade to the first
    few pairs: it is none, or it is not there."""
    judged: list[Judged] = []
    for pair in pairs():
        judged.append(judge(pair))
        if len(judged) == _PATIENCE and not any(each.grade for each in judged):
            raise JudgeError(judged[-1].said)
    return Agreement(tuple(judged))


def asking(judge: ModelJudge) -> Callable[[Pair], Judged]:
    """A model as judge."""

    def ask(pair: Pair) -> Judged:
        request = grading.explains if pair.kind == UNACHIEVABLE else grading.matches
        try:
            found, _ = judge.grade(request(pair.answer, pair.reference, pair.question))
        except JudgeError as error:
            return Judged(pair, None, str(error))
        return Judged(pair, found.grade, found.reason)

    return ask


def exact(pair: Pair) -> Judged:
    """The rule that a judge must beat: the same words, whatever their case and signs."""
    same = _plain(pair.answer) == _plain(pair.reference)
    return Judged(pair, "correct" if same else "incorrect")


def _plain(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.lower()).split())
