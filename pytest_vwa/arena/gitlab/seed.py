"""The forge's data: people.yaml and a file per project, in the database."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_vwa.arena.data import load

from . import journal
from .objects import blob_id, commit_id, packed
from .schema import SCHEMA

HERE = Path(__file__).parent
OWNER = 50

Entry = Mapping[str, Any]


def build(database: sqlite3.Connection) -> None:
    """Create the schema and insert the seed: what ``Store`` calls once."""
    database.executescript(SCHEMA)
    seed = load(HERE / "people.yaml")
    people = {
        person["username"]: insert(database, "person", **texts(person)) for person in seed["people"]
    }
    for follower, followed in seed["follows"].items():
        for name in followed:
            insert(database, "follow", follower=people[follower], followed=people[name])
    teams = {team["path"]: _team(database, team, people) for team in seed["teams"]}
    for path in sorted((HERE / "projects").glob("*.yaml")):
        Planting(database, people, seed["labels"], load(path)).plant(teams)
    _todos(database, people["byteblaze"])


def insert(database: sqlite3.Connection, table: str, **values: object) -> int:
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"
    return database.execute(sql, tuple(values.values())).lastrowid or 0


def texts(entry: Entry) -> dict[str, Any]:
    """Dates as ISO text."""
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in entry.items()
    }


def moment(day: object, key: str) -> str:
    """A time on that day between eight and ten in the evening, the same for the same key."""
    minute = 8 * 60 + sum(key.encode()) * 37 % (14 * 60)
    return f"{day}T{minute // 60:02}:{minute % 60:02}:{len(key) % 60:02}"


def _team(database: sqlite3.Connection, team: Entry, people: Mapping[str, int]) -> int:
    row = {name: team[name] for name in ("path", "name", "description", "created")}
    number = insert(database, "team", visibility="public", **texts(row))
    _members(database, "team", number, team, people)
    return number


def _members(
    database: sqlite3.Connection, source: str, number: int, entry: Entry, people: Mapping[str, int]
) -> None:
    for name, level in entry["members"].items():
        since = str(entry.get("created", "2024-01-08"))
        insert(
            database, "member", source=source, source_id=number, person=people[name], level=level,
            joined=since,
        )  # fmt: skip


@dataclass
class Planting:
    """One project on its way into the database."""

    database: sqlite3.Connection
    people: Mapping[str, int]
    label_book: Mapping[str, tuple[str, str]]
    entry: Entry
    project: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    milestones: dict[str, int] = field(default_factory=dict)
    merged: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Base and head of each branch that is not the main one."""

    def plant(self, teams: Mapping[str, int]) -> None:
        entries = list(journal.read(self.entry["history"]))
        self.project = self._insert(
            "project",
            **{name: self.entry[name] for name in ("namespace", "path", "name", "description")},
            visibility=self.entry["visibility"], topics=self.entry["topics"],
            team=teams.get(self.entry["namespace"]), created=moment(entries[0].date, "created"),
            updated=moment(entries[-1].date, entries[-1].title),
        )  # fmt: skip
        _members(self.database, "project", self.project, self.entry, self.people)
        for name in self.entry["stars"]:
            self._insert("star", person=self.people[name], project=self.project)
        self._plan()
        self._history(entries)
        for iid, issue in enumerate(self.entry.get("issues", ()), 1):
            self._ticket("issues", iid, issue, closed="closed" if "closed" in issue else "opened")
        self._requests()

    def _insert(self, table: str, **values: object) -> int:
        return insert(self.database, table, **values)

    def _plan(self) -> None:
        for name in sorted(set(self.entry["labels"]) | self._used_labels()):
            colour, description = self.label_book[name]
            self.labels[name] = self._insert(
                "label", project=self.project, name=name, colour=colour, description=description
            )
        for iid, each in enumerate(self.entry["milestones"], 1):
            self.milestones[each["title"]] = self._insert(
                "milestone", project=self.project, iid=iid, title=each["title"],
                description=each["text"], start=str(each["start"]), due=str(each["due"]),
                state=each.get("state", "active"),
            )  # fmt: skip

    def _used_labels(self) -> set[str]:
        tickets = [*self.entry.get("issues", ()), *self.entry.get("requests", ())]
        return {name for ticket in tickets for name in ticket.get("labels", ())}

    def _history(self, entries: Iterable[journal.Entry]) -> None:
        head, files, since = "", dict[str, str](), list[str]()
        for entry in entries:
            after = journal.apply(entry, files, since)
            sha = self._commit(entry, head, after)
            if entry.branch:  # it stays beside the main line
                self.heads[entry.branch] = (head, sha)
                self._ref("branch", entry.branch, sha)
                continue
            if entry.merger:
                self.merged.append({"entry": entry, "base": head, "head": sha})
            since = [*since, entry.title]
            if entry.title.startswith(journal.RELEASE):
                version = entry.title.removeprefix(journal.RELEASE)
                self._ref("tag", f"v{version}", sha, entry.title)
                since = []
            head, files = sha, after
        self._ref("branch", "main", head)

    def _commit(self, entry: journal.Entry, parent: str, files: Mapping[str, str]) -> str:
        tree = packed({path: blob_id(text) for path, text in files.items()})
        blobs = [(blob_id(text), text) for text in files.values()]
        self.database.executemany("INSERT OR IGNORE INTO blob VALUES (?, ?)", blobs)
        author, created = self.people[entry.author], moment(entry.date, entry.title)
        sha = commit_id(parent, author, created, f"{entry.title}\n{entry.body}", tree)
        self._insert(
            "commits", project=self.project, sha=sha, parent=parent, author=author,
            created=created, title=entry.title, body=entry.body, tree=tree,
        )  # fmt: skip
        return sha

    def _ref(self, kind: str, name: str, sha: str, message: str = "") -> None:
        self._insert("ref", project=self.project, kind=kind, name=name, sha=sha, message=message)

    def _requests(self) -> None:
        """Merged ones from the history, the others as they are told; numbered by date."""
        told = [{**each, "target": "main"} for each in self.entry.get("requests", ())]
        for each in told:
            each["base"], each["head"] = self.heads.get(each["branch"], ("", ""))
        landed = [
            {
                "by": each["entry"].author, "day": each["entry"].date, "state": "merged",
                "title": each["entry"].title, "text": each["entry"].body, "target": "main",
                "reviewer": each["entry"].merger, "to": each["entry"].author,
                "branch": "-".join(each["entry"].title.lower().split()[:4]),
                "base": each["base"], "head": each["head"],
            }
            for each in self.merged
        ]  # fmt: skip
        for iid, each in enumerate(sorted([*told, *landed], key=lambda each: str(each["day"])), 1):
            self._ticket("merge_requests", iid, each, closed=each.get("state", "opened"))

    def _ticket(self, kind: str, iid: int, entry: Entry, closed: str) -> None:
        created = moment(entry["day"], entry["title"])
        notes = [
            (self.people[who], text, moment(day, text)) for who, day, text in entry.get("notes", ())
        ]
        ended = moment(entry["closed"], "closed") if "closed" in entry else ""
        ticket = self._insert(
            "ticket", project=self.project, kind=kind, iid=iid, title=entry["title"],
            description=entry.get("text", ""), state=closed, author=self.people[entry["by"]],
            assignee=self.people.get(entry.get("to", "")),
            reviewer=self.people.get(entry.get("reviewer", "")),
            milestone=self.milestones.get(entry.get("milestone", "")),
            due=str(entry.get("due", "")), created=created,
            updated=max([created, ended, *(day for _, _, day in notes)]),
            source=entry.get("branch", ""), target=entry.get("target", ""),
            base=entry.get("base", ""), head=entry.get("head", ""),
        )  # fmt: skip
        for name in entry.get("labels", ()):
            self._insert("ticket_label", ticket=ticket, label=self.labels[name])
        for author, body, day in notes:
            self._insert("note", ticket=ticket, author=author, body=body, created=day)
        if ended or closed == "merged":
            who = self.people[entry.get("reviewer", entry.get("to", entry["by"]))]
            told = "merged" if closed == "merged" else "closed"
            self._insert(
                "note", ticket=ticket, author=who, body=told, system=1, created=ended or created
            )


def _todos(database: sqlite3.Connection, person: int) -> None:
    """What waits for the person: open tickets that others gave to them, and mentions."""
    for column, action in (("assignee", "assigned"), ("reviewer", "review requested")):
        database.execute(
            "INSERT INTO todo (person, ticket, author, action, created)"
            f" SELECT ?1, id, author, ?2, created FROM ticket WHERE {column} = ?1"
            " AND author != ?1 AND state = 'opened' ORDER BY created",
            (person, action),
        )
    database.execute(
        "INSERT INTO todo (person, ticket, author, action, created)"
        " SELECT ?1, ticket, author, 'mentioned', created FROM note WHERE body LIKE"
        " '%@' || (SELECT username FROM person WHERE id = ?1) || '%'",
        (person,),
    )
