"""The report's first page and its list of runs, opened from disk in a real browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from report_folder import HOSTILE, box, folder, go, open_report, opened, run

RUNS = [
    run("passed", 1),
    run("failed", 2, sites=("reddit",), intent="Find the kayak."),
    run("failed", 3, difficulty="hard", steps=7),
    run(
        "error",
        4,
        error_kind="site",
        reason="the shop is down",
        trouble={"site": "shopping", "kind": "5xx"},
    ),
    run("passed", 1, kind="question", steps=0, nodeid="t.json::shopping-1-question[summary]"),
    run("failed", 10),
]


def names(page: Page) -> list[str]:
    page.locator(".row").first.wait_for()  # a link's address is followed a moment after the click
    return page.locator(".row .name").all_inner_texts()


def test_report_opens_from_disk_without_network(chromium: Browser, index: Path) -> None:
    page = chromium.new_context().new_page()
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(index.as_uri())
    for address in ("#view=runs", "#view=compare", f"#run={page.evaluate('vwa.runs[0].id')}"):
        go(page, address)
    expect(page.locator(".timeline")).to_be_visible()
    page.context.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert said == []


def test_overview_shows_rates_with_confidence_intervals(page: Page) -> None:
    first = page.locator(".figure").first
    expect(first).to_contain_text("25 %")
    expect(first).to_contain_text("1 of 4 tasks passed")
    expect(first).to_contain_text("95 % CI 5-70 %")
    expect(first).to_contain_text("1 error")
    band, track = box(first.locator(".band")), box(first.locator(".track"))
    assert band["width"] / track["width"] == pytest.approx(0.65, abs=0.02)


def test_overview_cross_tabulates_tasks_and_questions(page: Page) -> None:
    expect(page.locator(".both tbody tr").first).to_contain_text("read the video")
    assert page.locator(".both strong").all_inner_texts() == ["1", "0", "0", "0"]


def test_overview_links_site_fault_kind_to_its_runs(page: Page) -> None:
    expect(page.get_by_role("listitem").filter(has_text="shopping: 1 x 5xx")).to_be_visible()
    page.get_by_role("link", name="site error: 5xx").click()
    assert names(page) == ["shopping-4"]


def test_overview_bar_links_to_its_runs(page: Page) -> None:
    page.get_by_role("link", name="reddit").click()
    assert names(page) == ["shopping-2"]
    expect(page.get_by_role("combobox", name="site", exact=True)).to_have_value("reddit")


def test_run_list_filters_by_text_and_field(page: Page) -> None:
    page.get_by_role("link", name="Runs 6").click()
    assert len(names(page)) == 6
    page.get_by_role("searchbox").fill("KAYAK")
    assert names(page) == ["shopping-2"]
    page.get_by_role("searchbox").fill("")
    page.get_by_role("combobox", name="outcome", exact=True).select_option("failed")
    assert names(page) == ["shopping-2", "shopping-3", "shopping-10"]
    page.get_by_role("combobox", name="difficulty", exact=True).select_option("hard")
    assert names(page) == ["shopping-3"]
    expect(page.locator(".found")).to_contain_text("1 of 6 runs")
    page.get_by_role("button", name="Clear").click()
    assert len(names(page)) == 6


def test_run_list_filters_are_in_url(chromium: Browser, page: Page, index: Path) -> None:
    page.get_by_role("link", name="Runs 6").click()
    page.get_by_role("combobox", name="outcome", exact=True).select_option("failed")
    page.get_by_role("button", name="steps").click()
    address = page.evaluate("location.hash")  # `page.url` is told a moment later
    again = opened(chromium, index, address)
    assert names(again) == names(page) == ["shopping-2", "shopping-10", "shopping-3"]
    expect(again.get_by_role("combobox", name="outcome", exact=True)).to_have_value("failed")
    again.context.close()


def test_run_list_column_cycles_sort_order(page: Page) -> None:
    page.get_by_role("link", name="Runs 6").click()
    ran = names(page)
    task = page.get_by_role("columnheader", name="task")
    sorted_up = ["shopping-1", "shopping-1-question", *(f"shopping-{n}" for n in (2, 3, 4, 10))]
    for way, order in (("ascending", sorted_up), ("descending", sorted_up[::-1]), ("none", ran)):
        task.get_by_role("button").click()
        expect(task).to_have_attribute("aria-sort", way)
        assert names(page) == order
    task.click(position={"x": task.bounding_box()["width"] - 4, "y": 8})
    expect(task).to_have_attribute("aria-sort", "ascending")


def test_report_keyboard_finds_opens_and_leaves_run(page: Page) -> None:
    go(page, "#view=runs")
    page.keyboard.press("/")
    page.keyboard.type("lamp")
    page.keyboard.press("Escape")
    for key in ("j", "ArrowDown", "ArrowDown", "k"):
        page.keyboard.press(key)
    expect(page.locator(".row[aria-selected=true] .name")).to_have_text("shopping-4")
    page.keyboard.press("Enter")
    expect(page.locator("#run h1")).to_have_text("Find lamp number 4.")
    page.keyboard.press("p")
    expect(page.locator("#run h1")).to_have_text("Find lamp number 3.")
    for key in ("j", "j", "j", "k"):
        page.keyboard.press(key)
    expect(page.locator("#step-2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_have_value("lamp")
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_report_escapes_hostile_text(tab: Page, tmp_path: Path) -> None:
    looked = run("failed", 1).steps
    evil = run(
        "failed",
        1,
        agent=HOSTILE,
        nodeid=f"t.json::{HOSTILE}[x]",
        run=HOSTILE,
        sites=(HOSTILE,),
        intent=HOSTILE,
        reason=HOSTILE,
        answer=HOSTILE,
        warnings=(HOSTILE,),
        artifacts="hostile",
        checks=({"kind": HOSTILE, "value": 0.0, "reason": HOSTILE, "expected": HOSTILE},),
    ).model_copy(
        update={
            "steps": tuple(
                step.model_copy(update=dict.fromkeys(("reply", "url", "note", "action"), HOSTILE))
                for step in looked
            )
        }
    )
    index = folder(tmp_path, [evil, run("error", 2, reason=HOSTILE)])
    page = open_report(tab, index)
    ident = page.evaluate("vwa.runs[0].id")
    for address in ("#view=overview", "#view=runs", "#view=compare", f"#run={ident}"):
        go(page, address)
        expect(page.locator("main > section:not([hidden])")).to_contain_text("<img src=x")
        assert page.locator("main img[src=x]").count() == 0
        assert page.title() != "owned"


def test_report_blocks_inline_event_handlers(page: Page) -> None:
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.a=1\">')"
    )
    page.evaluate("new Promise(done => setTimeout(done))")
    assert page.evaluate("window.a") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_report_colour_scheme_follows_system_and_switch(
    chromium: Browser, index: Path, scheme: str
) -> None:
    page = opened(chromium, index, color_scheme=scheme)
    other = "dark" if scheme == "light" else "light"
    background = "getComputedStyle(document.documentElement).backgroundColor"
    shown = {scheme: page.evaluate(background)}
    page.get_by_role("button", name=f"Switch to {other} colours").click()
    shown[other] = page.evaluate(background)
    page.reload()
    assert page.evaluate(background) == shown[other]
    page.context.close()
    assert shown == {"light": "rgb(247, 246, 243)", "dark": "rgb(21, 23, 26)"}


def test_report_views_fit_screen_width(tab: Page, tmp_path: Path) -> None:
    word = "an_extraordinarily_long_word_that_goes_on_" * 8
    records = [
        run("failed", 1, reason=word, intent=word),
        run("passed", 1, agent=word, artifacts="other"),
    ]
    page = open_report(tab, folder(tmp_path, records))
    ids = page.evaluate("vwa.runs.map(run => run.id)")
    for address in (
        "#view=overview", "#view=runs", "#view=compare", f"#run={ids[0]}",
        f"#view=compare&left={ids[0]}&right={ids[1]}",
    ):  # fmt: skip
        go(page, address)
        expect(page.locator("main > section:not([hidden])")).to_contain_text("extraordinarily")
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            wide = "document.documentElement.scrollWidth"
            assert page.evaluate(wide) <= width, address


def test_report_colours_have_text_contrast(page: Page) -> None:
    """A contrast of at least 4.5, of every colour of text with every ground it stands on."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(CONTRAST) >= 4.5, scheme
    page.emulate_media(color_scheme="light")


CONTRAST = """
() => {
  const probe = document.body.appendChild(document.createElement("p"));
  const light = (name) => {
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3);
    const linear = parts
      .map((part) => part / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (text, ground) => {
    const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const outcomes = ["passed", "failed", "error", "skipped"];
  return Math.min(
    ...["ink", "soft", "accent"].flatMap((text) =>
      ["page", "card", "wash"].map((on) => contrast(text, on))),
    ...outcomes.flatMap((name) => [contrast(name, `${name}-wash`), contrast(name, "card")]),
  );
}
"""


def test_run_list_renders_only_visible_rows(tab: Page, tmp_path: Path) -> None:
    index = folder(tmp_path, [run("failed", n, steps=0) for n in range(2421)])
    page = open_report(tab, index, "#view=runs")
    expect(page.locator(".row").first).to_be_visible()
    assert page.locator(".row").count() < 60
    page.keyboard.press("End")
    expect(page.locator(".row[aria-selected=true] .name")).to_have_text("shopping-2420")
    expect(page.locator(".row[aria-selected=true]")).to_be_in_viewport()
    expect(page.locator(".row[aria-selected=true]")).to_have_attribute("aria-rowindex", "2422")
