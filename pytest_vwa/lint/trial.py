"""Trying an answer on checks, where that needs neither page nor model."""

from collections.abc import Sequence

from pytest_vwa.core.errors import Broken
from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.core.site import Sites
from pytest_vwa.core.task import Check
from pytest_vwa.evaluators.problems import problem
from pytest_vwa.registry import Registry
from pytest_vwa.scoring import score

PAGELESS = frozenset({"string_match", "url_match"})


def passes(
    checks: Sequence[Check], asks: str, registry: Registry, *, answer: str = "", url: str = ""
) -> bool:
    """Whether the profile ``reference`` passes this answer, given on this page. False where it
    takes a page, a model or a working check to know."""
    if not checks or any(check.kind not in PAGELESS for check in checks):
        return False
    if any(problem(check, registry.functions) for check in checks):
        return False
    evidence = Evidence(
        intent=asks,
        answer=answer,
        trajectory=None,
        tabs=(),
        last_url=url,
        sites=Sites({}),
        visit=_no_page,
        judge=None,
    )
    try:
        return score(checks, evidence, registry.profile("reference")).value == 1.0
    except Broken:
        return False


def _no_page(url: str) -> View:
    raise Broken(f"there is no page to look at: {url}")
