"""The page of one run, and two of them side by side."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from records import question
from report_folder import box, folder, go, jpeg, open_report, opened, run

from pytest_vwa.reporting import html
from pytest_vwa.reporting.breakdown import PHASES

RUNS = [
    run("failed", 1, steps=12),
    question("passed", 1, agent="summary", intent="Which lamp?", nodeid="::shopping-1-question[]"),
    run("passed", 2, answer="two"),
    run("passed", 1, agent="text"),
    run("failed", 2, agent="text"),
    run("failed", 3, agent="text"),
]


def look_at(page: Page, number: int) -> None:
    """The page of the run at this place of the list."""
    go(page, page.evaluate("at => `#run=${vwa.runs[at].id}`", number))
    expect(page.locator("#run h1")).to_be_visible()


def test_run_page_opens_by_url(chromium: Browser, page: Page, index: Path) -> None:
    look_at(page, 2)
    again = opened(chromium, index, page.evaluate("location.hash"))
    expect(again.locator("#run h1")).to_have_text("Find lamp number 2.")
    again.context.close()


def test_run_id_is_stable_across_renderings(index: Path, page: Page) -> None:
    before = page.evaluate("vwa.runs.map(run => run.id)")
    html.write(RUNS, index.parent)
    page.reload()
    assert page.evaluate("vwa.runs.map(run => run.id)") == before


def test_run_page_reports_unknown_id(tab: Page, index: Path) -> None:
    page = open_report(tab, index, "#run=nothing")
    expect(page.locator("#run")).to_contain_text("there is no run nothing on this page")


def test_run_page_shows_expected_and_found_of_check(page: Page) -> None:
    look_at(page, 0)
    check = page.get_by_label("Checks")
    expect(check).to_contain_text("must_include: 1")
    expect(check.locator("dd").nth(1)).to_have_text("'n/a'")
    look_at(page, 2)
    expect(check.locator("dd").nth(1)).to_have_text("two")


def test_run_page_shows_site_fault(tab: Page, tmp_path: Path) -> None:
    met = {"site": "shopping_admin", "kind": "rate-limited"}
    left = {"site": "reddit", "kind": "down", "not_run": True}
    runs = [run("error", n, error_kind="site", trouble=each) for n, each in enumerate((met, left))]
    page = open_report(tab, html.write(runs, tmp_path))
    for number, told in enumerate(("shopping admin: rate-limited", "reddit: down, not run")):
        look_at(page, number)
        fact = page.locator(".facts div").filter(has=page.get_by_text("trouble", exact=True))
        expect(fact.locator("dd")).to_have_text(told)


def test_phase_times_have_same_colours_on_overview_and_run(tab: Page, tmp_path: Path) -> None:
    spent = dict.fromkeys(PHASES, 1.0) | {"total": len(PHASES) + 1.0}
    page = open_report(tab, html.write([run("passed", 1, seconds=spent)], tmp_path))
    names = [*PHASES, "other"]
    colours = "found => found.map(each => getComputedStyle(each).backgroundColor)"
    overview = page.locator(".phases")
    assert [text.split()[0] for text in overview.locator("li").all_inner_texts()] == names
    shown = overview.locator(".key").evaluate_all(colours)
    look_at(page, 0)
    card = page.get_by_label("Time by phase")
    assert card.locator("li").all_inner_texts() == [f"{name} 1.0 s" for name in names]
    assert card.locator(".key").evaluate_all(colours) == shown
    assert "rgba(0, 0, 0, 0)" not in shown
    assert len(set(shown)) == len(names) - 1, "a model and an agent of its own never meet"


def test_run_page_links_task_to_its_question(page: Page) -> None:
    look_at(page, 0)
    card = page.get_by_label("Question and task")
    expect(card).to_contain_text("Which lamp?")
    card.get_by_role("link", name="shopping-1-question").click()
    expect(page.locator("#run h1")).to_have_text("Which lamp?")


def test_run_page_loads_images_lazily(page: Page) -> None:
    look_at(page, 0)
    first, last = page.locator("#step-1 .shot img"), page.locator("#step-12 .shot img")
    expect(first).to_have_js_property("naturalWidth", 400)
    expect(last).to_have_js_property("naturalWidth", 0)
    last.scroll_into_view_if_needed()
    expect(last).to_have_js_property("naturalWidth", 400)


def test_run_page_rings_chosen_element(page: Page) -> None:
    look_at(page, 0)
    ring, shot = page.locator("#step-1 .mark"), page.locator("#step-1 .shot img")
    expect(ring).to_have_count(1)
    mark, picture = box(ring), box(shot)
    assert (mark["x"] - picture["x"]) / picture["width"] == pytest.approx(100 / 400, abs=0.01)
    assert (mark["y"] - picture["y"]) / picture["height"] == pytest.approx(160 / 640, abs=0.01)
    assert mark["width"] / picture["width"] == pytest.approx(80 / 400, abs=0.01)
    expect(page.locator("#step-2 .mark")).to_have_count(0)


def test_run_page_ring_fits_scaled_image(chromium: Browser, tmp_path: Path) -> None:
    fine = run("failed", 1)
    steps = [step.model_copy(update={"scale": 2.5}) for step in fine.steps]
    index = folder(tmp_path, [fine.model_copy(update={"steps": tuple(steps)})])
    (tmp_path / fine.artifacts / "step-01.jpg").write_bytes(jpeg(size=(1000, 1600)))
    page = opened(chromium, index, device_scale_factor=2)
    look_at(page, 0)
    mark, picture = box(page.locator("#step-1 .mark")), box(page.locator("#step-1 .shot img"))
    assert (mark["x"] - picture["x"]) / picture["width"] == pytest.approx(100 / 400, abs=0.01)
    assert (mark["y"] - picture["y"]) / picture["height"] == pytest.approx(160 / 640, abs=0.01)
    assert mark["width"] / picture["width"] == pytest.approx(80 / 400, abs=0.01)
    page.context.close()


def test_run_page_shows_tutorial_cue_by_shared_words(page: Page) -> None:
    look_at(page, 0)
    near = page.locator("#step-1 .near")
    expect(near.locator(".nearest")).to_have_text("0:04 Now the brass one.")
    expect(near).to_contain_text("shared words: brass")
    expect(near.locator("figcaption").last).to_have_text("0:05")
    expect(near.locator("img").first).to_have_js_property("naturalWidth", 320)


def test_run_page_matches_tutorial_cue_by_position(page: Page) -> None:
    look_at(page, 0)
    near = page.locator("#step-2 .near")
    expect(near).to_contain_text("by position: step 2 of 12")
    expect(near.locator(".nearest")).to_have_text("0:00 Welcome to the garden.")


def test_run_page_reports_missing_tutorial_and_images(tab: Page, tmp_path: Path) -> None:
    records = [run("failed", 1, video="never watched")]
    page = open_report(tab, html.write(records, tmp_path))
    look_at(page, 0)
    expect(page.locator("#run")).to_contain_text("never watched, was not watched in this run")
    expect(page.locator("#step-1")).to_contain_text("step-01.jpg is not there")


def test_compare_lists_flips_of_two_agents(page: Page) -> None:
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("combobox", name="from", exact=True)).to_have_value("text · some-model")
    section = page.locator("#compare")
    expect(section).to_contain_text("text · some-model won 1 of 2 (50 %)")
    expect(section).to_contain_text("1 left out")
    expect(section).to_contain_text("McNemar's exact p 1.000")
    gained, lost = page.locator(".flips.gained").first, page.locator(".flips.lost").first
    assert gained.get_by_role("link").all_inner_texts() == ["shopping-2"]
    assert lost.get_by_role("link").all_inner_texts() == ["shopping-1"]


def test_compare_flip_opens_both_timelines_side_by_side(page: Page) -> None:
    page.get_by_role("link", name="Compare").click()
    page.locator(".flips.gained").get_by_role("link").click()
    sides = page.locator(".side")
    expect(sides).to_have_count(2)
    expect(sides.first).to_contain_text("failed")
    expect(sides.last).to_contain_text("passed")
    left, right = box(sides.first), box(sides.last)
    assert left["x"] + left["width"] <= right["x"]
    page.keyboard.press("Escape")
    expect(page.locator(".flips").first).to_be_visible()


def test_compare_offers_several_runs_and_their_trials(tab: Page, tmp_path: Path) -> None:
    old = [run("failed", n, run="old") for n in (1, 2)]
    new = [run("passed", 1, run="new", trial=trial) for trial in (1, 2)]
    new.append(run("failed", 2, run="new"))
    folder(tmp_path / "old", old)
    page = open_report(tab, html.write([*old, *new], tmp_path / "both"), "#view=compare")
    names = page.get_by_role("combobox", name="to", exact=True).locator("option").all_inner_texts()
    agent = "summary · some-model"
    whos = ("old", "new", "new · trial 1", "new · trial 2")
    assert names == [f"{agent} · {who}" for who in whos]
    assert page.locator(".flips.gained").get_by_role("link").all_inner_texts() == ["shopping-1"]
    look_at(page, 0)
    source = page.locator("#step-1 a").get_attribute("href")
    assert source == "../old/arena/shopping/shopping-1-summary/step-01.jpg"


def test_compare_view_reports_single_agent(tab: Page, tmp_path: Path) -> None:
    page = open_report(tab, html.write([run("failed", 1)], tmp_path), "#view=compare")
    expect(page.locator("#compare")).to_contain_text("There is one agent on this page")
