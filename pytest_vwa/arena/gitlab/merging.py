"""Merge requests: what they change, and merging it."""

import sqlite3
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go

from .access import DEVELOPER, SIGNED_IN, Project, project_page, store_of
from .deeds import Desk
from .frame import fields, show_in
from .issues import (
    HERE,
    FormError,
    chosen_labels,
    details,
    form_page,
    read_form,
    shared,
    ticket_of,
    url_of,
)
from .repository import Repository, common
from .tickets import REQUESTS


@dataclass(frozen=True)
class Change:
    """From ``base``, where the branches parted, to ``head``; shas, "" when a branch is gone."""

    base: str
    head: str


def change_of(repository: Repository, ticket: sqlite3.Row) -> Change:
    """Of an open request as its branches are now, of others as it was when it ended."""
    if ticket["state"] != "opened":
        return Change(ticket["base"], ticket["head"])
    head, target = repository.head(ticket["source"]), repository.head(ticket["target"])
    return Change(common(repository.log(head), repository.log(target)), head)


def conflicts(repository: Repository, ticket: sqlite3.Row) -> list[str]:
    """Files that changed on both branches since they parted."""
    change = change_of(repository, ticket)
    base, ours, theirs = (
        repository.tree(sha)
        for sha in (change.base, repository.head(ticket["target"]), change.head)
    )
    return sorted(
        path
        for path in base.keys() | ours.keys() | theirs.keys()
        if len({base.get(path), ours.get(path), theirs.get(path)}) > 1
        and base.get(path) != ours.get(path) != theirs.get(path) != base.get(path)
    )


@project_page()
async def show_request(request: Request, project: Project) -> Response:
    shown = details(request, project)
    change = change_of(project.repository, shown["ticket"])
    opened = shown["ticket"]["state"] == "opened"
    return show_in(
        request, project, "ticket.html", kind=REQUESTS, tab="overview",
        diffs=project.repository.diff(change.base, change.head), may_merge=project.may(DEVELOPER),
        conflicts=conflicts(project.repository, shown["ticket"]) if opened else [], **shown,
    )  # fmt: skip


@project_page()
async def changes(request: Request, project: Project) -> Response:
    shown = details(request, project)
    change = change_of(project.repository, shown["ticket"])
    diffs = project.repository.diff(change.base, change.head)
    return show_in(
        request, project, "request_changes.html", kind=REQUESTS, tab="diffs", diffs=diffs, **shown
    )


@project_page()
async def its_commits(request: Request, project: Project) -> Response:
    shown = details(request, project)
    change = change_of(project.repository, shown["ticket"])
    log = project.repository.log(change.head)
    shas = [commit["sha"] for commit in log]
    new = log[: shas.index(change.base)] if change.base in shas else log
    return show_in(
        request, project, "request_commits.html", kind=REQUESTS, tab="commits", log=new, **shown
    )


@project_page(DEVELOPER)
async def merge(request: Request, project: Project) -> Response:
    ticket, form, repository = (
        ticket_of(request, project),
        await fields(request),
        project.repository,
    )
    change = change_of(repository, ticket)
    if ticket["state"] != "opened" or not change.head or conflicts(repository, ticket):
        flash(request, "This merge request cannot be merged.", "error")
        return go(url_of(project, ticket))
    source, target = ticket["source"], ticket["target"]
    base, theirs, tip = (
        repository.tree(change.base),
        repository.tree(change.head),
        repository.head(target),
    )
    merged = repository.tree(tip)
    for path in base.keys() | theirs.keys():
        if base.get(path) != theirs.get(path):
            merged.pop(path, None)
            merged |= {path: theirs[path]} if path in theirs else {}
    message = f"Merge branch '{source}' into '{target}'\n\n{ticket['title']}"
    repository.record(target, tip, project.person, message, merged)
    desk = Desk(store_of(request), project.id, project.person)
    desk.change(ticket, {"base": change.base, "head": change.head}, {})
    desk.move(ticket, "merged", "merged")
    if form.get("remove_source_branch"):
        repository.drop(source)
    return go(url_of(project, ticket))


@project_page(SIGNED_IN)
async def new(request: Request, project: Project) -> Response:
    source = request.query_params.get("merge_request[source_branch]", "")
    log = project.repository.log(project.repository.head(source))
    title = log[0]["title"] if log else ""
    values = {"source": source, "target": project.row["branch"], "title": title}
    branches = project.repository.refs("branch")
    return form_page(request, project, REQUESTS, values, branches=branches)


@project_page(SIGNED_IN)
async def create(request: Request, project: Project) -> Response:
    form, branches = await fields(request), project.repository.refs("branch")
    try:
        columns = read_form(form, project) | _branches(
            form.get("source", ""), form.get("target", ""), project
        )
    except FormError as error:
        flash(request, str(error), "error")
        return form_page(request, project, REQUESTS, form, branches=branches)
    desk = Desk(store_of(request), project.id, project.person)
    iid = desk.open(REQUESTS, columns, await chosen_labels(request, project))
    return go(f"{project.url}/-/merge_requests/{iid}")


def _branches(source: str, target: str, project: Project) -> dict[str, object]:
    if not project.repository.head(source) or not project.repository.head(target):
        raise FormError("Please choose a source branch and a target branch.")
    if source == target:
        raise FormError("Source and target must be two different branches.")
    return {"source": source, "target": target}


_ONE = f"{HERE}/merge_requests/{{number:int}}"
ROUTES = [
    Route(f"{HERE}/merge_requests/new", new),
    Route(f"{HERE}/merge_requests", create, methods=["POST"]),
    *shared(REQUESTS),
    Route(_ONE, show_request),
    Route(f"{_ONE}/diffs", changes),
    Route(f"{_ONE}/commits", its_commits),
    Route(f"{_ONE}/merge", merge, methods=["POST"]),
]
