"""Addresses and pages under the profile ``strict``."""

from dataclasses import replace
from typing import Any

import pytest
from judging import LiteralJudge, StillPage, evidence, journey, target, trajectory

from pytest_vwa.core.action import Action, ActionKind
from pytest_vwa.core.task import Check
from pytest_vwa.core.trajectory import StopReason, Trajectory
from pytest_vwa.core.verdict import Score
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.strict.program_html import program_html
from pytest_vwa.evaluators.strict.shopping import PRICE
from pytest_vwa.evaluators.strict.url_match import url_match

TITLE = "document.title"
SHOP = "http://127.0.0.1:7770"
CLICK, STOP = Action("click", "5"), Action("stop")
WORKED = trajectory(Action("click", "5"), Action("stop"))
page_of = program_html(built_in().functions)


def reached(url: str, reference: str, note: str = "EXACT", run: Trajectory | None = None) -> Score:
    check = Check("url_match", {"reference_url": reference, "url_note": note})
    return url_match(evidence(last_url=url, trajectory=run), check)


def held(
    contents: dict[str, Any], found: Any, locator: str = TITLE, run: Trajectory | None = WORKED
) -> Score:
    page = StillPage(source=str(found), values={TITLE: found, PRICE: found})
    seen = evidence(page=page, last_url=SHOP, judge=LiteralJudge(), trajectory=run)
    return page_of(seen, target(contents, locator))


@pytest.mark.parametrize(
    ("url", "passes"),
    [
        (f"{SHOP}/product/12", True),
        (f"{SHOP}/product/12/", True),
        (f"{SHOP}//product/12", True),
        ("http://localhost:7770/product/12", True),
        ("https://127.0.0.1:7770/product/12", True),
        (f"{SHOP}/product/12?review=1", True),
        (f"{SHOP}/product/12/reviews", True),
        (f"{SHOP}/product/123", False),
        (f"{SHOP}/shop/product/12", False),
        ("http://127.0.0.1:9999/product/12", False),
        (f"http://evil.test/?u={SHOP}/product/12", False),
        (f"http://evil.test/{SHOP}/product/12", False),
        ("http://[", False),
        ("about:blank", False),
        ("ftp://127.0.0.1:7770/product/12", False),
        ("file://localhost:7770/product/12", False),
        ("view-source:http://127.0.0.1:7770/product/12", False),
    ],
)
def test_strict_url_match_compares_complete_path_segments(url: str, passes: bool) -> None:
    assert reached(url, "__SHOPPING__/product/12", "GOLD in PRED").passed is passes


@pytest.mark.parametrize(
    ("url", "whole", "part"),
    [
        (f"{SHOP}/search?q=red+lamp&sort=price", True, True),
        (f"{SHOP}/search?sort=price&q=red%20lamp", True, True),
        (f"{SHOP}/search/?sort=price&q=red%20lamp#top", True, True),
        (f"{SHOP}/search?sort=price&q=red+lamp&page=2", False, True),
        (f"{SHOP}/search?q=red+lamp&sort=price&sort=price", True, True),
        (f"{SHOP}/search?q=red+lamps&sort=price", False, False),
        (f"{SHOP}/search?q=red+lamp", False, False),
        (f"{SHOP}/search/q=red+lamp&sort=price", False, False),
    ],
)
def test_strict_url_match_ignores_query_order_and_encoding(
    url: str, whole: bool, part: bool
) -> None:
    reference = "__SHOPPING__/search?q=red+lamp&sort=price"
    assert reached(url, reference).passed is whole
    assert reached(url, reference, "GOLD in PRED").passed is part


def test_strict_url_match_checks_fragment_only_if_wanted() -> None:
    assert reached(f"{SHOP}/checkout#payment", "__SHOPPING__/checkout").passed
    assert reached(f"{SHOP}/checkout/#payment", "__SHOPPING__/checkout/#payment").passed
    assert not reached(f"{SHOP}/checkout", "__SHOPPING__/checkout/#payment").passed


def test_strict_url_match_path_without_host_matches_any_host() -> None:
    assert reached("http://127.0.0.1:9999/f/gaming/12", "f/gaming", "GOLD in PRED").passed
    assert not reached("http://127.0.0.1:9999/f/gamingpro", "f/gaming", "GOLD in PRED").passed


def test_strict_url_match_unconfigured_site_uses_placeholder() -> None:
    assert reached("__GITLAB__/explore", "__GITLAB__/explore").passed
    assert not reached("__GITLAB__/explore", "__MAP__/explore").passed


def test_strict_url_match_reason_uses_placeholders() -> None:
    assert reached(f"{SHOP}/product/123", "__SHOPPING__/product/12", "GOLD in PRED").reason == (
        "address: expected to be at or below '__SHOPPING__/product/12', "
        "got '__SHOPPING__/product/123'"
    )


def test_strict_program_html_checks_all_rules() -> None:
    contents = {"must_include": ["a"], "must_exclude": ["b"]}
    assert held(contents, "a c").passed
    assert "not to include 'b'" in held(contents, "a b").reason
    judged = {"must_include": ["spider"], "fuzzy_match": "flying"}
    assert held(judged, "the spider is flying").passed
    assert not held(judged, "the spider sits").passed


@pytest.mark.parametrize("nothing", ["", " ", "None", None, [], {}])
def test_strict_must_exclude_fails_when_nothing_is_found(nothing: object) -> None:
    assert "found none" in held({"must_exclude": ["b"]}, nothing).reason


def test_strict_must_exclude_passes_on_empty_element() -> None:
    assert held({"must_exclude": ["b"]}, ["", ""]).passed


@pytest.mark.parametrize(
    ("value", "wanted", "passes"),
    [(0, "== 0", True), (0.0, "< 1", True), (0, "> 0", False), (None, "== 0", False)],
)
def test_strict_required_values_reads_zero_as_number(
    value: object, wanted: str, passes: bool
) -> None:
    script = f"(it => typeof it === 'function' ? it() : it)({TITLE})"
    page = StillPage(values={script: value})
    seen = evidence(page=page, last_url=SHOP, trajectory=WORKED)
    check = target({"required_values": [wanted]}, f"lambda:{TITLE}")
    assert page_of(seen, check).passed is passes


def test_strict_program_html_matches_words_and_values() -> None:
    assert held({"must_include": ["$40"]}, "Total: 40.00").passed
    assert held({"must_exclude": ["$250"]}, "$2509").passed
    assert not held({"must_include": ["cat"]}, "category").passed
    assert held({"exact_match": "2/28/23"}, "02/28/2023").passed
    assert held({"exact_match": "60.00"}, "60").passed
    assert not held({"exact_match": "I am here"}, "I am here.").passed


def test_strict_program_html_decodes_page_markup() -> None:
    assert held({"must_include": ["Salt & Pepper"]}, "<b>Salt &amp; Pepper</b>", "").passed


@pytest.mark.parametrize(
    ("found", "wanted", "passes"),
    [
        ("700", "< 700", False),
        ("699.5", "< 700", True),
        ("1,200", "> 12", True),
        ("x", "> 1", False),
        ("5 items", "== 5", True),
        ("5 stars", ">= 4", True),
        ("5 of 12 items", "== 5", False),
    ],
)
def test_strict_required_values_compares_decimals_and_units(
    found: str, wanted: str, passes: bool
) -> None:
    assert held({"required_values": [wanted]}, found).passed is passes


@pytest.mark.parametrize(("price", "passes"), [("$1,299.00", False), ("$699.99", True)])
def test_strict_product_price_reads_thousands_separator(price: str, passes: bool) -> None:
    locator = "func:shopping_get_product_price(__page__)"
    assert held({"required_values": ["< 700"]}, price, locator).passed is passes


def test_strict_program_html_uses_custom_function() -> None:
    functions = {"shopping_get_product_price": lambda evidence, page: 5}
    seen = evidence(page=StillPage(), last_url=SHOP, trajectory=WORKED)
    check = target({"required_values": ["== 5"]}, "func:shopping_get_product_price(__page__)")
    assert program_html(functions)(seen, check).passed


@pytest.mark.parametrize(
    "idle",
    [
        trajectory(Action("stop")),
        trajectory(None, None, None),
        trajectory(Action("scroll", value="down"), Action("hover", "3"), Action("stop")),
    ],
)
def test_strict_idle_run_fails_on_initial_state(idle: Trajectory) -> None:
    for score in (
        reached(SHOP, "__SHOPPING__", run=idle),
        held({"exact_match": "a"}, "a", run=idle),
    ):
        assert not score.passed
        assert "it was already so before the agent did anything" in score.reason


STOP = Action("stop")
GONE = "not done: no element has the mark 9999 on this page"


@pytest.mark.parametrize(
    "void",
    [
        journey((SHOP, Action("click", "9999")), (SHOP, STOP), notes=[GONE]),
        journey((SHOP, Action("type", "3", "x")), (SHOP, STOP), notes=[f"remark; {GONE}"]),
        journey((SHOP, Action("press", value="Shift")), (SHOP, STOP)),
        journey((SHOP, Action("press", value="Enter")), (SHOP, STOP)),
        journey((SHOP, Action("press", value="PageDown")), (SHOP, STOP)),
        journey((SHOP, Action("go_back")), (SHOP, STOP), notes=["not done: no page"]),
        journey((SHOP, Action("new_tab")), ("about:blank", Action("tab_close")), (SHOP, STOP)),
        journey((SHOP, Action("goto", value="/a")), (f"{SHOP}/a", Action("go_back")), (SHOP, STOP)),
    ],
)
def test_strict_ineffective_actions_fail_on_initial_state(void: Trajectory) -> None:
    for score in (
        reached(SHOP, "__SHOPPING__", run=void),
        held({"exact_match": "a"}, "a", run=void),
    ):
        assert not score.passed
        assert "it was already so before the agent did anything" in score.reason


def test_strict_goto_credits_only_visited_page() -> None:
    there = f"{SHOP}/page"
    went = journey((SHOP, Action("goto", value=there)), (there, STOP))
    assert reached(there, "__SHOPPING__/page", run=went).passed
    seen = evidence(page=StillPage(values={TITLE: "a"}), last_url=there, trajectory=went)
    assert page_of(seen, target({"exact_match": "a"}, TITLE, "last")).passed
    elsewhere = page_of(seen, target({"exact_match": "a"}, TITLE, "__SHOPPING__/orders"))
    assert "before the agent did anything" in elsewhere.reason


def test_strict_focusing_initial_tab_earns_no_credit() -> None:
    other = f"{SHOP}/other"
    looked = journey((SHOP, Action("tab_focus", value="1")), (other, STOP))
    assert not reached(other, "__SHOPPING__/other", run=looked).passed


@pytest.mark.parametrize(
    "work",
    [
        journey((SHOP, Action("click", "5")), (SHOP, STOP)),
        journey((SHOP, Action("click", "5")), (SHOP, STOP), notes=["the page said in a dialog"]),
        journey((SHOP, Action("select", "5", "Blue")), (SHOP, STOP)),
        journey((SHOP, Action("press", value="Tab Tab Enter")), (SHOP, STOP)),
        journey((SHOP, Action("press", value="Tab")), (SHOP, Action("press", value="Space"))),
    ],
)
def test_strict_input_actions_earn_credit(work: Trajectory) -> None:
    assert held({"exact_match": "a"}, "a", run=work).passed
    assert reached(SHOP, "__SHOPPING__", run=work).passed


def test_strict_active_run_passes_reached_state() -> None:
    assert reached(SHOP, "__SHOPPING__", run=WORKED).passed
    assert held({"exact_match": "a"}, "a").passed


def test_strict_idle_run_reason_names_wrong_content() -> None:
    idle = trajectory(Action("stop"))
    assert "before" not in held({"exact_match": "a"}, "b", run=idle).reason


def after(action: Action, *, stirred: bool) -> Trajectory:
    """A run of an action and a stop; before the latter, something has come of the action or not."""
    begun, ended = trajectory(action, STOP).steps
    seen = replace(ended.observation, stirred=stirred)
    return Trajectory((begun, replace(ended, observation=seen)), StopReason.ANSWERED)


def test_strict_click_without_effect_earns_no_credit() -> None:
    assert held({"must_include": ["Red"]}, "Red", run=after(CLICK, stirred=True)).passed
    score = held({"must_include": ["Red"]}, "Red", run=after(CLICK, stirred=False))
    assert not score.passed
    assert score.reason.endswith("but it was already so before the agent did anything")


@pytest.mark.parametrize("kind", ["type", "clear", "select", "upload"])
def test_strict_field_input_earns_credit_without_page_change(kind: ActionKind) -> None:
    assert held(
        {"must_include": ["Red"]}, "Red", run=after(Action(kind, "5"), stirred=False)
    ).passed


def test_strict_final_click_earns_credit() -> None:
    assert held({"must_include": ["Red"]}, "Red", run=trajectory(CLICK)).passed
