"""Which two sides are compared, and what is said of both directions."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from report_folder import open_report, run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting import html

SUMMARY, TEXT = "summary · some-model", "text · some-model"
TRIED = [
    *(run(outcome, 1, trial=trial) for trial, outcome in enumerate(("passed", "failed"), 1)),
    *(run("passed", 2, trial=trial) for trial in (1, 2)),
]
RUNS = [*TRIED, run("failed", 2, agent="text"), run("passed", 1, agent="text")]


def sides(page: Page) -> tuple[str, str]:
    chosen = [page.get_by_role("combobox", name=name, exact=True) for name in ("from", "to")]
    return chosen[0].input_value(), chosen[1].input_value()


def compared(tab: Page, place: Path, records: Sequence[Record]) -> Page:
    page = open_report(tab, html.write(records, place), "#view=compare")
    page.locator("#compare .outcome > *").first.wait_for()
    return page


@pytest.mark.parametrize(
    ("records", "first", "second"),
    [
        (RUNS, TEXT, SUMMARY),
        ([*TRIED, run("failed", 1, agent="frames")], SUMMARY, "frames · some-model"),
        ([*TRIED, run("failed", 1, model="other")], SUMMARY, "summary · other"),
        ([*TRIED, run("failed", 1, run="r2")], f"{SUMMARY} · r1", f"{SUMMARY} · r2"),
        (
            [run("failed", 9, agent="text"), *TRIED, run("failed", 1, agent="frames")],
            SUMMARY,
            "frames · some-model",
        ),
        (TRIED, f"{SUMMARY} · trial 1", f"{SUMMARY} · trial 2"),
    ],
    ids=["agents", "no baseline", "models", "runs", "tasks in common", "one agent's trials"],
)
def test_compare_preselects_two_comparable_sides(
    tab: Page, tmp_path: Path, records: Sequence[Record], first: str, second: str
) -> None:
    page = compared(tab, tmp_path, records)
    assert sides(page) == (first, second)
    expect(page.locator(".flips").first).to_be_visible()


def test_compare_lists_flips_in_both_directions(tab: Page, tmp_path: Path) -> None:
    page = compared(tab, tmp_path, RUNS)
    won = page.get_by_label(f"tasks: {SUMMARY} won, {TEXT} lost")
    lost = page.get_by_label(f"tasks: {TEXT} won, {SUMMARY} lost")
    assert won.get_by_role("link").all_inner_texts() == ["shopping-2"]
    assert lost.get_by_role("link").all_inner_texts() == ["shopping-1"]
    expect(lost).to_contain_text(f"trials passed: {TEXT} 1 of 1, {SUMMARY} 1 of 2")
    expect(page.locator("#compare")).to_contain_text("won when more than half passed")
    lost.get_by_role("link").click()
    expect(page.locator(".side").last).to_contain_text("trial 2 of 2")


def test_compare_choice_of_sides_retains_focus(tab: Page, tmp_path: Path) -> None:
    page = compared(tab, tmp_path, RUNS)
    second = page.get_by_role("combobox", name="to", exact=True)
    second.focus()
    second.select_option(f"{SUMMARY} · trial 1")
    expect(page.locator(".flips.gained li")).to_have_count(1)
    expect(page.locator(".flips.lost li")).to_have_count(0)
    expect(second).to_be_focused()
    second.select_option(TEXT)  # it stands on the other side
    expect(page.get_by_role("combobox", name="from", exact=True)).to_have_value(
        f"{SUMMARY} · trial 1"
    )
    page.get_by_role("button", name="Swap").click()
    expect(second).to_have_value(f"{SUMMARY} · trial 1")
    expect(page.get_by_role("button", name="Swap")).to_be_focused()


def test_compare_refuses_side_with_part_of_itself(tab: Page, tmp_path: Path) -> None:
    page = compared(tab, tmp_path, TRIED)
    section = page.locator("#compare")
    expect(section).to_contain_text("what differs is chance")
    expect(page.get_by_role("link", name="All flaky tasks")).to_be_visible()
    page.get_by_role("combobox", name="from", exact=True).select_option(SUMMARY)
    expect(section).to_contain_text(f"{SUMMARY} · trial 2 is a part of {SUMMARY}")
    expect(page.locator(".flips")).to_have_count(0)
