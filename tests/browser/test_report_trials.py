"""What the pages tell of tasks that were tried several times."""

from playwright.sync_api import Page, expect
from report_folder import go, run

SUMMARY, TEXT = "summary · some-model", "text · some-model"
RUNS = [
    *(run(outcome, 1, trial=trial) for trial, outcome in enumerate(("passed", "failed"), 1)),
    *(run("passed", 2, trial=trial) for trial in (1, 2)),
    *(run("failed", 3, trial=trial) for trial in (1, 2)),
    run("passed", 4),
    run("passed", 1, agent="text"),
]


def names(page: Page) -> list[str]:
    page.locator(".row").first.wait_for()
    return page.locator(".row .task").all_inner_texts()


def test_overview_shows_pass_at_k_of_trials(page: Page) -> None:
    panel = page.get_by_label(f"Trials of {SUMMARY}")
    expect(panel).to_contain_text("62 % mean of 4 tasks")
    assert panel.locator("tr").all_inner_texts() == [
        "k\t1\t2", "pass@k\t62 %\t67 %", "pass^k\t62 %\t33 %", "tasks\t4\t3",
    ]  # fmt: skip
    expect(page.get_by_label(f"Trials of {TEXT}")).to_have_count(0)
    expect(page.locator("#overview")).to_contain_text("pass@k: at least one of k trials is passed")


def test_overview_links_flaky_tasks_to_run_filter(page: Page) -> None:
    page.get_by_role("link", name="flaky: 1 of 4 tasks").click()
    flaky = "shopping-1 trial {} of 2flaky\nFind lamp number 1."
    assert names(page) == [flaky.format(1), flaky.format(2)]
    choice = page.get_by_role("combobox", name="trials", exact=True)
    expect(choice).to_have_value("flaky")
    offered = choice.locator("option").all_inner_texts()
    assert offered == ["all", "always passed", "flaky", "never passed"]
    choice.select_option("never passed")
    assert [name.split()[0] for name in names(page)] == ["shopping-3", "shopping-3"]


def test_run_filter_reports_no_match(page: Page) -> None:
    go(page, "#view=runs&trials=unheard-of")
    expect(page.locator(".found")).to_contain_text("No run fits")
    expect(page.get_by_role("combobox", name="trials", exact=True)).to_have_value("unheard-of")


def test_run_page_names_each_trial(page: Page) -> None:
    go(page, f"#run={page.evaluate('vwa.runs[0].id')}")
    expect(page.locator("#run .facts")).to_contain_text("1 of 2")
    expect(page.locator("#run .hero")).to_contain_text("shopping-1, trial 1 of 2")
    expect(page).to_have_title("shopping-1, trial 1 of 2 passed")
    card = page.get_by_label("Trials", exact=True)
    expect(card).to_contain_text("Trials (flaky)")
    card.get_by_role("link", name="trial 2").click()
    expect(page.locator("#run .facts")).to_contain_text("2 of 2")
    go(page, f"#run={page.evaluate('vwa.runs[6].id')}")
    expect(page.locator("#run h1")).to_have_text("Find lamp number 4.")
    expect(card).to_have_count(0)
    expect(page.locator("#run .facts")).not_to_contain_text("trial")
