"""What task files can name without registering anything.

``program_html`` is missing here: it is made of the functions that are registered in the end.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pytest_vwa.core.ports import Evaluator

from . import gitlab, page, reddit, shopping
from .page_image import page_image_query
from .string_match import string_match
from .url_match import url_match

EVALUATORS: Mapping[str, Evaluator] = {
    "string_match": string_match,
    "url_match": url_match,
    "page_image_query": page_image_query,
}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **page.FUNCTIONS,
    **shopping.FUNCTIONS,
    **reddit.FUNCTIONS,
    **gitlab.FUNCTIONS,
}
