"""Pages of users and groups, and who belongs to a project or group."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import TODAY, flash, go, not_found, whole

from . import calendar
from .access import (
    MAINTAINER,
    OWNER,
    ROLES,
    Handler,
    Project,
    member,
    project_page,
    store_of,
    user_of,
    visible,
)
from .catalogue import cards
from .frame import fields, show, show_in
from .issues import HERE

_MEMBERS = (
    "SELECT person.*, member.level, member.joined AS since, member.expires FROM member"
    " JOIN person ON person.id = member.person WHERE source = ? AND source_id = ?"
    " ORDER BY level DESC, person.name"
)


async def namespace(request: Request) -> Response:
    """``/NAME`` is a user's page or a group's."""
    name, store = request.path_params["namespace"], store_of(request)
    group = store.row("SELECT * FROM team WHERE path = ?", name)
    return _group_page(request, group) if group else _user_page(request, name, "overview")


def _user_page(request: Request, name: str, tab: str, **more: Any) -> Response:
    store, viewer = store_of(request), user_of(request)
    person = store.row(
        "SELECT person.*, (SELECT count(*) FROM follow WHERE followed = id) AS followers,"
        " (SELECT count(*) FROM follow WHERE follower = id) AS following"
        " FROM person WHERE username = ?",
        name,
    )
    if not person:
        raise not_found()
    follows = viewer and store.row(
        "SELECT 1 FROM follow WHERE follower = ? AND followed = ?", viewer["id"], person["id"]
    )
    if tab in ("overview", "projects"):
        where = f"{visible(viewer)} AND project.namespace = ?"
        more["found"] = cards(store, where, person["username"])
    if tab == "overview":
        more["calendar"] = calendar.drawn(store, person["id"])
    return show(request, "user.html", person=person, follows=follows, tab=tab, **more)


async def user_projects(request: Request) -> Response:
    return _user_page(request, request.path_params["name"], "projects")


async def user_starred(request: Request) -> Response:
    name = request.path_params["name"]
    found = cards(
        store_of(request),
        f"{visible(user_of(request))} AND project.id IN (SELECT project FROM star JOIN person"
        " ON person.id = star.person WHERE username = ?)",
        name,
    )
    return _user_page(request, name, "starred", found=found)


def _people(tab: str, mine: str, theirs: str) -> Handler:
    async def page(request: Request) -> Response:
        name = request.path_params["name"]
        people = store_of(request).rows(
            f"SELECT other.* FROM follow JOIN person ON person.id = {mine}"
            f" JOIN person AS other ON other.id = {theirs}"
            " WHERE person.username = ? ORDER BY other.name",
            name,
        )
        return _user_page(request, name, tab, people=people)

    return page


@member
async def follow(request: Request, user: sqlite3.Row) -> Response:
    """Follow, or no longer."""
    store, name = store_of(request), request.path_params["name"]
    person = store.row("SELECT id FROM person WHERE username = ?", name)
    if not person or person["id"] == user["id"]:
        raise not_found()
    pair = (user["id"], person["id"])
    if store.row("SELECT 1 FROM follow WHERE follower = ? AND followed = ?", *pair):
        store.write("DELETE FROM follow WHERE follower = ? AND followed = ?", *pair)
    else:
        store.write("INSERT INTO follow VALUES (?, ?)", *pair)
    return go(f"/{name}")


def _group_page(request: Request, group: sqlite3.Row) -> Response:
    viewer = user_of(request)
    if group["visibility"] != "public" and not _level(request, group):
        raise not_found()
    found = cards(store_of(request), f"{visible(viewer)} AND project.team = ?", group["id"])
    return show(request, "group.html", group=group, found=found, tab="overview")


def _level(request: Request, group: sqlite3.Row) -> int:
    """The viewer's role in the group, 0 for none."""
    viewer = user_of(request)
    row = viewer and store_of(request).row(
        "SELECT level FROM member WHERE source = 'team' AND source_id = ? AND person = ?",
        *(group["id"], viewer["id"]),
    )
    return int(row["level"]) if row else 0


def _asked_group(request: Request) -> sqlite3.Row:
    group = store_of(request).row("SELECT * FROM team WHERE path = ?", request.path_params["group"])
    if not group or (group["visibility"] != "public" and not _level(request, group)):
        raise not_found()
    return group


async def group_members(request: Request) -> Response:
    group = _asked_group(request)
    return show(
        request, "group_members.html", group=group, tab="members",
        **_membership(request, "team", group["id"], _level(request, group) >= OWNER),
    )  # fmt: skip


@member
async def change_group_members(request: Request, user: sqlite3.Row) -> Response:
    group = _asked_group(request)
    here = f"/groups/{group['path']}/-/group_members"
    if _level(request, group) < OWNER:
        flash(request, "Only owners of the group may do that.", "error")
        return go(here)
    await _change(request, "team", group["id"])
    return go(here)


@project_page()
async def project_members(request: Request, project: Project) -> Response:
    shown = _membership(request, "project", project.id, project.may(MAINTAINER))
    team = project.row["team"]
    inherited = store_of(request).rows(_MEMBERS, "team", team) if team else []
    direct = {row["id"] for row in shown["members"]}
    shown["inherited"] = [row for row in inherited if row["id"] not in direct]
    return show_in(request, project, "project_members.html", **shown)


@project_page(MAINTAINER)
async def change_project_members(request: Request, project: Project) -> Response:
    await _change(request, "project", project.id)
    return go(f"{project.url}/-/project_members")


def _membership(request: Request, source: str, number: int, may: bool) -> dict[str, Any]:
    store = store_of(request)
    members = store.rows(_MEMBERS, source, number)
    return {"members": members, "inherited": [], "may_invite": may}


async def _change(request: Request, source: str, number: int) -> None:
    """Invite, change the role, or remove; the form's ``do`` says which."""
    form, store = await fields(request), store_of(request)
    level, deed = whole(form.get("access_level")), form.get("do", "invite")
    names = form.get("user", "").replace(",", " ").split()
    people = [_known(request, name) for name in names]
    if problem := _problem(names, people, level, deed, form.get("expires_at", "")):
        flash(request, problem, "error")
        return
    for person in filter(None, people):
        at = (source, number, person["id"])
        if deed == "remove":
            store.write("DELETE FROM member WHERE source = ? AND source_id = ? AND person = ?", *at)
            continue
        store.write(
            "INSERT INTO member VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET level = excluded.level, expires = excluded.expires",
            *(*at, level, TODAY.isoformat(), form.get("expires_at", "")),
        )
    told = {"invite": "Members were successfully added.", "remove": "The member was removed."}
    flash(request, told.get(deed, "The role was updated."))


def _known(request: Request, name: str) -> sqlite3.Row | None:
    plain = name.removeprefix("@")
    sql = "SELECT * FROM person WHERE username = ? OR email = ?"
    return store_of(request).row(sql, plain, plain)


def _problem(
    names: Sequence[str], people: Sequence[sqlite3.Row | None], level: int | None, deed: str,
    expires: str,
) -> str:  # fmt: skip
    """What keeps the members from being changed so; "" when nothing does."""
    if not names:
        return "Please give the username or e-mail of at least one person."
    for name, person in zip(names, people, strict=True):
        if person is None:
            return f"There is no user {name!r}."
    if deed != "remove" and level not in ROLES:
        return "Please choose a role."
    if expires and expires <= TODAY.isoformat():
        return "The access expiration date must lie in the future."
    return ""


ROUTES = [
    Route("/users/{name}/projects", user_projects),
    Route("/users/{name}/starred", user_starred),
    Route("/users/{name}/followers", _people("followers", "follow.followed", "follow.follower")),
    Route("/users/{name}/following", _people("following", "follow.follower", "follow.followed")),
    Route("/users/{name}/follow", follow, methods=["POST"]),
    Route("/groups/{group}/-/group_members", group_members),
    Route("/groups/{group}/-/group_members", change_group_members, methods=["POST"]),
    Route(f"{HERE}/project_members", project_members),
    Route(f"{HERE}/project_members", change_project_members, methods=["POST"]),
]
LAST = [Route("/{namespace}", namespace)]
"""What would also answer for other pages, were it asked first."""
