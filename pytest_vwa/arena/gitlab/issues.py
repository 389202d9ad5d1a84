"""The pages of issues and of what merge requests share with them: lists, forms, comments."""

import datetime
import sqlite3
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go, not_found, whole

from . import tickets
from .access import REPORTER, SIGNED_IN, Handler, Project, project_page, store_of
from .deeds import Desk
from .frame import fields, show_in
from .tickets import ISSUES, REQUESTS, Kind

HERE = "/{namespace}/{project}/-"
CHOICES = {
    "assignee": "SELECT id, username AS name FROM person",
    "reviewer": "SELECT id, username AS name FROM person",
    "milestone": "SELECT id, title AS name FROM milestone",
}
"""Fields whose value is an id, and what a note calls it."""


class FormError(Exception):
    """What was posted cannot be accepted; the text is for the user."""


def kind_of(request: Request) -> Kind:
    return REQUESTS if "/-/merge_requests" in request.url.path else ISSUES


def ticket_of(request: Request, project: Project) -> sqlite3.Row:
    """The ticket that the address names; the 404 page when there is none."""
    store, number = store_of(request), request.path_params["number"]
    found = tickets.find(store, project.id, kind_of(request), number)
    if not found:
        raise not_found()
    return found


def url_of(project: Project, ticket: sqlite3.Row) -> str:
    return f"{project.url}/-/{ticket['kind']}/{ticket['iid']}"


def may_edit(project: Project, ticket: sqlite3.Row) -> bool:
    """Authors may edit what they wrote, others with a role from Reporter up."""
    return project.may(REPORTER) or (project.may(SIGNED_IN) and ticket["author"] == project.person)


@project_page()
async def listing(request: Request, project: Project) -> Response:
    kind, store = kind_of(request), store_of(request)
    clean = tickets.canonical(request.url.path, request.query_params)
    if clean:
        return go(clean)
    search = tickets.Search(
        kind, tickets.asked(request.query_params), "ticket.project = ?", (project.id,)
    )
    found, page = search.run(store, request.query_params.get("page"))
    return show_in(
        request, project, "tickets.html", kind=kind, search=search, found=found, page=page,
        counts_by_state=search.count(store), labels=tickets.labels_of(store, found),
        sorts=tickets.SORTS, **choices(request, project),
    )  # fmt: skip


def choices(request: Request, project: Project) -> dict[str, Any]:
    """What the fields of filters and forms offer."""
    store = store_of(request)
    return {
        "people": store.rows("SELECT * FROM person ORDER BY name"),
        "all_labels": store.rows("SELECT * FROM label WHERE project = ? ORDER BY name", project.id),
        "milestones": store.rows(
            "SELECT * FROM milestone WHERE project = ? ORDER BY state, due, iid", project.id
        ),
    }


@project_page(SIGNED_IN)
async def new(request: Request, project: Project) -> Response:
    asked = request.query_params
    values = {
        "title": asked.get("issue[title]", ""), "description": asked.get("issue[description]", "")
    }  # fmt: skip
    return form_page(request, project, ISSUES, values)


def form_page(
    request: Request, project: Project, kind: Kind, values: Mapping[str, Any], **more: Any
) -> Response:
    offered = choices(request, project)
    return show_in(
        request, project, "ticket_form.html", kind=kind, values=values, **(offered | more)
    )


@project_page(SIGNED_IN)
async def create(request: Request, project: Project) -> Response:
    form = await fields(request)
    try:
        columns = read_form(form, project)
    except FormError as error:
        flash(request, str(error), "error")
        return form_page(request, project, ISSUES, form)
    desk = Desk(store_of(request), project.id, project.person)
    iid = desk.open(ISSUES, columns, await chosen_labels(request, project))
    return go(f"{project.url}/-/issues/{iid}")


@project_page(SIGNED_IN)
async def edit(request: Request, project: Project) -> Response:
    ticket = ticket_of(request, project)
    if not may_edit(project, ticket):
        return _refused(request, project, ticket)
    labels = tickets.labels_of(store_of(request), [ticket])[ticket["id"]]
    chosen = {label["id"] for label in labels}
    return form_page(request, project, kind_of(request), dict(ticket), ticket=ticket, chosen=chosen)


@project_page(SIGNED_IN)
async def update(request: Request, project: Project) -> Response:
    ticket, form, store = ticket_of(request, project), await fields(request), store_of(request)
    if not may_edit(project, ticket):
        return _refused(request, project, ticket)
    try:
        columns = read_form(form, project)
    except FormError as error:
        flash(request, str(error), "error")
        return go(f"{url_of(project, ticket)}/edit")
    desk = Desk(store, project.id, project.person)
    desk.change(ticket, columns, _names(request, columns))
    if project.may(REPORTER) and desk.label(ticket["id"], await chosen_labels(request, project)):
        desk.note(ticket["id"], "changed the labels", system=True)
    return go(url_of(project, ticket))


@project_page(SIGNED_IN)
async def comment(request: Request, project: Project) -> Response:
    ticket, body = ticket_of(request, project), (await fields(request)).get("note[note]", "")
    if not body:
        flash(request, "A comment cannot be empty.", "error")
        return go(url_of(project, ticket))
    number = Desk(store_of(request), project.id, project.person).note(ticket["id"], body)
    return go(f"{url_of(project, ticket)}#note_{number}")


@project_page(SIGNED_IN)
async def move(request: Request, project: Project) -> Response:
    """Close or reopen."""
    ticket, event = ticket_of(request, project), (await fields(request)).get("event", "")
    if not may_edit(project, ticket):
        return _refused(request, project, ticket)
    states = {"close": ("opened", "closed"), "reopen": ("closed", "opened")}
    before, after = states.get(event, ("", ""))
    if ticket["state"] == before:
        told = "closed" if after == "closed" else "reopened"
        Desk(store_of(request), project.id, project.person).move(ticket, after, told)
    return go(url_of(project, ticket))


@project_page(REPORTER)
async def assign_self(request: Request, project: Project) -> Response:
    ticket = ticket_of(request, project)
    columns = {"assignee": project.person}
    desk = Desk(store_of(request), project.id, project.person)
    desk.change(ticket, columns, _names(request, columns))
    return go(url_of(project, ticket))


@project_page()
async def show_issue(request: Request, project: Project) -> Response:
    return show_in(request, project, "ticket.html", kind=ISSUES, **details(request, project))


def details(request: Request, project: Project) -> dict[str, Any]:
    """What an issue's page shows, and a merge request's first page."""
    ticket, store = ticket_of(request, project), store_of(request)
    notes = store.rows(
        "SELECT note.*, username, name FROM note JOIN person ON person.id = note.author"
        " WHERE ticket = ? ORDER BY note.created, note.id",
        ticket["id"],
    )
    labels = tickets.labels_of(store, [ticket])[ticket["id"]]
    return {
        "ticket": ticket, "notes": notes, "labels": labels, "may_edit": may_edit(project, ticket),
        "url": url_of(project, ticket),
    }  # fmt: skip


def read_form(form: Mapping[str, str], project: Project) -> dict[str, object]:
    """The form as columns; who has no role in the project sets title and description only."""
    if not form.get("title"):
        raise FormError("Title can't be blank.")
    columns: dict[str, object] = {
        "title": form["title"],
        "description": form.get("description", ""),
    }
    if not project.may(REPORTER):
        return columns
    due = form.get("due", "")
    if due and not _is_day(due):
        raise FormError(f"The due date {due!r} is not a day such as 2024-07-31.")
    people = {name: whole(form.get(name)) for name in CHOICES if name in form}
    return columns | people | ({"due": due} if "due" in form else {})


async def chosen_labels(request: Request, project: Project) -> list[int]:
    """Those of the form that are this project's; none for who has no role in the project."""
    if not project.may(REPORTER):
        return []
    rows = store_of(request).rows("SELECT id FROM label WHERE project = ?", project.id)
    known = {str(row["id"]): int(row["id"]) for row in rows}
    posted = (await request.form()).getlist("label_ids[]")
    return [known[value] for value in posted if isinstance(value, str) and value in known]


def _names(request: Request, columns: Mapping[str, object]) -> dict[str, str]:
    names = {}
    for column, select in CHOICES.items():
        row = store_of(request).row(f"{select} WHERE id = ?", columns.get(column))
        if row:
            names[column] = str(row["name"])
    return names


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _refused(request: Request, project: Project, ticket: sqlite3.Row) -> Response:
    flash(request, "You are not allowed to edit this.", "error")
    return go(url_of(project, ticket))


def shared(kind: Kind) -> list[Route]:
    """The addresses that issues and merge requests have alike."""
    one = f"{HERE}/{kind.name}/{{number:int}}"
    deeds: dict[str, Handler] = {"notes": comment, "state": move, "assign_self": assign_self}
    return [
        Route(f"{HERE}/{kind.name}", listing),
        Route(f"{HERE}/{kind.name}/", listing),
        Route(f"{one}/edit", edit),
        Route(one, update, methods=["POST"]),
        *(Route(f"{one}/{name}", deed, methods=["POST"]) for name, deed in deeds.items()),
    ]


ROUTES = [
    Route(f"{HERE}/issues/new", new),
    Route(f"{HERE}/issues", create, methods=["POST"]),
    *shared(ISSUES),
    Route(f"{HERE}/issues/{{number:int}}", show_issue),
]
