"""The pages without a mouse, to a screen reader, and in both schemes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from records import question
from report_folder import go, opened, run

NODE = "t.json::shopping-1-question[]"
RUNS = [
    run("failed", 1, steps=4, trial=1),
    run("passed", 1, steps=2, trial=2, answer="one"),
    question("passed", 1, agent="summary", intent="Which lamp?", nodeid=NODE),
    run("error", 2, error_kind="site", reason="the shop is down", warnings=("no picture",)),
    run("skipped", 3, reason="no such site"),
    run("passed", 5, steps=1),
    *(run("failed", number, agent="text", steps=1) for number in range(1, 30)),
    run("passed", 1, agent="text", steps=1, trial=2),
]
VIEWS = ("overview", "runs", "run", "compare", "beside")


def show(page: Page, view: str) -> None:
    ids = page.evaluate("vwa.runs.map(run => run.id)")
    go(
        page,
        {
            "run": f"#run={ids[0]}",
            "beside": f"#view=compare&left={ids[0]}&right={ids[1]}",
        }.get(view, f"#view={view}"),
    )
    there = {"run": ".timeline", "beside": ".sides", "compare": ".flips", "runs": ".row"}
    page.locator(there.get(view, ".agent")).first.wait_for()


def focused(page: Page) -> str:
    """What has the focus: its text, else its label."""
    told: str = page.evaluate(
        "document.activeElement.innerText || document.activeElement.ariaLabel || ''"
    )
    return told.strip()


@pytest.fixture(params=["light", "dark"])
def shaded(request: pytest.FixtureRequest, page: Page) -> Iterator[Page]:
    """The page in one of the schemes."""
    page.emulate_media(color_scheme=request.param)
    yield page
    page.emulate_media(color_scheme="light")


def test_report_text_has_wcag_contrast(shaded: Page) -> None:
    """4.5 for text, 3 for large text, as WCAG 2.2 (success criterion 1.4.3) asks for."""
    for view in VIEWS:
        show(shaded, view)
        shaded.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
        measured, faint = shaded.evaluate(FAINT)
        assert measured > 10, view
        assert faint == [], view


def test_report_focus_ring_is_visible(shaded: Page) -> None:
    """A line around it that stands out from the ground by 3, as success criterion 1.4.11 asks."""
    for view in VIEWS:
        show(shaded, view)
        for _ in range(14):
            shaded.keyboard.press("Tab")
            assert shaded.evaluate(RING) >= 3, (view, focused(shaded))


def test_report_skip_link_focuses_content(page: Page) -> None:
    show(page, "runs")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    expect(page.locator(".skip")).to_be_in_viewport()
    address = page.evaluate("location.hash")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert page.evaluate("location.hash") == address
    page.keyboard.press("Tab")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_report_arrow_keys_move_through_steps(page: Page) -> None:
    show(page, "run")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        expect(page.locator(f"#step-{step}")).to_be_focused()
    expect(page.locator("#step-2")).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Picture of step 2 in full size")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("#step-1")).to_be_focused()


def test_report_escape_returns_to_row_in_list(page: Page) -> None:
    go(page, "#view=runs&agent=text+%C2%B7+some-model")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("#run .facts")).to_contain_text("2 of 2")
    page.keyboard.press("p")
    expect(page.locator("#run h1")).to_have_text("Find lamp number 29.")
    page.keyboard.press("Escape")
    chosen = page.locator(".row[aria-selected=true]")
    expect(chosen).to_contain_text("shopping-29")
    expect(chosen).to_be_in_viewport()
    expect(page.get_by_role("grid")).to_be_focused()


def test_report_compare_works_with_keyboard(page: Page) -> None:
    show(page, "compare")
    page.get_by_role("combobox", name="from", exact=True).focus()
    for expected in ("to", "swap"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == expected
    page.keyboard.press("Tab")
    assert focused(page) == "shopping-5"
    page.keyboard.press("Enter")
    expect(page.locator(".sides")).to_be_visible()
    expect(page.locator("#compare h2.hero")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".side .step").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".flips").first).to_be_visible()


def test_report_controls_are_named_and_landmarks_unique(page: Page) -> None:
    for view in VIEWS:
        show(page, view)
        assert page.evaluate(NAMELESS) == [], view
        labels = page.evaluate(LABELS)
        assert len(labels) == len(set(labels)), view


def test_report_fits_phone_with_large_touch_targets(chromium: Browser, index: Path) -> None:
    """24 pixels at least, but for links within text, as success criterion 2.5.8 asks for."""
    screen = {"width": 390, "height": 844}
    page = opened(chromium, index, viewport=screen, has_touch=True, is_mobile=True)
    for view in VIEWS:
        show(page, view)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
        assert page.evaluate(SMALL) == [], view
    page.context.close()


_CONTRAST = """
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const shade = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], ground) =>
    [r, g, b].map((part, at) => part * a + ground[at] * (1 - a)).concat(1);
  const light = (parts) => {
    const linear = parts
      .slice(0, 3)
      .map((part) => part / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const behind = (element) => {
    const grounds = [];
    for (let at = element; at; at = at.parentElement)
      grounds.push(shade(getComputedStyle(at).backgroundColor));
    return grounds.reverse().reduce((ground, each) => over(each, ground), [255, 255, 255, 1]);
  };
  const opacity = (element) => {
    let all = 1;
    for (let at = element; at; at = at.parentElement) all *= getComputedStyle(at).opacity;
    return all;
  };
"""
FAINT = f"""() => {{{_CONTRAST}
  const faint = [];
  let measured = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {{
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (!size) continue;
    measured += 1;
    const ground = behind(element);
    const [r, g, b, a] = shade(style.color);
    const found = contrast(over([r, g, b, a * opacity(element)], ground), ground);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const told = walker.currentNode.data.trim().slice(0, 40);
    if (found < (large ? 3 : 4.5)) faint.push(`${{told}}: ${{found.toFixed(2)}}`);
  }}
  return [measured, faint];
}}"""
RING = f"""() => {{{_CONTRAST}
  const element = document.activeElement;
  if (element === document.body) return 21; // beyond the last of the page
  const style = getComputedStyle(element);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return 0;
  return contrast(shade(style.outlineColor), behind(element.parentElement));
}}"""
NAMELESS = """() =>
  [...document.querySelectorAll("a, button, select, input, summary, [role=grid], img")]
    .filter((each) => each.checkVisibility())
    .filter((each) => !(each.ariaLabel || each.innerText?.trim() || each.alt))
    .filter((each) => !each.labels?.length)
    .map((each) => each.outerHTML)"""
LABELS = """() =>
  [...document.querySelectorAll("section[aria-label], article[aria-label], nav, aside, form")]
    .filter((each) => each.checkVisibility() && !each.closest(".side aside"))
    .map((each) => `${each.localName} ${each.ariaLabel}`)"""
SMALL = """() =>
  [...document.querySelectorAll("a, button, select, input, summary")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).display !== "inline")
    .filter((each) => !each.matches(".skip") && each.getBoundingClientRect().height < 24)
    .map((each) => each.outerHTML)"""
