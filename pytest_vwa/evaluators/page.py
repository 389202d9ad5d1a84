"""Functions for task files that read any page. A selector without a match reads as ""."""

import json

from pytest_vwa.core.ports import Evidence, View

_TEXT = """(selector => {
  try { return document.querySelector(selector).textContent ?? ''; } catch { return ''; }
})"""


def get_query_text(evidence: Evidence, page: View, selector: str) -> str:
    """The text of the first element that the CSS selector matches."""
    return str(page.evaluate(f"{_TEXT}({json.dumps(selector)})"))


def get_query_text_lowercase(evidence: Evidence, page: View, selector: str) -> str:
    return get_query_text(evidence, page, selector).lower()
