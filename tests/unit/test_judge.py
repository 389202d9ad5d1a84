"""The model judge."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pytest_vwa.core.errors import JudgeError, ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Message, Reply
from pytest_vwa.evaluators.judge import ModelJudge, verdict


@dataclass
class Parrot:
    """A model that says one thing, and remembers what it was asked."""

    says: str
    name: str = "parrot"
    asked: list[Message] = field(default_factory=list)

    def complete(self, messages: Sequence[Message]) -> Reply:
        self.asked.extend(messages)
        return Reply(self.says)


class Mute:
    name = "mute"

    def complete(self, messages: Sequence[Message]) -> Reply:
        raise ModelError("rate limit")


@pytest.mark.parametrize(
    ("reply", "grade"),
    [
        ("All facts are there.\nVERDICT: correct", "correct"),
        ("It seems correct, but no.\nVerdict: **incorrect**", "incorrect"),
        ("verdict - partially correct.", "partially correct"),
        ("VERDICT: partially_correct", "partially correct"),
        ("VERDICT: not correct", "incorrect"),
        ("Correct.", "correct"),
        ("The answer is not correct.", "incorrect"),
        ("VERDICT: correct\nOn reflection:\nVERDICT: incorrect", "incorrect"),
    ],
)
def test_the_last_declared_verdict_counts(reply: str, grade: str) -> None:
    assert verdict(reply) == grade


@pytest.mark.parametrize("reply", ["", "I cannot say.", "correct or incorrect, who knows"])
def test_an_unreadable_verdict_is_an_error_that_quotes_it(reply: str) -> None:
    with pytest.raises(JudgeError, match="no verdict"):
        verdict(reply)


def test_only_correct_scores() -> None:
    assert ModelJudge(Parrot("VERDICT: correct")).matches("2 min", "two minutes", "how long").passed
    partial = ModelJudge(Parrot("VERDICT: partially correct")).explains("no", "closed", "open it")
    assert partial.value == 0.0
    assert partial.reason == "judged partially correct by parrot"


def test_the_judge_is_told_question_reference_and_answer() -> None:
    parrot = Parrot("VERDICT: correct")
    ModelJudge(parrot).matches("2 {min}", "two minutes", "how long?")
    asked = str(parrot.asked[-1].parts[0])
    assert all(text in asked for text in ("2 {min}", "two minutes", "how long?"))


def test_the_judge_looks_at_pictures() -> None:
    parrot, picture = Parrot("yes"), Image(b"", "image/png")
    assert ModelJudge(parrot).sees(picture, "Is it a bear?") == "yes"
    assert picture in parrot.asked[-1].parts


def test_a_silent_model_is_the_judges_error() -> None:
    with pytest.raises(JudgeError, match="rate limit"):
        ModelJudge(Mute()).matches("a", "b", "c")
