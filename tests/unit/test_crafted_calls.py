"""A call whose arguments are of the wrong kind is told so; no function of ours ever sees them."""

from typing import Any

import pytest
from hypothesis import strategies as st
from judging import StillPage, evidence, target
from properties import examples, holds

from pytest_vwa.core.errors import Broken
from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.calls import MOST_ARGUMENTS, flaw_of_call, make_call, parse_call
from pytest_vwa.evaluators.problems import problem
from pytest_vwa.evaluators.program_html import program_html

REGISTRY = built_in()
FUNCTIONS = REGISTRY.functions


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("get_query_text('x', 'y')", "get_query_text wrongly: its argument page is 'x'; allowed: "
         "__page__"),
        ("reddit_get_post_url(5)", "its argument url is 5; allowed: a text or __last_url__"),
        ("shopping_get_sku_latest_review_author(5)", "its argument sku is 5; allowed: a text"),
        ("shopping_get_product_attributes(__page__, None)", "its argument attribute is None"),
        ("gitlab_get_project_memeber_role(__page__, 5)", "its argument account_name is 5"),
        ("get_query_text(__page__, True)", "its argument selector is True"),
        ("get_query_text(__page__, __page__)", "its argument selector is __page__"),
        ("get_query_text(__last_url__, 'p')", "its argument page is __last_url__"),
        ("get_query_text(__page__)", "missing a required argument: 'selector'"),
    ],
)  # fmt: skip
def test_flaw_of_call_names_argument_and_allowed_types(call: str, told: str) -> None:
    flaw = flaw_of_call(f"func:{call}", FUNCTIONS)
    assert flaw is not None
    assert told in flaw
    assert call.partition("(")[0] in flaw


def own(evidence: Evidence, page: "View", count: int, share: float, *more: "str | None") -> str:
    return ""


def loose(evidence, anything, other: list[str]) -> str:
    return ""


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("own(__page__, 1, 1)", None),
        ("own(__page__, 1, 1.5, 'a', None)", None),
        ("own(__page__, 1.5, 1)", "its argument count is 1.5; allowed: a whole number"),
        ("own(__page__, True, 1)", "its argument count is True"),
        ("own(__page__, 1, 'a')", "its argument share is 'a'; allowed: a number"),
        ("own(__page__, 1, 1, 'a', 2)", "its argument more is 2; allowed: a text or __last_url__"),
        ("loose(__page__, 3)", None),
    ],
)
def test_flaw_of_call_checks_annotations_of_user_functions(call: str, told: str | None) -> None:
    flaw = flaw_of_call(f"func:{call}", {"own": own, "loose": loose})
    assert (flaw is None) if told is None else (flaw is not None and told in flaw)


arguments = st.sampled_from(
    ["__page__", "__last_url__", "None", "True", "5", "-1.5", "''", "'B00'", "'a |OR| b'", "'['"]
)


@examples(few=300)
def test_make_call_never_crashes_on_accepted_arguments(count: int) -> None:
    @holds(count, name=st.sampled_from(sorted(FUNCTIONS)), args=st.lists(arguments, max_size=4))
    def never_crashes_on_accepted_arguments(name: str, args: list[str]) -> None:
        page = Anything()
        call = f"func:{name}({', '.join(args)})"
        flaw = flaw_of_call(call, FUNCTIONS)
        if flaw is None:
            make_call(call, FUNCTIONS, seeing(page), page)
        else:
            assert name in flaw


class Anything(StillPage):
    """A page on which nothing is found, whatever is looked for."""

    def evaluate(self, javascript: str) -> Any:
        if "my-orders-table" in javascript or "productDetails" in javascript:
            return []
        if "submission__submitter" in javascript:
            return [{"level": 0, "user": "", "time": "", "text": ""}]
        return 0


def seeing(page: View) -> Evidence:
    """A shop that knows no orders and no reviews."""
    return Evidence("", "", None, (), "", evidence().sites, lambda url: page, once=_nothing)


def _nothing(key: str, look: object) -> Any:
    return {"items": []} if "/orders" in key else []


# --- measure --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [MOST_ARGUMENTS + 1, 200_000])
def test_flaw_of_call_refuses_too_many_arguments(count: int) -> None:
    flaw = flaw_of_call(f"func:get_query_text({'1,' * count}no argument)", FUNCTIONS)
    assert flaw is not None
    assert f"more than {MOST_ARGUMENTS} arguments" in flaw
    assert len(flaw) < 500


def test_parse_call_accepts_maximum_arguments() -> None:
    assert len(parse_call(f"func:get({'1, ' * MOST_ARGUMENTS} )").args) == MOST_ARGUMENTS


# --- addresses ------------------------------------------------------------------------------------

NOWHERE = (
    "__import__('os').system('id')",
    "javascript:alert(1)",
    "file:///etc/hostname",
    "data:text/html,a",
    "ftp://127.0.0.1:7770/",
    "/etc/hostname",
    "",
)


@pytest.mark.parametrize("url", [each for each in NOWHERE if each])
def test_problem_rejects_non_web_urls(url: str) -> None:
    flaw = problem(target({"must_include": ["a"]}, url=url), FUNCTIONS)
    assert flaw is not None
    assert "program_html[].url" in flaw
    assert "is no address; expected __SITE__/..." in flaw
    pictures = Check("page_image_query", {"queries": [{"eval_image_url": url}]})
    told = problem(pictures, FUNCTIONS)
    assert told is not None
    assert "eval_image_url" in told


@pytest.mark.parametrize(
    "url",
    [*NOWHERE[1:], "http://127.0.0.1:1/", "http://example.org/", "https://127.0.0.1:7770/",
     "http://127.0.0.1:7770@example.org/", "http://[", "http://127.0.0.1:99999/"],
)  # fmt: skip
def test_program_html_opens_only_sites_of_the_run(url: str) -> None:
    opened: list[str] = []

    def visit(address: str) -> View:
        opened.append(address)
        return StillPage(address)

    seen = Evidence("", "", None, (), "about:blank", evidence().sites, visit)
    check = target({"must_include": ["a"]}, url=f"func:reddit_get_post_url('{url}')")
    with pytest.raises(Broken, match=r"on none of the sites .* \(shopping, reddit\); exp"):
        program_html(FUNCTIONS)(seen, check)
    assert opened == []


@pytest.mark.parametrize("url", ["__SHOPPING__/a", "http://localhost:7770/a", "last"])
def test_program_html_opens_site_urls_and_last_page(url: str) -> None:
    page = StillPage(source="a")
    seen = evidence(page=page, last_url="about:blank")
    assert program_html(FUNCTIONS)(seen, target({"must_include": ["a"]}, url=url)).passed


def test_program_html_fails_on_chrome_error_page() -> None:
    page = StillPage(source="a")
    seen = evidence(page=page, last_url="chrome-error://chromewebdata/")
    check = target({"must_include": ["b"]}, url="func:reddit_get_post_url(__last_url__)")
    assert not program_html(FUNCTIONS)(seen, check).passed
