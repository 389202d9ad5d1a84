"""What happens to issues and merge requests, and who hears of it."""

import re
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pytest_vwa.arena.store import Store

from .clock import now
from .tickets import Kind

_MENTION = re.compile(r"(?<![\w/])@([\w.-]*\w)")
TOLD = {
    "title": "changed the title to **{}**",
    "description": "changed the description",
    "assignee": "assigned to @{}",
    "reviewer": "requested review from @{}",
    "milestone": "changed milestone to **{}**",
    "due": "changed due date to {}",
}
"""What a system note says about a field's new value."""
UNTOLD = {
    "assignee": "removed the assignee",
    "reviewer": "removed the review request",
    "milestone": "removed the milestone",
    "due": "removed due date",
}


@dataclass(frozen=True)
class Desk:
    """Where ``person`` changes the tickets of a project."""

    store: Store
    project: int
    person: int

    def open(self, kind: Kind, columns: Mapping[str, object], labels: Iterable[int]) -> int:
        """A new ticket; returns its number within the project."""
        row = self.store.row(
            "SELECT coalesce(max(iid), 0) + 1 AS next FROM ticket WHERE project = ? AND kind = ?",
            *(self.project, kind.name),
        )
        iid = int(row["next"]) if row else 1
        moment = now()
        values = {
            "project": self.project, "kind": kind.name, "iid": iid, "state": "opened",
            "author": self.person, "created": moment, "updated": moment, **columns,
        }  # fmt: skip
        ticket = self.store.write(
            f"INSERT INTO ticket ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})",
            *values.values(),
        )
        self.label(ticket, labels)
        self._tell_roles(ticket, columns)
        self._tell_mentioned(ticket, str(columns.get("description", "")))
        return iid

    def change(
        self, ticket: sqlite3.Row, columns: Mapping[str, object], names: Mapping[str, str]
    ) -> None:
        """Set what differs; ``names`` are the new values as a note tells them."""
        changed = {
            column: value
            for column, value in columns.items()
            if (ticket[column] or "") != (value or "")
        }
        for column, value in changed.items():
            self.store.write(f"UPDATE ticket SET {column} = ? WHERE id = ?", value, ticket["id"])
            told = TOLD.get(column, "") if value else UNTOLD.get(column, "")
            if told:
                self.note(ticket["id"], told.format(names.get(column, value)), system=True)
        self._tell_roles(ticket["id"], changed)

    def label(self, ticket: int, labels: Iterable[int]) -> bool:
        """Exactly these; whether that changed anything."""
        rows = self.store.rows("SELECT label FROM ticket_label WHERE ticket = ?", ticket)
        wanted = set(labels)
        if {row["label"] for row in rows} == wanted:
            return False
        self.store.write("DELETE FROM ticket_label WHERE ticket = ?", ticket)
        for label in wanted:
            self.store.write("INSERT INTO ticket_label VALUES (?, ?)", ticket, label)
        return True

    def move(self, ticket: sqlite3.Row, state: str, told: str) -> None:
        """To another state, with a note that says so."""
        self.store.write("UPDATE ticket SET state = ? WHERE id = ?", state, ticket["id"])
        self.note(ticket["id"], told, system=True)

    def note(self, ticket: int, body: str, *, system: bool = False) -> int:
        moment = now()
        number = self.store.write(
            "INSERT INTO note (ticket, author, body, system, created) VALUES (?, ?, ?, ?, ?)",
            *(ticket, self.person, body, int(system), moment),
        )
        self.store.write("UPDATE ticket SET updated = ? WHERE id = ?", moment, ticket)
        if not system:
            self._tell_mentioned(ticket, body)
        return number

    def _tell_roles(self, ticket: int, columns: Mapping[str, object]) -> None:
        for column, action in (("assignee", "assigned"), ("reviewer", "review requested")):
            if columns.get(column):
                self._tell(ticket, columns[column], action)

    def _tell_mentioned(self, ticket: int, text: str) -> None:
        for name in sorted(set(_MENTION.findall(text))):
            person = self.store.row("SELECT id FROM person WHERE username = ?", name)
            if person:
                self._tell(ticket, person["id"], "mentioned")

    def _tell(self, ticket: int, person: object, action: str) -> None:
        if person != self.person:
            self.store.write(
                "INSERT INTO todo (person, ticket, author, action, created) VALUES (?, ?, ?, ?, ?)",
                *(person, ticket, self.person, action, now()),
            )
