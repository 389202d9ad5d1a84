"""A model that grades in words what a rule cannot."""

import json
from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from pydantic import ValidationError

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import JudgeError, ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import LLM, Evidence, Judge, Message
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from . import grading
from .criteria import PageImageQuery, ProgramHtml, StringMatch
from .grading import Grading

SEES = "Answer this question about the picture, in a few words and from what is to be seen:\n"


class ModelJudge:
    """The Judge that asks a chat model. Only ``correct`` scores 1; all else scores 0.

    With a cache it asks the same thing once. A reply that cannot be read is asked for again, once.
    Every method raises JudgeError when no grade, or no reply, could be had.
    """

    def __init__(self, llm: LLM, cache: Cache | None = None) -> None:
        self._llm = llm
        self._cache = cache

    def matches(self, answer: str, reference: str, question: str) -> Score:
        return self._score(grading.matches(answer, reference, question))

    def explains(self, answer: str, reason: str, question: str) -> Score:
        return self._score(grading.explains(answer, reason, question))

    def sees(self, image: Image, question: str) -> str:
        text = SEES + question
        inputs = [text, sha256(image.data).hexdigest()]
        said, _ = self._once(inputs, lambda: self._ask(Message("user", (image, text))))
        return str(said)

    def grade(self, request: str) -> tuple[Grading, bool]:
        """The grade of a request of ``grading``, and whether it was known already."""
        kept, known = self._once([request], lambda: asdict(self._grade(request)))
        return Grading(**kept), known

    def _score(self, request: str) -> Score:
        graded, known = self.grade(request)
        by = f"judged {graded.grade} by {self._llm.name}{' (cached)' if known else ''}"
        why = f": {graded.reason}" if graded.reason else ""
        return Score(float(graded.grade == "correct"), by + why)

    def _grade(self, request: str) -> Grading:
        asked = Message("user", (request,))
        said = self._ask(asked)
        try:
            return grading.read(said)
        except JudgeError:
            reminder = Message("user", (grading.REMINDER,))
            again = self._ask(asked, Message("assistant", (said,)), reminder)
            return grading.read(again, f"the judge {self._llm.name}")

    def _ask(self, *messages: Message) -> str:
        try:
            return self._llm.complete((Message("system", (grading.ROLE,)), *messages)).text
        except ModelError as error:
            raise JudgeError(str(error)) from error

    def _once(self, inputs: list[str], look: Callable[[], Any]) -> tuple[Any, bool]:
        """What looking gives, and whether it was known already."""
        if self._cache is None:
            return look(), False
        asked: list[bool] = []

        def make() -> bytes:
            asked.append(True)
            return json.dumps(look()).encode()

        kept = self._cache.get("judge", [self._llm.name, grading.ROLE, *inputs], make)
        return json.loads(kept), not asked


def judge_of(evidence: Evidence) -> Judge:
    """The judge; raises JudgeError when none is configured."""
    if evidence.judge is None:
        raise JudgeError("there is no judge to grade a meaning; give --vwa-judge-model")
    return evidence.judge


def needs_judge(check: Check) -> bool:
    """Whether judging may call the model judge, under any profile: all are judged in every run,
    and ``strict`` asks more. A malformed check is not judged at all."""
    try:
        return _asks(check)
    except ValidationError:
        return False


def _asks(check: Check) -> bool:
    match check.kind:
        case "string_match":
            answers = StringMatch.model_validate(check.args).reference_answers
            return answers.unachievable or bool(answers.meanings)
        case "program_html":
            contents = ProgramHtml.model_validate(check.args).required_contents
            return contents.fuzzy_match is not None
        case "page_image_query":
            queries = PageImageQuery.model_validate(check.args).queries
            return any(query.eval_vqa for query in queries)
    return False
