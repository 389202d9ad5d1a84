"""What the pictures of a page show: every query counts, and so does colour."""

from io import BytesIO

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.criteria import PageImageQuery
from pytest_vwa.evaluators.page_image import Eye, judged
from pytest_vwa.evaluators.pictures import similarity

from .earned import earned
from .rules import names

FIELDS = 8
"""Colours are compared in a grid of so many fields by so many."""
OTHER_COLOUR = 24.0
"""From this distance on, in the plane of Cb and Cr (0 to 255 each), a field's colour is another.
Strong JPEG compression, blurring and resizing stay below 8."""


def likeness(one: Image, other: Image) -> float:
    """The structural similarity, and 0 where some field of the pictures has another colour."""
    return similarity(one, other) if colour_distance(one, other) < OTHER_COLOUR else 0.0


def colour_distance(one: Image, other: Image) -> float:
    """How far apart the mean colours are in the field where they are farthest; of brightness,
    only what it takes from a colour counts."""
    import numpy
    from PIL import Image as Pillow

    fields = [
        numpy.asarray(
            Pillow.open(BytesIO(image.data))
            .convert("RGB")
            .convert("YCbCr")
            .resize((FIELDS, FIELDS), Pillow.Resampling.BOX),
            dtype=float,
        )[..., 1:]
        for image in (one, other)
    ]
    return float(numpy.linalg.norm(fields[0] - fields[1], axis=-1).max())


EYE = Eye(likeness, "structural similarity, 0 when the colours differ,", names)


def _page_image_query(evidence: Evidence, check: Check) -> Score:
    return judged(PageImageQuery.model_validate(check.args).queries, evidence, EYE)


page_image_query = earned(_page_image_query)
"""1 when every query finds, among its pictures, one that shows what is asked; else 0."""
