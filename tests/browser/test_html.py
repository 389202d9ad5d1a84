"""The page as cleaned HTML, and as nothing but a picture."""

import re
from collections.abc import Callable
from io import BytesIO

import numpy
import pytest
from looking import draw
from pages import Pages
from PIL import Image
from playwright.sync_api import BrowserContext

from pytest_vwa.browser.readings import READINGS, Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import ObservationKind

pytestmark = pytest.mark.usefixtures("one_tab")

Open = Callable[..., BrowserWorld]
Source = Callable[[str], str]
HTML = Sight("html")


def source(world: BrowserWorld) -> str:
    return numberless(world.observe().text)


def numberless(text: str) -> str:
    """Without the numbers, each line's indent kept."""
    return re.sub(r' mark="\d+"', "", text)


@pytest.fixture
def source_of(browsing: BrowserContext, pages: Pages) -> Callable[[str], str]:
    """Read the source of a page with this body, without a world and its picture."""

    def read(body: str) -> str:
        (page,) = browsing.pages
        draw(page, pages, body)
        return numberless(READINGS["html"].take(page).text)

    return read


def test_html_is_indented_and_includes_marks(world_at: Open) -> None:
    seen = world_at(
        "<div class=top><main id=m style='color:red'><h1>Boats</h1>"
        "<ul><li><a href=/kayak class=big>Red\n  kayak</a></li></ul></main></div>",
        sight=HTML,
    ).observe()
    assert seen.kind == "html"
    assert seen.text.splitlines() == [
        "<main>",
        "  <h1>Boats</h1>",
        f'  <ul><li><a mark="{seen.elements[0].id}" href="/kayak">Red kayak</a></li></ul>',
        "</main>",
    ]


@pytest.mark.parametrize(
    ("html", "told"),
    [
        (
            "<input name=q type=search placeholder=Words class=x>",
            '<input name="q" type="search" placeholder="Words">',
        ),
        ("<input value=Red onclick='x()'>", '<input value="Red">'),
        ("<input type=checkbox checked>", '<input type="checkbox" checked>'),
        ("<textarea name=n>Ring</textarea>", '<textarea name="n">Ring</textarea>'),
        ("<button disabled data-id=4>x</button>", "<button disabled>x</button>"),
        ("<img alt='A boat' width=40 height=40 srcset=/c.png>", '<img alt="A boat">'),
        ("<p>5 &lt; 6 &amp; so on</p>", "<p>5 &lt; 6 &amp; so on</p>"),
        ("<a href='/a?b=1&amp;c=2'>x</a>", '<a href="/a?b=1&amp;c=2">x</a>'),
        ("<p>One<span> word</span><br>more</p>", "<p>One word more</p>"),
    ],
)
def test_html_retains_meaningful_attributes(source_of: Source, html: str, told: str) -> None:
    assert source_of(html) == told


def test_html_value_is_typed_text(world_at: Open) -> None:
    world = world_at("<input aria-label=Colour value=red>", sight=HTML)
    world.perform(Action("type", world.observe().elements[0].id, "blue"))
    assert source(world) == '<input aria-label="Colour" value="blue">'


def test_html_omits_styles_scripts_comments_and_svg(source_of: Source) -> None:
    html = (
        "<style>p { color: red }</style><script>let x</script><!-- note --><noscript>no</noscript>"
        "<template><b>t</b></template><button aria-label=Close><svg width=9 height=9>"
        "<path d='M0 0'/></svg></button><p onclick='x()'>Words</p>"
    )
    assert source_of(html) == '<button aria-label="Close"></button>\n<p>Words</p>'


@pytest.mark.parametrize(
    "html",
    [
        "<p style='display:none'>X</p>",
        "<p style='visibility:hidden'>X</p>",
        "<p style='position:absolute; top:3000px'>X</p>",
        "<div style='height:3000px'></div><p>X</p>",
        "<input type=hidden value=X>",
        "<div><div><span></span></div></div>",
    ],
)
def test_html_omits_hidden_offscreen_and_empty_elements(source_of: Source, html: str) -> None:
    assert source_of(html) == ""


def test_html_shortens_urls_and_drops_site_origin(source_of: Source, pages: Pages) -> None:
    link = f"{pages.url}/{'long' * 50}"
    seen = source_of(f"<a href={link}>x</a>")
    assert re.fullmatch(r'<a href="/[long]+…">x</a>', seen)
    assert len(seen) < 110


def test_html_includes_frames_and_shadow_roots(world_at: Open, pages: Pages) -> None:
    pages["/inner"] = "<button>In frame</button>"
    world = world_at(
        "<iframe src=/inner title=Inner></iframe><div id=host></div><script>"
        "document.querySelector('#host').attachShadow({mode: 'open'})"
        ".innerHTML = '<button>In shadow</button>'</script>",
        sight=HTML,
    )
    assert source(world).splitlines() == [
        '<iframe title="Inner"><button>In frame</button></iframe>',
        "<button>In shadow</button>",
    ]


def test_html_option_is_selected_by_mark_of_its_list(world_at: Open) -> None:
    world = world_at("<select aria-label=Sort><option>New<option selected>Old</select>", sight=HTML)
    seen = world.observe()
    assert "  <option>New</option>\n  <option selected>Old</option>" in seen.text
    assert world.perform(Action("select", seen.elements[0].id, "New")) == ""
    assert "<option selected>New</option>" in world.observe().text


def test_image_has_no_mark_boxes_unless_som(world_at: Open) -> None:
    html = "<button style='position:absolute; left:100px; top:80px; border:0'>Go</button>"
    for sight in (HTML, Sight("axtree"), Sight("screenshot")):
        seen = world_at(html, sight=sight).observe()
        assert seen.image is not None
        picture = Image.open(BytesIO(seen.image.data)).convert("RGB")
        around = numpy.asarray(picture.crop((90, 70, 200, 120))).astype(int)
        assert numpy.ptp(around, axis=2).max() < 40, "nothing is coloured"


def test_screenshot_observation_has_no_text_or_elements(world_at: Open) -> None:
    seen = world_at("<button>Go</button>", sight=Sight("screenshot")).observe()
    assert (seen.kind, seen.text, seen.elements) == ("screenshot", "", ())


def test_screenshot_observation_accepts_click_at_point(world_at: Open) -> None:
    world = world_at(
        "<button style='position:absolute; left:100px; top:80px; width:50px; height:30px'"
        " onclick='document.title = \"clicked\"'>Go</button>",
        sight=Sight("screenshot"),
    )
    world.observe()
    assert world.perform(Action("click", "120,95")) == ""
    assert world.observe().tabs[0].title == "clicked"


@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
def test_truncated_text_leaves_elements_usable(world_at: Open, kind: ObservationKind) -> None:
    buttons = "".join(
        f"<button onclick='document.title = {number}'>Button {number}</button>"
        for number in range(20)
    )
    world = world_at(buttons, sight=Sight(kind, limit=200))
    seen = world.observe()
    *kept, last = seen.text.splitlines()
    assert len("\n".join(kept)) <= 200
    assert last.startswith("... ")
    assert len(seen.elements) == 20
    assert world.perform(Action("click", seen.elements[-1].id)) == ""
    assert world.observe().tabs[0].title == "19"
