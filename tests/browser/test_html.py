"""The page as cleaned HTML, and as nothing but a picture."""

import re
from collections.abc import Callable
from io import BytesIO

import numpy
import pytest
from pages import Pages
from PIL import Image

from pytest_vwa.browser.readings import Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import ObservationKind

Open = Callable[..., BrowserWorld]
HTML = Sight("html")


def source(world: BrowserWorld) -> str:
    """Without the numbers, each line's indent kept."""
    return re.sub(r' mark="\d+"', "", world.observe().text)


def test_the_source_is_indented_and_tells_the_numbers(world_at: Open) -> None:
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
def test_an_element_keeps_what_it_means(world_at: Open, html: str, told: str) -> None:
    assert source(world_at(html, sight=HTML)) == told


def test_what_the_person_entered_is_the_value(world_at: Open) -> None:
    world = world_at("<input aria-label=Colour value=red>", sight=HTML)
    world.perform(Action("type", world.observe().elements[0].id, "blue"))
    assert source(world) == '<input aria-label="Colour" value="blue">'


def test_style_scripts_comments_and_drawings_are_left_out(world_at: Open) -> None:
    html = (
        "<style>p { color: red }</style><script>let x</script><!-- note --><noscript>no</noscript>"
        "<template><b>t</b></template><button aria-label=Close><svg width=9 height=9>"
        "<path d='M0 0'/></svg></button><p onclick='x()'>Words</p>"
    )
    assert source(world_at(html, sight=HTML)) == (
        '<button aria-label="Close"></button>\n<p>Words</p>'
    )


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
def test_what_is_hidden_out_of_view_or_empty_is_left_out(world_at: Open, html: str) -> None:
    assert source(world_at(html, sight=HTML)) == ""


def test_long_addresses_are_cut_and_the_sites_own_is_left_out(world_at: Open, pages: Pages) -> None:
    link = f"{pages.url}/{'long' * 50}"
    seen = source(world_at(f"<a href={link}>x</a>", sight=HTML))
    assert re.fullmatch(r'<a href="/[long]+…">x</a>', seen)
    assert len(seen) < 110


def test_frames_and_shadow_roots_are_read(world_at: Open, pages: Pages) -> None:
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


def test_a_choice_is_made_by_the_number_of_its_list(world_at: Open) -> None:
    world = world_at("<select aria-label=Sort><option>New<option selected>Old</select>", sight=HTML)
    seen = world.observe()
    assert "  <option>New</option>\n  <option selected>Old</option>" in seen.text
    assert world.perform(Action("select", seen.elements[0].id, "New")) == ""
    assert "<option selected>New</option>" in world.observe().text


def test_the_picture_of_other_kinds_shows_no_boxes(world_at: Open) -> None:
    html = "<button style='position:absolute; left:100px; top:80px; border:0'>Go</button>"
    for sight in (HTML, Sight("axtree"), Sight("screenshot")):
        seen = world_at(html, sight=sight).observe()
        assert seen.image is not None
        picture = Image.open(BytesIO(seen.image.data)).convert("RGB")
        around = numpy.asarray(picture.crop((90, 70, 200, 120))).astype(int)
        assert numpy.ptp(around, axis=2).max() < 40, "nothing is coloured"


def test_a_screenshot_comes_without_words_and_elements(world_at: Open) -> None:
    seen = world_at("<button>Go</button>", sight=Sight("screenshot")).observe()
    assert (seen.kind, seen.text, seen.elements) == ("screenshot", "", ())


def test_a_screenshot_is_clicked_at_a_point(world_at: Open) -> None:
    world = world_at(
        "<button style='position:absolute; left:100px; top:80px; width:50px; height:30px'"
        " onclick='document.title = \"clicked\"'>Go</button>",
        sight=Sight("screenshot"),
    )
    world.observe()
    assert world.perform(Action("click", "120,95")) == ""
    assert world.observe().tabs[0].title == "clicked"


@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
def test_a_long_text_is_cut_at_a_line_and_its_elements_stay_usable(
    world_at: Open, kind: ObservationKind
) -> None:
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
