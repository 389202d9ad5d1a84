"""Checks and evidence -> verdicts."""

from collections.abc import Mapping, Sequence

from .core.errors import Broken, VwaError
from .core.ports import Evaluator, Evidence
from .core.task import Check
from .core.verdict import PROFILES, Profile, Score, Verdict, Verdicts
from .registry import Registry


def judge(
    checks: Sequence[Check], evidence: Evidence, registry: Registry, deciding: Profile
) -> Verdicts:
    """Judge under every profile; ``deciding`` comes first, and raises when it breaks. What breaks
    under another profile alone must not cost the run its outcome."""
    verdicts: dict[Profile, Verdict | VwaError] = {
        deciding: score(checks, evidence, registry.profile(deciding))
    }
    for profile in PROFILES:
        if profile != deciding:
            try:
                verdicts[profile] = score(checks, evidence, registry.profile(profile))
            except VwaError as error:
                verdicts[profile] = error
    return verdicts


def score(
    checks: Sequence[Check], evidence: Evidence, evaluators: Mapping[str, Evaluator]
) -> Verdict:
    """Judge every check, also after one is lost: the report shows them all.

    An evaluator that breaks raises Broken, so that the outcome is ``error``, never ``failed``.
    """
    return Verdict(
        tuple((check, _score(evaluators[check.kind], evidence, check)) for check in checks)
    )


def _score(evaluator: Evaluator, evidence: Evidence, check: Check) -> Score:
    try:
        return evaluator(evidence, check)
    except VwaError:
        raise
    except Exception as error:
        raise Broken(
            f"the evaluator of {check.kind} raised {type(error).__name__}: {error}"
        ) from error
