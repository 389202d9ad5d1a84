"""The functions that task files call, on pages shaped like those of the real sites."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page

from pytest_vwa.browser.view import PageView
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Sites
from pytest_vwa.core.task import Check
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.calls import make_call
from pytest_vwa.evaluators.page_image import page_image_query
from pytest_vwa.evaluators.program_html import program_html

FUNCTIONS = built_in().functions

Call = Callable[..., Any]

ORDER = """<table id="my-orders-table">
<tbody><tr><td class="col name"><strong>Tea</strong><dl><dt>Size</dt><dd>Large</dd></dl></td>
<td class="col sku">B00</td><td class="col price">$3.00</td>
<td class="col qty"><ul><li><span>Ordered</span><span>2</span></li></ul></td></tr></tbody>
<tbody><tr><td class="col name">Mug</td><td class="col sku">B01</td>
<td class="col qty">Ordered1</td></tr></tbody></table>"""
PRODUCT = """<div id="maincontent"><div class="columns"><div class="product-info-main">
<div class="price-box price-final_price"><span><span>$1,299.00</span></span></div></div></div>
<table id="productDetails_detailBullets_sections1"><tbody>
<tr><th>Manufacturer</th><td>Acme</td></tr><tr><th>Brand Name</th><td>Zed</td></tr>
<tr><th>Colour</th><td>red</td></tr></tbody></table>
<a id="tab-label-reviews-title">Reviews <span>12</span></a></div>"""
POST = """<article><span class="submission__submitter">op</span></article><div id="main">
<article class="comment" data-level="1"><div class="comment__main"><header><h1>
<a class="fg-inherit">ann</a><span><time datetime="2024-01-01T10:00:00+00:00">x</time></span>
</h1></header><div class="comment__content"><p>first</p></div></div>
<article class="comment" data-level="2"><div class="comment__main"><header><h1>
<a class="fg-inherit">me</a><span><time datetime="2024-01-03T10:00:00+00:00">x</time></span>
</h1></header><div class="comment__content"><p>newest</p></div></div></article></article>
<article class="comment" data-level="1"><div class="comment__main"><header><h1>
<a class="fg-inherit">me</a><span><time datetime="2024-01-02T10:00:00+00:00">x</time></span>
</h1></header><div class="comment__content"><p>older</p></div></div></article></div>"""
MEMBERS = """<table>
<tr><td data-label="Account"><span class="gl-avatar-labeled-sublabel">@ann</span></td>
<td class="col-max-role"><span>Owner</span></td></tr>
<tr><td data-label="Account"><span class="gl-avatar-labeled-sublabel">@bob</span></td>
<td class="col-max-role"><span>Guest</span></td></tr></table>"""
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A page that the tests share."""
    page = chromium.new_page(viewport={"width": 800, "height": 600})
    yield page
    page.close()


@pytest.fixture
def seen(page: Page) -> Callable[[str], Evidence]:
    """Evidence in which every address shows this HTML."""

    def show(html: str) -> Evidence:
        page.set_content(html)
        return Evidence("", "", None, (), "about:blank", Sites({}), lambda _: PageView(page))

    return show


@pytest.mark.parametrize(
    ("html", "name", "args", "found"),
    [
        ("<p> Hi <b>you</b></p>", "get_query_text", ["p"], " Hi you"),
        ("<p>Hi</p>", "get_query_text", ["a"], ""),
        ("<p>Hi</p>", "get_query_text", ["a[["], ""),
        ("<p>Hi</p>", "get_query_text_lowercase", ["p"], "hi"),
        (ORDER, "shopping_get_order_product_quantity", ["B00"], 2),
        (ORDER, "shopping_get_order_product_quantity", ["B09 |OR| B01"], 1),
        (ORDER, "shopping_get_order_product_quantity", ["B09"], 0),
        (ORDER, "shopping_get_order_product_option", ["B00", "Size"], "Large"),
        (ORDER, "shopping_get_order_product_option", ["B00", "Colour"], ""),
        (PRODUCT, "shopping_get_product_attributes", ["manufacturer |OR| brand"], "Acme, Zed"),
        (PRODUCT, "shopping_get_product_price", [], 1.0),
        ("", "shopping_get_product_price", [], 0.0),
        (PRODUCT, "shopping_get_num_reviews", [], 12),
        ("", "shopping_get_num_reviews", [], 0),
        (POST, "reddit_get_latest_comment_content_by_username", ["me"], "newest"),
        (POST, "reddit_get_latest_comment_content_by_username", ["you"], ""),
        (
            POST,
            "reddit_get_parent_comment_username_of_latest_comment_by_username",
            ["me"],
            "ann",
        ),
        (
            POST,
            "reddit_get_parent_comment_username_of_latest_comment_by_username",
            ["ann"],
            "op",
        ),
        (MEMBERS, "gitlab_get_project_memeber_role", ["bob"], "Guest"),
        (MEMBERS, "gitlab_get_project_memeber_role", ["eve"], ""),
    ],
)
def test_helper_function_reads_page(
    seen: Callable[[str], Evidence], html: str, name: str, args: list[str], found: Any
) -> None:
    evidence = seen(html)
    assert FUNCTIONS[name](evidence, evidence.visit(""), *args) == found


def test_order_product_name_list_joins_products(seen: Callable[[str], Evidence]) -> None:
    evidence = seen(ORDER)
    names = FUNCTIONS["shopping_get_order_product_name_list"](evidence, evidence.visit(""))
    assert [name.split()[0] for name in names.split(" |OR| ")] == ["Tea", "Mug"]


def test_reddit_post_url_is_cut_to_forum_and_number(seen: Callable[[str], Evidence]) -> None:
    post, evidence = FUNCTIONS["reddit_get_post_url"], seen("")
    assert post(evidence, "http://h:9/f/pics/12/a-b/-/comment/3") == "http://h:9/f/pics/12/"
    assert post(evidence, "http://h:9/f/pics") == "http://h:9/f/pics"


@pytest.mark.parametrize(
    "locator",
    [
        "lambda:(() => { return document.querySelector('p').textContent })()",
        "lambda:() => document.querySelector('p').textContent;",
        "document.querySelector('p').textContent",
        "[...document.querySelectorAll('p')].map(p => p.textContent).join(' ')",
    ],
)
def test_program_html_accepts_each_locator_form(
    seen: Callable[[str], Evidence], locator: str
) -> None:
    args = {"url": "last", "locator": locator, "required_contents": {"exact_match": "hi"}}
    assert program_html({})(seen("<p>Hi</p>"), Check(kind="program_html", args=args)).passed


@pytest.mark.parametrize(
    "address",
    [
        "http://h/');window.broken=1;('",
        'http://h/");window.broken=1;("',
        "http://h/\\'));window.broken=1;//",
        "http://h/${window.broken=1}`;window.broken=1;`",
        "http://h/\u2028window.broken=1;\u2029</script><script>window.broken=1</script>",
        "javascript:window.broken=1",
    ],
)
def test_function_call_escapes_last_url(seen: Callable[[str], Evidence], address: str) -> None:
    shown = replace(seen("<p>Hi</p>"), last_url=address)
    view = shown.visit("")
    for text in (
        "func:get_query_text(__page__, '__last_url__')",
        "func:get_query_text(__page__, __last_url__)",
        "func:gitlab_get_project_memeber_role(__page__, '__last_url__')",
        "func:shopping_get_order_product_option(__page__, '__last_url__', '__last_url__')",
        "func:shopping_get_product_attributes(__page__, '__last_url__')",
    ):
        assert make_call(text, FUNCTIONS, shown, view) == ""
    assert view.evaluate("'broken' in window") is False


def test_page_image_query_reads_no_local_file(page: Page, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    picture.write_bytes(urlopen(DOT).read())
    page.set_content(f"<img src='{picture}'>")
    shown = Evidence("", "", None, (), "about:blank", Sites({}), lambda _: PageView(page))
    query = {"eval_image_url": "last", "eval_image_class": "", "eval_fuzzy_image_match": DOT}
    score = page_image_query(shown, Check(kind="page_image_query", args={"queries": [query]}))
    assert score.reason == "pictures img of about:blank: expected at least one, got none"


def test_page_image_query_looks_below_its_selector(seen: Callable[[str], Evidence]) -> None:
    query = {"eval_image_url": "last", "eval_image_class": ".photo", "eval_fuzzy_image_match": "x"}
    check = Check(kind="page_image_query", args={"queries": [query]})
    score = page_image_query(seen(f"<img src='{DOT}'><div class='photo'></div>"), check)
    assert score.reason == "pictures .photo of about:blank: expected at least one, got none"
