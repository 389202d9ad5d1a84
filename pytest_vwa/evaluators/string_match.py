"""The answer against reference answers."""

from collections.abc import Iterator

from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from . import rules
from .criteria import StringMatch
from .excerpt import excerpt
from .judge import judge_of


def string_match(evidence: Evidence, check: Check) -> Score:
    """1 when the answer meets every reference answer, else 0.

    Raises JudgeError when a meaning must be judged and no judge is configured.
    """
    criteria = StringMatch.model_validate(check.args)
    # Reference answers name the sites by their placeholders.
    answer = rules.clean(evidence.sites.conceal(evidence.answer))
    wrong = next(_unmet(criteria, answer), "") or misses(criteria, answer, evidence)
    return Score(0.0, f"answer: {wrong}") if wrong else Score(1.0, "answer: as expected")


def _unmet(criteria: StringMatch, answer: str) -> Iterator[str]:
    """What the rules have against the answer, one complaint at a time."""
    wanted, includes = criteria.reference_answers, _inclusion(criteria)
    complaints = [
        *([] if wanted.exact_match is None else [rules.equals(wanted.exact_match, answer)]),
        *(includes(each, answer) for each in wanted.must_include),
        *(rules.excludes(each, answer) for each in wanted.must_exclude),
        *([rules.one_of(wanted.one_of, answer)] if wanted.one_of else []),
        *(rules.satisfies(each, answer) for each in wanted.required_values),
    ]
    return filter(None, complaints)


def _inclusion(criteria: StringMatch) -> rules.Rule:
    """Even within words, as WebArena looks for them, a lone sign such as ``0`` stands alone."""
    asked = criteria.reference_answers.must_include
    lone = len(asked) == 1 and len(rules.clean(asked[0])) == 1
    return rules.occurs if criteria.within_words and not lone else rules.includes


def misses(criteria: StringMatch, answer: str, evidence: Evidence) -> str:
    """What the judge has against the answer."""
    wanted = criteria.reference_answers
    if wanted.unachievable:
        return _explains(criteria.string_note, answer, evidence)
    for meaning in wanted.meanings:
        score = judge_of(evidence).matches(answer, meaning, evidence.intent)
        if not score.passed:
            said = f" ({score.reason})" if score.reason else ""
            return f"expected to mean {meaning!r}, got {excerpt(answer)}{said}"
    return ""


def _explains(reason: str, answer: str, evidence: Evidence) -> str:
    if not rules.equals("N/A", answer):
        return ""
    score = judge_of(evidence).explains(answer, reason, evidence.intent)
    if score.passed:
        return ""
    said = f" ({score.reason})" if score.reason else ""
    return f"expected 'N/A' or the reason {reason!r}, got {excerpt(answer)}{said}"
