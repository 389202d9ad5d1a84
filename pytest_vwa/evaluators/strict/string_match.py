"""The answer against reference answers: by words and values, and no list of guesses."""

from collections.abc import Iterator
from dataclasses import replace

from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.criteria import ReferenceAnswers, StringMatch
from pytest_vwa.evaluators.rules import clean
from pytest_vwa.evaluators.string_match import misses

from . import rules
from .flood import flood
from .text import bare

NOT_APPLICABLE = "N/A"


def string_match(evidence: Evidence, check: Check) -> Score:
    """1 when the answer meets every reference answer and is no list of guesses, else 0.

    Raises JudgeError when a meaning must be judged and no judge is configured.
    """
    criteria = StringMatch.model_validate(check.args)
    wanted = criteria.reference_answers
    # Reference answers name the sites by their placeholders.
    wrong = next(_unmet(wanted, evidence.sites.conceal(evidence.answer)), "")
    if not wrong and (wanted.unachievable or wanted.meanings):
        wrong = misses(criteria, _said(evidence.answer), _asked(evidence))
    return Score(0.0, f"answer: {wrong}") if wrong else Score(1.0, "answer: as expected")


def _unmet(wanted: ReferenceAnswers, answer: str) -> Iterator[str]:
    """What the rules have against the answer, one complaint at a time."""
    complaints = [
        *([] if wanted.exact_match is None else [rules.answers(wanted.exact_match, answer)]),
        *(rules.includes(each, answer) for each in wanted.must_include),
        *(rules.excludes(each, answer) for each in wanted.must_exclude),
        *([rules.one_of(wanted.one_of, answer)] if wanted.one_of else []),
        *(rules.satisfies(each, answer) for each in wanted.required_values),
    ]
    yield from filter(None, complaints)
    if _gives_up(answer) and not _may_give_up(wanted):
        yield f"expected an answer, got {answer!r}, which is right only where a task cannot be done"
    if guesses := flood(_asked_for(wanted), answer):
        yield guesses


def _asked_for(wanted: ReferenceAnswers) -> tuple[tuple[str, ...], ...]:
    """Each thing that the answer must name, as its alternatives."""
    included = tuple(rules.alternatives(each) for each in wanted.must_include)
    return (*included, wanted.one_of) if wanted.one_of else included


def _gives_up(answer: str) -> bool:
    return bare(answer) == bare(NOT_APPLICABLE)


def _may_give_up(wanted: ReferenceAnswers) -> bool:
    """The task is marked as impossible, or its authors wrote ``N/A`` for an answer."""
    texts = (wanted.exact_match or "", *wanted.must_include, *wanted.one_of, *wanted.meanings)
    return wanted.unachievable or any(
        _gives_up(each) for text in texts for each in rules.alternatives(text)
    )


def _said(answer: str) -> str:
    """As the judge of the profile ``reference`` is told it, so that it is asked once for both."""
    return NOT_APPLICABLE if _gives_up(answer) else clean(answer)


def _asked(evidence: Evidence) -> Evidence:
    """What the judge is told was asked: the question about the video, where it is one."""
    return replace(evidence, intent=evidence.question or evidence.intent)
