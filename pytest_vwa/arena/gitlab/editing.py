"""Changing a project's files, branches and tags in the browser."""

import re
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go, not_found

from .access import DEVELOPER, Project, project_page
from .code import place_of
from .frame import fields, show_in
from .issues import HERE
from .repository import Place

REF_NAME = re.compile(r"(?!/)[\w./-]{1,60}(?<!/)")
FILE_NAME = re.compile(r"(?!/)(?!.*\.\.)[\w./ -]{1,120}(?<!/)")


def _branch_of(request: Request, project: Project) -> Place:
    """The place to be edited; only a branch can be."""
    place = place_of(request, project)
    if not project.repository.head(place.ref):
        raise not_found()
    return place


@project_page(DEVELOPER)
async def edit_form(request: Request, project: Project) -> Response:
    place = _branch_of(request, project)
    text = project.repository.file(place.sha, place.path)
    if text is None:
        raise not_found()
    return show_in(request, project, "edit.html", place=place, text=text, new=False)


@project_page(DEVELOPER)
async def new_form(request: Request, project: Project) -> Response:
    return show_in(
        request, project, "edit.html", place=_branch_of(request, project), text="", new=True
    )


@project_page(DEVELOPER)
async def save(request: Request, project: Project) -> Response:
    """Commit one file: changed, new, or renamed."""
    place, form = _branch_of(request, project), await fields(request)
    posted = (await request.form()).get("content", "")
    text = posted.replace("\r\n", "\n") if isinstance(posted, str) else ""
    path, new = form.get("file_name") or place.path, bool(form.get("new"))
    problem = _file_problem(project, place, path, new)
    if problem:
        flash(request, problem, "error")
        return show_in(
            request, project, "edit.html", place=place, text=text, new=new, file_name=path
        )
    if text and not text.endswith("\n"):
        text += "\n"
    edits: dict[str, str | None] = {path: text}
    if not new and path != place.path:
        edits[place.path] = None
    message = form.get("commit_message") or f"{'Add new file' if new else 'Update ' + path}"
    return _commit(
        request, project, place, form.get("branch_name", ""), message, edits, f"blob/{{}}/{path}"
    )


@project_page(DEVELOPER)
async def delete(request: Request, project: Project) -> Response:
    place, form = _branch_of(request, project), await fields(request)
    if project.repository.file(place.sha, place.path) is None:
        raise not_found()
    message = form.get("commit_message") or f"Delete {place.path}"
    return _commit(request, project, place, "", message, {place.path: None}, "tree/{}")


def _commit(
    request: Request, project: Project, place: Place, branch: str, message: str,
    edits: dict[str, str | None], then: str,
) -> Response:  # fmt: skip
    """On the branch that was chosen; a new one leads to a merge request for it."""
    branch = branch or place.ref
    if not REF_NAME.fullmatch(branch):
        flash(request, f"{branch!r} is no name for a branch.", "error")
        return go(f"{project.url}/-/tree/{place.ref}")
    fresh = not project.repository.head(branch)
    if fresh:
        project.repository.point(branch, place.sha)
    project.repository.write(branch, project.person, message, edits)
    flash(request, "Your changes have been successfully committed.")
    if fresh:
        query = urlencode({"merge_request[source_branch]": branch})
        return go(f"{project.url}/-/merge_requests/new?{query}")
    return go(f"{project.url}/-/{then.format(branch)}")


def _file_problem(project: Project, place: Place, path: str, new: bool) -> str:
    if not FILE_NAME.fullmatch(path):
        return "A file name has letters, digits, dots, dashes, blanks and slashes."
    if new and project.repository.file(place.sha, path) is not None:
        return f"A file with the name {path} already exists."
    return ""


@project_page()
async def branches(request: Request, project: Project) -> Response:
    return show_in(
        request, project, "refs.html", kind="branch", found=project.repository.refs("branch")
    )


@project_page()
async def tags(request: Request, project: Project) -> Response:
    return show_in(request, project, "refs.html", kind="tag", found=project.repository.refs("tag"))


@project_page(DEVELOPER)
async def new_branch_form(request: Request, project: Project) -> Response:
    return _ref_form(request, project, "branch")


@project_page(DEVELOPER)
async def new_tag_form(request: Request, project: Project) -> Response:
    return _ref_form(request, project, "tag")


def _ref_form(request: Request, project: Project, kind: str, name: str = "") -> Response:
    rows = project.repository.refs("branch")
    return show_in(request, project, "ref_form.html", kind=kind, branches=rows, name=name)


@project_page(DEVELOPER)
async def new_branch(request: Request, project: Project) -> Response:
    return await _new_ref(request, project, "branch")


@project_page(DEVELOPER)
async def new_tag(request: Request, project: Project) -> Response:
    return await _new_ref(request, project, "tag")


async def _new_ref(request: Request, project: Project, kind: str) -> Response:
    form = await fields(request)
    name, start = form.get("name", ""), project.repository.head(form.get("ref", ""))
    problem = ""
    if not REF_NAME.fullmatch(name):
        problem = f"Please give the {kind} a name of letters, digits, dots, dashes and slashes."
    elif project.repository.head(name):
        problem = f"{name} already exists."
    elif not start:
        problem = "Please choose a branch to create it from."
    if problem:
        flash(request, problem, "error")
        return _ref_form(request, project, kind, name)
    project.repository.point(name, start, kind, form.get("message", ""))
    return go(f"{project.url}/-/tree/{name}" if kind == "branch" else f"{project.url}/-/tags")


@project_page(DEVELOPER)
async def drop_branch(request: Request, project: Project) -> Response:
    name = (await fields(request)).get("name", "")
    if name == project.row["branch"]:
        flash(request, "The default branch cannot be deleted.", "error")
    else:
        project.repository.drop(name)
        flash(request, f"Branch {name} was deleted.")
    return go(f"{project.url}/-/branches")


ROUTES = [
    Route(f"{HERE}/edit/{{rest:path}}", edit_form),
    Route(f"{HERE}/edit/{{rest:path}}", save, methods=["POST"]),
    Route(f"{HERE}/new/{{rest:path}}", new_form),
    Route(f"{HERE}/delete/{{rest:path}}", delete, methods=["POST"]),
    Route(f"{HERE}/branches/new", new_branch_form),
    Route(f"{HERE}/branches", branches),
    Route(f"{HERE}/branches", new_branch, methods=["POST"]),
    Route(f"{HERE}/branches/delete", drop_branch, methods=["POST"]),
    Route(f"{HERE}/tags/new", new_tag_form),
    Route(f"{HERE}/tags", tags),
    Route(f"{HERE}/tags", new_tag, methods=["POST"]),
]
