"""Labels, milestones, and what happened lately in a project."""

import re
import sqlite3
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import flash, go, not_found

from .access import REPORTER, Project, project_page, store_of
from .frame import fields, show_in
from .issues import HERE

COLOURS = {
    "#c8453b": "Red", "#c2691c": "Orange", "#8a6d00": "Gold", "#3d7a45": "Green",
    "#1f7a8c": "Teal", "#3d63a8": "Blue", "#6b4fbb": "Purple", "#5b6470": "Grey",
}  # fmt: skip
EVENTS = 40


@project_page()
async def labels(request: Request, project: Project) -> Response:
    found = store_of(request).rows(
        "SELECT label.*, (SELECT count(*) FROM ticket_label JOIN ticket ON ticket.id = ticket"
        " WHERE label = label.id AND state = 'opened') AS uses"
        " FROM label WHERE project = ? ORDER BY name",
        project.id,
    )
    return show_in(request, project, "labels.html", found=found)


@project_page(REPORTER)
async def new_label(request: Request, project: Project) -> Response:
    return show_in(request, project, "label_form.html", colours=COLOURS, values={})


@project_page(REPORTER)
async def create_label(request: Request, project: Project) -> Response:
    form, store = await fields(request), store_of(request)
    name, colour = form.get("title", ""), form.get("color", "")
    problem = ""
    if not name or not re.fullmatch(r"#[0-9a-f]{6}", colour):
        problem = "Please give the label a title and a colour."
    elif store.row("SELECT 1 FROM label WHERE project = ? AND name = ?", project.id, name):
        problem = f"The label {name} already exists."
    if problem:
        flash(request, problem, "error")
        return show_in(request, project, "label_form.html", colours=COLOURS, values=form)
    store.write(
        "INSERT INTO label (project, name, colour, description) VALUES (?, ?, ?, ?)",
        *(project.id, name, colour, form.get("description", "")),
    )
    flash(request, f"The label {name} was created.")
    return go(f"{project.url}/-/labels")


@project_page()
async def milestones(request: Request, project: Project) -> Response:
    state = "closed" if request.query_params.get("state") == "closed" else "active"
    found = store_of(request).rows(
        "SELECT milestone.*, count(ticket.id) AS total,"
        " count(ticket.id) FILTER (WHERE ticket.state != 'opened') AS done"
        " FROM milestone LEFT JOIN ticket ON ticket.milestone = milestone.id"
        " WHERE milestone.project = ? AND milestone.state = ? GROUP BY milestone.id"
        " ORDER BY due, iid",
        *(project.id, state),
    )
    return show_in(request, project, "milestones.html", found=found, state=state)


def _milestone(request: Request, project: Project) -> sqlite3.Row:
    found = store_of(request).row(
        "SELECT * FROM milestone WHERE project = ? AND iid = ?",
        *(project.id, request.path_params["number"]),
    )
    if not found:
        raise not_found()
    return found


@project_page()
async def milestone(request: Request, project: Project) -> Response:
    found = _milestone(request, project)
    rows = store_of(request).rows(
        "SELECT * FROM ticket WHERE milestone = ? ORDER BY kind, state DESC, iid", found["id"]
    )
    return show_in(request, project, "milestone.html", milestone=found, tickets=rows)


@project_page(REPORTER)
async def new_milestone(request: Request, project: Project) -> Response:
    return show_in(request, project, "milestone_form.html", values={})


@project_page(REPORTER)
async def edit_milestone(request: Request, project: Project) -> Response:
    return show_in(request, project, "milestone_form.html", values=_milestone(request, project))


@project_page(REPORTER)
async def create_milestone(request: Request, project: Project) -> Response:
    form, store = await fields(request), store_of(request)
    if problem := _problem(form):
        flash(request, problem, "error")
        return show_in(request, project, "milestone_form.html", values=form)
    row = store.row(
        "SELECT coalesce(max(iid), 0) + 1 AS next FROM milestone WHERE project = ?", project.id
    )
    iid = row["next"] if row else 1
    store.write(
        "INSERT INTO milestone (project, iid, title, description, start, due)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        *(project.id, iid, *_columns(form)),
    )
    return go(f"{project.url}/-/milestones/{iid}")


@project_page(REPORTER)
async def save_milestone(request: Request, project: Project) -> Response:
    found, form = _milestone(request, project), await fields(request)
    here = f"{project.url}/-/milestones/{found['iid']}"
    if form.get("event"):
        state = "closed" if form["event"] == "close" else "active"
        store_of(request).write("UPDATE milestone SET state = ? WHERE id = ?", state, found["id"])
        return go(here)
    if problem := _problem(form):
        flash(request, problem, "error")
        return go(f"{here}/edit")
    store_of(request).write(
        "UPDATE milestone SET title = ?, description = ?, start = ?, due = ? WHERE id = ?",
        *(*_columns(form), found["id"]),
    )
    return go(here)


def _columns(form: Mapping[str, str]) -> list[str]:
    return [form.get(name, "") for name in ("title", "description", "start_date", "due_date")]


def _problem(form: Mapping[str, str]) -> str:
    if not form.get("title"):
        return "Title can't be blank."
    start, due = form.get("start_date", ""), form.get("due_date", "")
    if any(day and not re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in (start, due)):
        return "Dates are written like 2024-07-31."
    return "Due date must be on or after the start date." if start and due and due < start else ""


@project_page()
async def activity(request: Request, project: Project) -> Response:
    found = store_of(request).rows(
        "SELECT * FROM ("
        " SELECT commits.created, author AS who, 'pushed' AS did, 'commit/' || sha AS path,"
        " title FROM commits WHERE project = ?1"
        " UNION ALL SELECT created, author, 'opened', kind || '/' || iid, title FROM ticket"
        " WHERE project = ?1"
        " UNION ALL SELECT note.created, note.author, 'commented on', kind || '/' || iid, title"
        " FROM note JOIN ticket ON ticket.id = note.ticket"
        " WHERE ticket.project = ?1 AND NOT note.system"
        ") JOIN person ON person.id = who ORDER BY created DESC LIMIT ?2",
        *(project.id, EVENTS),
    )
    return show_in(request, project, "activity.html", found=found)


_ONE = f"{HERE}/milestones/{{number:int}}"
ROUTES = [
    Route(f"{HERE}/labels", labels),
    Route(f"{HERE}/labels/new", new_label),
    Route(f"{HERE}/labels", create_label, methods=["POST"]),
    Route(f"{HERE}/milestones", milestones),
    Route(f"{HERE}/milestones/new", new_milestone),
    Route(f"{HERE}/milestones", create_milestone, methods=["POST"]),
    Route(_ONE, milestone),
    Route(f"{_ONE}/edit", edit_milestone),
    Route(_ONE, save_milestone, methods=["POST"]),
    Route("/{namespace}/{project}/activity", activity),
]
