"""The accessibility tree beside Chromium's own: nodes that differ are printed."""

import ast
import re
from collections.abc import Iterator
from difflib import SequenceMatcher, unified_diff

import pytest
from chromium_tree import nodes_of
from pages import Pages
from playwright.sync_api import Browser, Page

from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.script import call, install

_LINE = re.compile(r"\t*(?:\[\d+\] )?(\w+) ('(?:[^'\\]|\\.)*'|\"[^\"]*\")")
WRITTEN = {
    "form": (
        "<form><fieldset><legend>Address</legend><label>Street <input name=street></label>"
        "<label for=zip>Zip</label><input id=zip placeholder=12345>"
        "<input type=checkbox id=gift><label for=gift>A gift</label>"
        "<input type=radio name=c id=c1 checked><label for=c1>Red</label>"
        "<select aria-label=Country><optgroup label=Europe><option>Italy<option>Spain</optgroup>"
        "</select><textarea aria-label=Notes>Ring twice</textarea></fieldset>"
        "<input type=search title=Find><input type=number aria-label=Count value=2>"
        "<input type=range aria-label=Price><input type=date aria-label=Day>"
        "<input type=file><input type=submit><button type=reset>Clear</button></form>"
    ),
    "table": (
        "<table><caption>Prices</caption><thead><tr><th>Boat<th>Price</thead><tbody>"
        "<tr><th scope=row>Kayak<td><a href=/k>$20</a><tr><th scope=row>Canoe<td>$30</table>"
        "<table><tr><td>Left<td>Right</table>"
        "<table role=grid><tr><td>One<td>Two</table>"
    ),
    "text": (
        "<header>Top</header><main><article><header>By Ann</header><h2>On <em>boats</em></h2>"
        "<p>Some <b>bold</b>, <i>it</i>, <code>code</code> and x<sub>1</sub>; <del>old</del>"
        " <ins>new</ins> <abbr title='Personal Flotation Device'>PFD</abbr></p>"
        "<blockquote>Row on</blockquote></article><section aria-label=More>more</section>"
        "<ul><li>One<li>Two <a href=/2>two</a></ul><ol><li>First</ol>"
        "<dl><dt>Term<dd>Meaning</dl><figure><img alt=Pic width=9 height=9>"
        "<figcaption>A caption</figcaption></figure><hr><aside>Beside</aside></main>"
        "<p style='text-transform:uppercase'>loud</p><footer>Bottom</footer>"
    ),
    "widgets": (
        "<div role=dialog aria-label='Sign up'><button aria-label=Close>x</button>"
        "<div role=tablist><div role=tab aria-selected=true>One</div><div role=tab>Two</div></div>"
        "<div role=tabpanel aria-label=One>Panel</div></div><dialog open>Plain</dialog>"
        "<div role=menu aria-label=File><div role=menuitem>Open</div></div>"
        "<div role=alert>Saved</div><details open><summary>More</summary>Inside</details>"
        "<details><summary>Less</summary>Hidden</details><progress value=3 max=10></progress>"
        "<div role=presentation>Plain text</div><div role=button tabindex=0>Press</div>"
        "<span role=img aria-label='4 stars'>★★★★</span><div aria-hidden=true>Unheard</div>"
    ),
    "shadow": (
        "<div id=host>Light</div><script>document.querySelector('#host')"
        ".attachShadow({mode: 'open'}).innerHTML = '<h2>Shadow</h2><slot></slot>"
        "<button>Go</button>'</script>"
    ),
    "frame": (
        "<h1>Outside</h1><iframe title=Inner srcdoc='<h2>Inside</h2><a href=/x>Link</a>"
        "<p>Words'></iframe><p>After"
    ),
}
SHOP = (
    *("/", "/electronics.html", "/catalogsearch/result/?q=kayak", "/customer/account/login/"),
    *("/customer/account/create/", "/contact/", "/checkout/cart/"),
)
ADS = (
    *("/index.php", "/index.php?page=search", "/index.php?page=item&id=1"),
    *("/index.php?page=login", "/index.php?page=item&action=item_add"),
)


@pytest.fixture(scope="module")
def tall(chromium: Browser) -> Iterator[Page]:
    """A page with everything in view."""
    context = chromium.new_context(viewport={"width": 1280, "height": 6000})
    install(context)
    yield context.new_page()
    context.close()


def ours(page: Page) -> list[str]:
    found = [_LINE.match(line) for line in call(page, "axtree.read").splitlines()]
    return [f"{line[1]} {ast.literal_eval(line[2])!r}" for line in found if line]


def agrees(page: Page) -> None:
    expected, told = nodes_of(page), ours(page)
    agreement = SequenceMatcher(None, expected, told, autojunk=False).ratio()
    missed = "\n".join(unified_diff(expected, told, "chromium", "ours", n=0, lineterm=""))
    assert agreement >= 0.97, f"{agreement:.1%} of {len(expected)} nodes\n{missed}"


@pytest.mark.parametrize("name", WRITTEN)
def test_axtree_agrees_with_chromium_on_sample_pages(tall: Page, pages: Pages, name: str) -> None:
    pages["/"] = WRITTEN[name]
    tall.goto(pages.url)
    agrees(tall)


@pytest.mark.parametrize(
    ("site", "path"),
    [*(("shopping", path) for path in SHOP), *(("classifieds", path) for path in ADS)],
)
def test_axtree_agrees_with_chromium_on_arena_sites(
    tall: Page, arena: Arena, site: str, path: str
) -> None:
    tall.goto(arena.sites[site].url + path)
    agrees(tall)
