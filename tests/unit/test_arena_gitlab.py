"""The embedded forge keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from pytest_vwa.arena.server import Arena

GAUGE = "/erie-paddlers/river-gauge"
BOX = "/byteblaze/recipe-box"
SHOP = "/copper-lane/storefront"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["gitlab"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["gitlab"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture
def byte(visitor: httpx.Client) -> httpx.Client:
    """byteblaze's browser."""
    sign_in(visitor, "byteblaze", "hello1234")
    return visitor


def sign_in(client: httpx.Client, name: str, password: str) -> httpx.Response:
    return client.post("/users/sign_in", data={"user[login]": name, "user[password]": password})


def titles(page: httpx.Response) -> list[str]:
    found = re.findall(r'<h3 class="issue-title"><a [^>]*>(.*?)</a>', page.text)
    return [unescape(title) for title in found]


def told(page: httpx.Response) -> str:
    """What the site says about what was just done."""
    return unescape("".join(re.findall(r'<div class="flash-.*?>(.*?)</div>', page.text)))


def sidebar(page: httpx.Response, name: str) -> str:
    block = re.search(rf'<div class="block {name}".*?</div>', page.text, re.DOTALL)
    return re.sub(r"<[^>]+>|\s+", " ", block[0] if block else "")


# --- who may come in ----------------------------------------------------------------------------


def test_sign_in_redirects_back_to_requested_page(
    visitor: httpx.Client,
) -> None:
    assert visitor.get("/", follow_redirects=False).status_code == 302
    assert visitor.get("/dashboard/todos").url.path == "/users/sign_in"
    assert sign_in(visitor, "byteblaze", "hello1234").url.path == "/dashboard/todos"


def test_sign_in_refuses_wrong_password(visitor: httpx.Client) -> None:
    assert "Invalid login or password" in sign_in(visitor, "byteblaze", "no").text


def test_profile_does_not_redirect_signed_in_user(byte: httpx.Client) -> None:
    assert byte.get("/-/profile", follow_redirects=False).status_code == 200


def test_register_validates_form_and_signs_in(visitor: httpx.Client) -> None:
    form = {"name": "Ida Berg", "username": "ida", "email": "ida@example.com", "password": "short"}
    assert "at least 8" in told(visitor.post("/users", data=form))
    form |= {"password": "long enough"}
    assert visitor.post("/users", data={**form, "username": "hannahk"}).url.path == "/users"
    assert "@ida" in visitor.post("/users", data=form).text


def test_private_project_is_404_for_strangers(visitor: httpx.Client) -> None:
    assert visitor.get("/byteblaze/porch-light").status_code == 404
    assert visitor.get("/marcuswebb/gear-table").status_code == 404
    sign_in(visitor, "hannahk", "Maple.402")
    assert visitor.get("/byteblaze/porch-light").status_code == 404
    assert visitor.get("/marcuswebb/gear-table").status_code == 200
    assert "Porch" not in visitor.get("/search?search=lamp").text


@pytest.mark.parametrize(
    "path",
    [
        "/nobody",
        f"{GAUGE}/-/issues/99",
        f"{GAUGE}/-/blob/main/no.txt",
        f"{GAUGE}/-/commit/abcdef12",
    ],
)
def test_missing_page_is_404_in_site_layout(visitor: httpx.Client, path: str) -> None:
    page = visitor.get(path)
    assert (page.status_code, "Page not found" in page.text) == (404, True)


# --- code ---------------------------------------------------------------------------------------


def test_readme_is_rendered_with_its_pictures(visitor: httpx.Client) -> None:
    page = visitor.get("/erie-paddlers/trip-log").text
    source = "/erie-paddlers/trip-log/-/raw/main/pictures/bay.png"
    assert f'src="{source}"' in page
    assert visitor.get(source).headers["content-type"] == "image/png"


def test_markdown_escapes_html_and_links_references(byte: httpx.Client) -> None:
    form = {"note[note]": "<script>alert(1)</script> see #3, @rosadelgado and `#4`"}
    page = byte.post(f"{GAUGE}/-/issues/6/notes", data=form).text
    assert "<script>alert" not in page
    assert f'href="{GAUGE}/-/issues/3"' in page
    assert 'href="/rosadelgado"' in page
    assert f'href="{GAUGE}/-/issues/4"' not in page


def test_commit_shows_changed_files(visitor: httpx.Client) -> None:
    log = visitor.get(f"{GAUGE}/-/commits/main?search=Lower+the+upper").text
    link = re.search(rf'class="commit-row-message" href="({GAUGE}/-/commit/\w+)"', log)
    assert link
    page = visitor.get(link[1]).text
    assert "2 changed files" in page
    assert "-LIMITS" in page
    assert "+LIMITS" in page


def test_tree_lists_latest_commit_of_each_file(visitor: httpx.Client) -> None:
    page = visitor.get(f"{GAUGE}/-/tree/main/gauge").text
    first, *_ = re.findall(r"<tr><td>.*?</tr>", page, re.DOTALL)
    assert "mail.py" in first
    assert "Write the morning mail" in first


def test_edit_commits_and_new_branch_opens_merge_request(byte: httpx.Client) -> None:
    edit = {"content": "# Bread\r\n\r\nNew.", "commit_message": "Shorter", "file_name": "bread.md"}
    byte.post(f"{BOX}/-/edit/main/bread.md", data={**edit, "branch_name": "main"})
    assert byte.get(f"{BOX}/-/raw/main/bread.md").text == "# Bread\n\nNew.\n"
    assert "Shorter" in byte.get(f"{BOX}/-/commits/main").text
    page = byte.post(
        f"{BOX}/-/edit/main",
        data={**edit, "file_name": "oats.md", "branch_name": "try-it", "new": "1"},
    )
    assert page.url.path == f"{BOX}/-/merge_requests/new"


def test_new_file_refuses_existing_name(byte: httpx.Client) -> None:
    form = {"content": "x", "file_name": "bread.md", "new": "1"}
    assert "already exists" in told(byte.post(f"{BOX}/-/edit/main", data=form))


def test_edit_names_required_role(visitor: httpx.Client) -> None:
    sign_in(visitor, "emmalopez", "Password.123")
    assert "role Developer" in told(visitor.get(f"{BOX}/-/edit/main/bread.md"))


def test_branches_and_tags_are_created_from_branches(byte: httpx.Client) -> None:
    byte.post(f"{BOX}/-/branches", data={"name": "feature/soup", "ref": "main"})
    assert byte.get(f"{BOX}/-/tree/feature/soup").status_code == 200
    assert byte.get(f"{BOX}/-/blob/feature/soup/bread.md").status_code == 200
    page = byte.post(f"{BOX}/-/branches", data={"name": "feature/soup", "ref": "main"})
    assert "already exists" in told(page)
    assert "v9" in byte.post(f"{BOX}/-/tags", data={"name": "v9", "ref": "main"}).text
    assert "cannot be deleted" in told(byte.post(f"{BOX}/-/branches/delete", data={"name": "main"}))


def test_contributors_page_counts_commits(visitor: httpx.Client) -> None:
    page = visitor.get(f"{GAUGE}/-/graphs/main").text
    assert "5 commits (rosa.delgado@example.com)" in page


# --- issues -------------------------------------------------------------------------------------


def test_issues_are_filtered_by_url_query(visitor: httpx.Client) -> None:
    def found(query: str) -> list[str]:
        return titles(visitor.get(f"{GAUGE}/-/issues/?{query}"))

    assert len(found("label_name[]=bug")) == 2
    assert len(found("label_name[]=bug&label_name[]=data")) == 1
    assert found("label_name[]=bug&state=closed")[0].startswith("Frozen sensor")
    assert len(found("state=all")) == 11
    assert found("assignee_username=theomarkham") == ["Crash when a month has no readings"]
    assert found("author_username=theomarkham&state=closed") == ["How do I add a river?"]
    assert len(found("assignee_username=None")) == 2
    assert found("milestone_title=Summer+season&sort=title_asc")[0].startswith("Oil Creek")
    assert found("sort=due_date")[0] == "Readings of April 2024 are missing"
    assert found("sort=created_asc")[0] == found("sort=created_date")[-1]
    assert found("search=cable+box+key") == ["Who has the key to the cable box?"]
    assert found("search=100%") == []


def test_issue_filter_redirects_without_empty_fields(visitor: httpx.Client) -> None:
    page = visitor.get(f"{GAUGE}/-/issues/?search=&author_username=&label_name[]=bug&state=opened")
    assert str(page.url).endswith("/-/issues/?label_name%5B%5D=bug&state=opened")


def test_new_issue_is_complete_and_notifies_users(byte: httpx.Client) -> None:
    form = {
        "title": "More soup",
        "description": "For @hannahk",
        "assignee": "1",
        "due": "2024-07-01",
    }
    page = byte.post(f"{BOX}/-/issues", data={**form, "assignee": "7"})
    assert page.url.path == f"{BOX}/-/issues/8"
    assert "Tom Okafor" in sidebar(page, "assignee")
    assert "July 1, 2024" in sidebar(page, "due_date")
    byte.get("/users/sign_out")
    for name, password, why in (
        ("tomokafor", "Summit.58", "assigned you"),
        ("hannahk", "Maple.402", "mentioned you"),
    ):
        sign_in(byte, name, password)
        waiting = byte.get("/dashboard/todos").text
        assert "More soup" in waiting
        assert why in waiting
        byte.get("/users/sign_out")


@pytest.mark.parametrize(
    ("form", "problem"),
    [({"title": ""}, "Title can't be blank"), ({"title": "a", "due": "soon"}, "is not a day")],
)
def test_new_issue_refuses_invalid_form(
    byte: httpx.Client, form: dict[str, str], problem: str
) -> None:
    assert problem in told(byte.post(f"{BOX}/-/issues", data=form))


def test_issue_edit_adds_note_of_changes(byte: httpx.Client) -> None:
    form = {"title": "Warn early", "description": "x", "assignee": "2", "milestone": "", "due": ""}
    page = byte.post(f"{GAUGE}/-/issues/8", data=form).text
    for note in (
        "changed the title to",
        "assigned to",
        "removed the milestone",
        "removed due date",
    ):
        assert note in page


def test_issue_can_be_closed_and_reopened(byte: httpx.Client) -> None:
    here = f"{BOX}/-/issues/6"
    assert "Closed</span>" in byte.post(f"{here}/state", data={"event": "close"}).text
    assert "A cake that travels" in titles(byte.get(f"{BOX}/-/issues?state=closed"))
    assert "Open</span>" in byte.post(f"{here}/state", data={"event": "reopen"}).text


def test_stranger_may_open_issue_but_not_assign_or_close(visitor: httpx.Client) -> None:
    sign_in(visitor, "sverreaakre", "Fjord.61")
    form = {"title": "Metres", "assignee": "1", "label_ids[]": "1"}
    page = visitor.post(f"{GAUGE}/-/issues", data=form)
    assert "None" in sidebar(page, "assignee")
    visitor.post(f"{GAUGE}/-/issues/6/state", data={"event": "close"})
    assert "Open</span>" in visitor.get(f"{GAUGE}/-/issues/6").text


# --- merge requests -----------------------------------------------------------------------------


def test_merge_request_shows_branches_commits_and_changes(visitor: httpx.Client) -> None:
    page = visitor.get(f"{GAUGE}/-/merge_requests/6").text
    found = re.findall(r'<a class="gl-font-monospace"[^>]*>(.*?)</a>', page)
    assert found == ["metric-heights", "main"]
    assert "0.3048" in visitor.get(f"{GAUGE}/-/merge_requests/6/diffs").text
    assert "Show heights in metres" in visitor.get(f"{GAUGE}/-/merge_requests/6/commits").text


def test_merge_brings_changes_to_target_branch(byte: httpx.Client) -> None:
    page = byte.post(f"{GAUGE}/-/merge_requests/6/merge", data={"remove_source_branch": "1"})
    assert "Merged</span>" in page.text
    assert "0.3048" in byte.get(f"{GAUGE}/-/raw/main/gauge/mail.py").text
    assert byte.get(f"{GAUGE}/-/tree/metric-heights").status_code == 404
    assert "0.3048" in byte.get(f"{GAUGE}/-/merge_requests/6/diffs").text


def test_merge_refuses_conflicting_files(byte: httpx.Client) -> None:
    edit = {"content": "new", "file_name": "gauge/mail.py", "branch_name": "main"}
    byte.post(f"{GAUGE}/-/edit/main/gauge/mail.py", data=edit)
    page = byte.get(f"{GAUGE}/-/merge_requests/6").text
    assert "conflicts must be resolved in gauge/mail.py" in page
    assert "cannot be merged" in told(byte.post(f"{GAUGE}/-/merge_requests/6/merge"))


def test_merge_request_needs_two_branches(byte: httpx.Client) -> None:
    form = {"title": "x", "source": "main", "target": "main"}
    assert "two different" in told(byte.post(f"{BOX}/-/merge_requests", data=form))
    page = byte.post(f"{BOX}/-/merge_requests", data={**form, "source": "rye"})
    assert page.url.path == f"{BOX}/-/merge_requests/5"


def test_dashboard_lists_assigned_items_by_url_query(byte: httpx.Client) -> None:
    assert byte.get("/dashboard/issues").url.query == b"assignee_username=byteblaze"
    page = byte.get("/dashboard/merge_requests?reviewer_username=byteblaze")
    assert "Work in zsh too" in titles(page)
    byte.post("/dashboard/todos", data={"todo": "all"})
    assert "It is empty" in byte.get("/dashboard/todos").text


# --- people, projects, groups -------------------------------------------------------------------


def test_members_are_invited_changed_and_removed(byte: httpx.Client) -> None:
    here = f"{BOX}/-/project_members"

    def role(text: str) -> str:
        rows = re.findall(r'sublabel">@(\S+?)<.*?col-max-role".*?<span>(\w+)', text, re.DOTALL)
        return dict(rows).get("emmalopez", "")

    assert "no user 'nobody'" in told(
        byte.post(here, data={"user": "nobody", "access_level": "10"})
    )
    assert "choose a role" in told(byte.post(here, data={"user": "emmalopez", "access_level": "7"}))
    page = byte.post(here, data={"user": "@emmalopez, hannahk", "access_level": "20"})
    assert role(page.text) == "Reporter"
    page = byte.post(here, data={"user": "emmalopez", "access_level": "40", "do": "update"})
    assert role(page.text) == "Maintainer"
    assert role(byte.post(here, data={"user": "emmalopez", "do": "remove"}).text) == ""


def test_group_members_are_members_of_its_projects(byte: httpx.Client) -> None:
    page = byte.get(f"{SHOP}/-/project_members").text
    assert "Inherited from the group" in page
    assert "Invite members" not in page, "a developer invites nobody"


def test_new_project_is_blank_or_has_readme(byte: httpx.Client) -> None:
    form = {"name": "Night Walks", "namespace": "byteblaze", "visibility": "public"}
    page = byte.post("/projects", data=form)
    assert page.url.path == "/byteblaze/night-walks"
    assert "repository for this project is empty" in page.text
    assert "already been taken" in told(byte.post("/projects", data=form))
    assert "can't be blank" in told(byte.post("/projects", data={**form, "name": ""}))
    page = byte.post("/projects", data={**form, "name": "Day Walks", "initialize_with_readme": "1"})
    assert "README.md" in page.text


def test_fork_has_history_and_names_its_origin(byte: httpx.Client) -> None:
    form = {"name": "Kayak Rack", "path": "rack", "namespace": "byteblaze", "visibility": "public"}
    page = byte.post("/gracelindqvist/kayak-rack/-/forks", data=form)
    assert "Forked from" in page.text
    assert "Oil it twice" in byte.get("/byteblaze/rack/-/commits/main").text
    assert "byteblaze" in byte.get("/gracelindqvist/kayak-rack/-/forks").text


def test_star_can_be_toggled(byte: httpx.Client) -> None:
    here = "/three-rivers/stop-finder"
    assert "Unstar" in byte.post(f"{here}/-/toggle_star").text
    assert "Stop Finder" in byte.get("/users/byteblaze/starred").text
    byte.post(f"{here}/-/toggle_star")
    assert "Stop Finder" not in byte.get("/users/byteblaze/starred").text


def test_group_can_be_created_and_gets_members(byte: httpx.Client) -> None:
    page = byte.post("/groups", data={"name": "Night Crew", "visibility": "private"})
    assert page.url.path == "/night-crew"
    here = "/groups/night-crew/-/group_members"
    byte.post(here, data={"user": "hannahk, theomarkham", "access_level": "30"})
    assert byte.get(here).text.count("Developer</span>") == 2
    assert "already been taken" in told(byte.post("/groups", data={"name": "Erie Paddlers"}))


def test_user_page_shows_status_and_followers(byte: httpx.Client) -> None:
    byte.post("/-/profile", data={"user[status][message]": "On the river", "user[name]": "Byte"})
    assert 'cover-status-message">On the river</span></div>' in byte.get("/byteblaze").text
    assert "Unfollow" in byte.post("/users/hannahk/follow").text
    assert "Byte" in byte.get("/users/hannahk/followers").text


def test_labels_and_milestones_can_be_created(byte: httpx.Client) -> None:
    byte.post(f"{BOX}/-/labels", data={"title": "spicy", "color": "#c8453b"})
    assert "spicy" in byte.get(f"{BOX}/-/labels").text
    form = {"title": "Winter", "start_date": "2024-12-01", "due_date": "2024-11-01"}
    assert "on or after" in told(byte.post(f"{BOX}/-/milestones", data=form))
    page = byte.post(f"{BOX}/-/milestones", data={**form, "due_date": "2024-12-31"})
    assert "December 31, 2024" in sidebar(page, "due_date")


def test_search_finds_every_kind_of_item(byte: httpx.Client) -> None:
    for scope, text, found in (
        ("projects", "gauge", "River Gauge"),
        ("issues", "piece of wire", "Who has the key"),
        ("merge_requests", "zsh", "Work in zsh too"),
        ("blobs", "yeast", "bread.md"),
        ("commits", "cardamom", "Cardamom buns"),
        ("users", "okafor", "tomokafor"),
    ):
        assert found in byte.get(f"/search?search={text}&scope={scope}").text
    assert "couldn't find any" in unescape(byte.get("/search?search=zzz").text)


def test_issue_list_is_paginated(byte: httpx.Client) -> None:
    query = "scope=all&state=all&author_username=theomarkham"
    for number in range(15):
        byte.post(f"{BOX}/-/issues", data={"title": f"Dish {number}"})
    page = byte.get(f"{BOX}/-/issues?sort=created_asc&page=2")
    assert len(titles(page)) < 20
    assert titles(byte.get(f"/dashboard/issues?{query}"))


def test_arena_fresh_restores_data_and_preserves_login(byte: httpx.Client, arena: Arena) -> None:
    byte.post(f"{BOX}/-/issues", data={"title": "Gone tomorrow"})
    arena.fresh()
    assert byte.get(f"{BOX}/-/issues/8").status_code == 404
    assert byte.get("/").url.path == "/"


def test_forge_has_at_least_12_projects_and_130_commits(byte: httpx.Client) -> None:
    commits = 0
    page = byte.get("/explore").text
    projects = set(re.findall(r'class="project" href="(/[^"]+)"', page))
    for project in projects:
        page = byte.get(f"{project}/-/commits").text
        commits += int(re.findall(r'Commits <span class="badge">(\d+)', page)[0])
    assert len(projects) >= 12
    assert commits >= 130, "and those on other branches"
