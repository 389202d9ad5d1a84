"""The data of people.yaml and posts.yaml in the forum's tables."""

import datetime
import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from pytest_vwa.arena.data import load
from pytest_vwa.core.site import Account

from .schema import NOW, SCHEMA

ACCOUNT = Account("MarvelsGrantMan136", "test1234")
PASSWORD = "neighbour.24"
"""Of everybody else: nobody but the account is meant to log in."""

_LINE = re.compile(r"(?P<indent> *)(?P<user>[\w-]+) (?P<score>-?\d+): (?P<text>.+)")
_PLACES = 100
"""Comments of one post that have a number of their own: post 1040's begin with 104001."""

Row = dict[str, Any]
Ids = Mapping[str, int]


def build(connection: sqlite3.Connection) -> None:
    here = Path(__file__).parent
    people, posts = load(here / "people.yaml"), load(here / "posts.yaml")
    users = {name: number for number, name in enumerate(people["users"], 1)}
    forums = {name: number for number, name in enumerate(people["forums"], 1)}
    connection.executescript(SCHEMA)
    _insert(connection, "users", _users(people["users"], users))
    _insert(connection, "forums", _forums(people["forums"], forums))
    me = users[ACCOUNT.username]
    for name, forum in people["forums"].items():
        row = {"forum_id": forums[name], "user_id": users[forum["by"]]}
        _insert(connection, "moderators", [row])
    for name in people["subscribed"]:
        _insert(connection, "subscriptions", [{"user_id": me, "forum_id": forums[name]}])
    _insert(connection, "wiki", _wiki(people["wiki"], users))
    _letters(connection, people["messages"], users)
    for post in posts:
        _post(connection, post, users, forums[post["in"]])
        _insert(connection, "comments", _comments(post, users, people["reactions"]))


def picture_name(content: bytes) -> str:
    """What a picture is called, by its content, as the real site does it."""
    return hashlib.sha256(content).hexdigest()


def _users(entries: Mapping[str, Row], ids: Ids) -> Iterator[Row]:
    for name, entry in entries.items():
        password = ACCOUNT.password if name == ACCOUNT.username else PASSWORD
        joined = _iso(f"{entry['joined']} 12:00")
        row = {"id": ids[name], "name": name, "password": password, "joined": joined}
        yield row | {"bio": "" if name == ACCOUNT.username else entry["bio"]}


def _forums(entries: Mapping[str, Row], ids: Ids) -> Iterator[Row]:
    for name, entry in entries.items():
        plain = {key: value for key, value in entry.items() if key != "by"}
        created = _iso(f"{entry['created']} 12:00")
        yield plain | {"id": ids[name], "name": name, "created": created}


def _wiki(entries: Mapping[str, Row], users: Ids) -> Iterator[Row]:
    for path, entry in entries.items():
        row = {"path": path, "title": entry["title"], "body": entry["body"]}
        yield row | {"user_id": users[entry["by"]], "changed": _iso(f"{entry['at']} 12:00")}


def _letters(connection: sqlite3.Connection, entries: list[Row], users: Ids) -> None:
    number = 0
    for entry in entries:
        sender, other = users[entry["from"]], users[entry["to"]]
        if not entry.get("reply"):
            number += 1
            _insert(connection, "threads", [{"sender_id": sender, "other_id": other}])
        row = {"thread_id": number, "user_id": sender, "body": entry["body"]}
        _insert(connection, "messages", [row | {"created": _iso(entry["at"])}])


def _post(connection: sqlite3.Connection, post: Row, users: Ids, forum: int) -> None:
    name = ""
    if spec := json.dumps(post["picture"], sort_keys=True) if "picture" in post else "":
        name = picture_name(spec.encode())
        _insert(connection, "pictures", [{"name": name, "spec": spec}])
    row: Row = {
        "forum_id": forum,
        "user_id": users[post["by"]],
        "created": _iso(post["at"]),
        "url": post.get("link", ""),
        "body": post.get("body", "").strip(),
        "picture": name,
        "locked": post.get("locked", False),
        "downs": post["score"] * (post["id"] % 7) // 20,
    }
    row |= {key: post[key] for key in ("id", "title", "score")}
    _insert(connection, "posts", [row])


def _comments(post: Row, users: Ids, reactions: list[str]) -> Iterator[Row]:
    """Those of the thread, then a few of the remarks that stand below everything."""
    chance, above = Random(post["id"]), [(0, _time(post["at"]))]
    for number, line in enumerate(post["thread"].splitlines(), 1):
        found = _LINE.fullmatch(line)
        if not found:
            raise ValueError(f"post {post['id']}: not `who score: text`: {line!r}")
        del above[len(found["indent"]) // 2 + 1 :]
        row = _comment(post, number, above[-1], chance)
        above.append((row["id"], datetime.datetime.fromisoformat(row["created"])))
        yield row | {
            "user_id": users[found["user"]],
            "body": found["text"],
            "score": int(found["score"]),
        }
    heads = [above[0], above[1]]
    silent = {ACCOUNT.username, post["by"]}
    crowd = [number for name, number in users.items() if name not in silent]
    wanted = chance.randint(1, 3)
    says = zip(chance.sample(reactions, wanted), chance.sample(crowd, wanted), strict=True)
    for place, (text, user) in enumerate(says, number + 1):
        row = _comment(post, place, chance.choice(heads), chance)
        yield row | {"user_id": user, "body": text, "score": chance.randint(1, 4)}


def _comment(post: Row, place: int, parent: tuple[int, datetime.datetime], chance: Random) -> Row:
    """Some time after what it answers, and before the visit."""
    number, since = parent
    latest = NOW - datetime.timedelta(minutes=60 - place)
    created = min(since + datetime.timedelta(minutes=chance.randint(9, 240)), latest)
    row = {"id": post["id"] * _PLACES + place, "post_id": post["id"]}
    return row | {"parent_id": number or None, "created": created.isoformat()}


def _time(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"{text}+00:00")


def _iso(text: str) -> str:
    return _time(text).isoformat()


def _insert(connection: sqlite3.Connection, table: str, rows: Iterator[Row] | list[Row]) -> None:
    for row in rows:
        columns, marks = ", ".join(row), ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(row.values()))
