"""What the pictures of a page show: every query counts, and so does colour."""

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.criteria import PageImageQuery
from pytest_vwa.evaluators.page_image import Eye, judged
from pytest_vwa.evaluators.pictures import similarity

from .colour import colour_distance
from .earned import earned
from .rules import names


def likeness(one: Image, other: Image) -> float:
    """The structural similarity, and 0 where the pictures have other colours somewhere."""
    return similarity(one, other) if colour_distance(one, other) < 1 else 0.0


EYE = Eye(likeness, "structural similarity, 0 when the colours differ,", names)


def _page_image_query(evidence: Evidence, check: Check) -> Score:
    return judged(PageImageQuery.model_validate(check.args).queries, evidence, EYE)


page_image_query = earned(_page_image_query)
"""1 when every query finds, among its pictures, one that shows what is asked; else 0."""
