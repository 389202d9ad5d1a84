"""A project's files and history, for reading."""

import json
from collections import Counter
from pathlib import PurePosixPath
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pytest_vwa.arena import pictures
from pytest_vwa.arena.web import Pagination, not_found

from .access import Project, project_page, store_of
from .catalogue import cards
from .frame import show_in
from .issues import HERE
from .repository import Place

PAGE_SIZE = 30
LANGUAGES = {
    ".py": ("Python", "#3572a5"), ".js": ("JavaScript", "#c9a800"), ".c": ("C", "#555555"),
    ".h": ("C", "#555555"), ".html": ("HTML", "#c9401f"), ".css": ("CSS", "#563d7c"),
    ".sh": ("Shell", "#4a8a2a"), ".lua": ("Lua", "#000080"), ".sql": ("SQL", "#b26b00"),
}  # fmt: skip


def place_of(request: Request, project: Project) -> Place:
    """What the address names after ``tree``, ``blob`` and the like; the 404 page if nothing."""
    place = project.repository.place(request.path_params.get("rest") or project.row["branch"])
    if place is None:
        raise not_found()
    return place


def entries(tree: dict[str, str], folder: str) -> tuple[list[str], list[str]]:
    """Names of the folders and of the files right inside ``folder``."""
    start = f"{folder}/" if folder else ""
    inside = [path.removeprefix(start) for path in tree if path.startswith(start)]
    folders = {path.split("/")[0] for path in inside if "/" in path}
    return sorted(folders), sorted(path for path in inside if "/" not in path)


def _browse(project: Project, place: Place) -> dict[str, Any]:
    """The table of files with the latest commit of each, and the README below it."""
    repository, tree = project.repository, project.repository.tree(place.sha)
    folders, files = entries(tree, place.path)
    start = f"{place.path}/" if place.path else ""
    rows = [("tree", name) for name in folders] + [("blob", name) for name in files]
    latest = repository.latest(place.sha, [place.path, *(start + name for _, name in rows)])
    readme = next((name for name in files if name.lower() == "readme.md"), "")
    return {
        "place": place,
        "rows": [(kind, name, latest.get(start + name)) for kind, name in rows],
        "start": start,
        "latest": latest.get(place.path),
        "readme": readme,
        "readme_text": repository.text(tree[start + readme]) if readme else "",
        "branches": [row["ref"] for row in repository.refs("branch")],
    }


@project_page()
async def overview(request: Request, project: Project) -> Response:
    store, repository = store_of(request), project.repository
    card = cards(store, "project.id = ?", project.id)[0]
    starred = store.row(
        "SELECT 1 FROM star WHERE person = ? AND project = ?", project.person, project.id
    )
    origin = store.row("SELECT * FROM project WHERE id = ?", project.row["forked_from"])
    place = repository.place(project.row["branch"])
    shown: dict[str, Any] = {"place": None, "card": card, "starred": starred, "origin": origin}
    if place:
        shown |= _browse(project, place)
        shown |= {
            "commits": len(repository.log(place.sha)), "tags": len(repository.refs("tag")),
            "languages": _languages(project, place),
        }  # fmt: skip
    return show_in(request, project, "overview.html", **shown)


def _languages(project: Project, place: Place) -> list[tuple[str, str, float]]:
    """Name, colour and share in percent of each language, by characters."""
    sizes: Counter[tuple[str, str]] = Counter()
    for path, blob in project.repository.tree(place.sha).items():
        if language := LANGUAGES.get(PurePosixPath(path).suffix):
            sizes[language] += len(project.repository.text(blob))
    return [(*name, round(100 * size / sizes.total(), 1)) for name, size in sizes.most_common()]


@project_page()
async def tree(request: Request, project: Project) -> Response:
    place = place_of(request, project)
    shown = _browse(project, place)
    if place.path and not shown["rows"]:
        raise not_found()
    return show_in(request, project, "tree.html", **shown)


@project_page()
async def blob(request: Request, project: Project) -> Response:
    place = place_of(request, project)
    text = project.repository.file(place.sha, place.path)
    if text is None:
        raise not_found()
    return show_in(
        request, project, "blob.html", place=place, text=text,
        latest=project.repository.latest(place.sha, [place.path]).get(place.path),
        folder=str(PurePosixPath(place.path).parent).removeprefix("."),
        on_branch=bool(project.repository.head(place.ref)),
    )  # fmt: skip


@project_page()
async def raw(request: Request, project: Project) -> Response:
    """The file itself. A picture's file holds what is to be drawn."""
    place = place_of(request, project)
    text = project.repository.file(place.sha, place.path)
    if text is None:
        raise not_found()
    if place.path.endswith(".png"):
        return Response(pictures.draw(json.loads(text)), media_type="image/png")
    return PlainTextResponse(text)


@project_page()
async def commits(request: Request, project: Project) -> Response:
    place, asked = place_of(request, project), request.query_params
    log = project.repository.log_of(place.sha, place.path)
    if author := asked.get("author", "").strip():
        log = [
            commit
            for commit in log
            if author.lower() in (commit["username"].lower(), commit["name"].lower())
        ]
    if text := asked.get("search", "").strip():
        log = [commit for commit in log if text.lower() in commit["title"].lower()]
    page = Pagination.at(asked.get("page"), PAGE_SIZE, len(log))
    return show_in(
        request, project, "commits.html", place=place, page=page, total=len(log), text=text,
        author=author, log=log[page.offset : page.last],
        branches=[row["ref"] for row in project.repository.refs("branch")],
    )  # fmt: skip


@project_page()
async def commit(request: Request, project: Project) -> Response:
    found = project.repository.commit(request.path_params["sha"])
    if not found:
        raise not_found()
    diffs = project.repository.diff(found["parent"], found["sha"])
    return show_in(request, project, "commit.html", commit=found, diffs=diffs)


@project_page()
async def contributors(request: Request, project: Project) -> Response:
    place = place_of(request, project)
    counted = Counter(
        (commit["name"], commit["username"], commit["email"])
        for commit in project.repository.log(place.sha)
    )
    return show_in(
        request, project, "contributors.html", place=place, counted=counted.most_common()
    )


ROUTES = [
    Route("/{namespace}/{project}", overview),
    Route(f"{HERE}/tree/{{rest:path}}", tree),
    Route(f"{HERE}/blob/{{rest:path}}", blob),
    Route(f"{HERE}/raw/{{rest:path}}", raw),
    Route(f"{HERE}/commits", commits),
    Route(f"{HERE}/commits/{{rest:path}}", commits),
    Route(f"{HERE}/commit/{{sha}}", commit),
    Route(f"{HERE}/graphs/{{rest:path}}", contributors),
]
