"""Checks and evidence -> verdict."""

from collections.abc import Mapping, Sequence

from .core.errors import Broken, VwaError
from .core.ports import Evaluator, Evidence
from .core.task import Check
from .core.verdict import Score, Verdict


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
