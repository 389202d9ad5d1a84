"""What published tasks read of GitLab's pages is there on the embedded forge, at every size."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState

from pytest_vwa.arena.server import Arena
from pytest_vwa.browser.view import PageView
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Sites
from pytest_vwa.defaults import built_in

GAUGE = "/erie-paddlers/river-gauge"


@pytest.fixture(scope="module")
def page(
    arena: Arena, chromium: Browser, logged_in: Callable[[str], StorageState]
) -> Iterator[Page]:
    """byteblaze's, who is logged in by the published recipe."""
    page = chromium.new_page(base_url=arena.sites["gitlab"].url, storage_state=logged_in("gitlab"))
    yield page
    page.close()


PUBLISHED = [
    ("/byteblaze/porch-light", "'.visibility-icon').getAttribute('title')", "Private - "),
    ("/byteblaze/dotfiles", "'.home-panel-description-markdown').outerText", "How my shell"),
    (f"{GAUGE}/-/issues/6", "'[data-qa-selector=\"title_content\"]').outerText", "Oil Creek"),
    (f"{GAUGE}/-/issues/6", "'[data-testid=\"sidebar-due-date\"]').outerText", "June 30"),
    (f"{GAUGE}/-/issues/6", "'.block.assignee').outerText", "Rosa Delgado"),
    (f"{GAUGE}/-/issues/6", "'.detail-page-description').outerText", "On the 21st"),
    (
        f"{GAUGE}/-/issues/6",
        "'[id=\"notes-list\"').lastElementChild.querySelector("
        "'.timeline-discussion-body').outerText",
        "somebody swapped the plugs",
    ),
    (f"{GAUGE}/-/merge_requests/6", "'.block.reviewer').outerText", "Byte Blaze"),
    (f"{GAUGE}/-/milestones/2", "'.block.start_date').outerText", "June 1, 2024"),
    (f"{GAUGE}/-/milestones/2", "'.block.due_date').outerText", "August 31, 2024"),
    ("/rosadelgado", "'.cover-status').lastChild.textContent", "Reading water levels"),
    ("/rosadelgado", "'.profile-header [itemprop=\"url\"]').outerText", "rosa.example"),
    ("/users/byteblaze/following", "'.user-profile').outerText", "@devpatel"),
    ("/dashboard/projects", "'[data-qa-selector=\"projects_list\"').outerText", "River Gauge"),
    ("/dashboard/todos", "'#content-body').outerText", "To-Do List"),
]


def test_gitlab_published_locators_find_their_text(page: Page) -> None:
    wrong = []
    for path, locator, expected in PUBLISHED:
        page.goto(path)
        found = page.evaluate(f"document.querySelector({locator}")
        wrong += [] if expected in found else [f"{path}: {expected!r} not in {found!r}"]
    assert wrong == []


def test_merge_request_shows_branches_as_first_links(page: Page) -> None:
    page.goto(f"{GAUGE}/-/merge_requests/6")
    links = page.locator(".detail-page-description > a.gl-font-monospace").all_inner_texts()
    assert links == ["metric-heights", "main"]


@pytest.mark.parametrize(("who", "role"), [("tomokafor", "Owner"), ("gauge-bot", "Developer")])
def test_project_member_role_function_reads_role(page: Page, who: str, role: str) -> None:
    page.goto(f"{GAUGE}/-/project_members")
    evidence = Evidence("", "", None, (), page.url, Sites({}), lambda _: PageView(page))
    read = built_in().functions["gitlab_get_project_memeber_role"]
    assert read(evidence, evidence.visit(""), who) == role


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/byteblaze",
        "/search?search=river",
        "/dashboard/todos",
        "/projects/new",
        GAUGE,
        f"{GAUGE}/-/issues",
        f"{GAUGE}/-/issues/6",
        f"{GAUGE}/-/issues/6/edit",
        f"{GAUGE}/-/merge_requests/6/diffs",
        f"{GAUGE}/-/project_members",
        f"{GAUGE}/-/blob/main/gauge/mail.py",
    ],
)
def test_gitlab_page_fits_window_and_labels_each_field(
    page: Page, path: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    nameless = page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden]), select, textarea')]"
        ".filter(each => !each.labels.length).map(each => each.outerHTML)"
    )
    assert nameless == []
