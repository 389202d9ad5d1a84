"""Issues and merge requests: what both are, and how they are found."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination

PAGE_SIZE = 20


@dataclass(frozen=True)
class Kind:
    """``name`` is also the part of the address; ``sign`` stands before a number."""

    name: str
    sign: str
    word: str
    states: tuple[str, ...]

    @property
    def title(self) -> str:
        return f"{self.word[0].upper()}{self.word[1:]}s"


ISSUES = Kind("issues", "#", "issue", ("opened", "closed", "all"))
REQUESTS = Kind("merge_requests", "!", "merge request", ("opened", "merged", "closed", "all"))

SORTS = {
    "created_date": ("Created date", "ticket.created DESC, ticket.id DESC"),
    "created_asc": ("Oldest first", "ticket.created, ticket.id"),
    "updated_desc": ("Updated date", "ticket.updated DESC, ticket.id DESC"),
    "updated_asc": ("Least recently updated", "ticket.updated, ticket.id"),
    "due_date": ("Due date", "ticket.due = '', ticket.due, ticket.id"),
    "popularity": ("Most comments", "notes DESC, ticket.id"),
    "title_asc": ("Title", "ticket.title COLLATE NOCASE"),
}
FIELDS = (
    *("scope", "sort", "state", "author_username", "assignee_username", "reviewer_username"),
    *("milestone_title", "label_name[]", "search"),
)
"""The names of an address's filters, in the order in which they stand there."""

_SELECT = """
SELECT ticket.*, project.namespace, project.path, project.name AS project_name,
  author.username AS author_username, author.name AS author_name,
  assignee.username AS assignee_username, assignee.name AS assignee_name,
  reviewer.username AS reviewer_username, reviewer.name AS reviewer_name,
  milestone.title AS milestone_title, milestone.iid AS milestone_iid,
  (SELECT count(*) FROM note WHERE note.ticket = ticket.id AND NOT note.system) AS notes
"""
_FROM = """
FROM ticket JOIN project ON project.id = ticket.project
  JOIN person AS author ON author.id = ticket.author
  LEFT JOIN person AS assignee ON assignee.id = ticket.assignee
  LEFT JOIN person AS reviewer ON reviewer.id = ticket.reviewer
  LEFT JOIN milestone ON milestone.id = ticket.milestone
"""

Test = tuple[str, Sequence[object]]


def find(store: Store, project: int, kind: Kind, iid: int) -> sqlite3.Row | None:
    """One ticket with the names of all who have to do with it."""
    return store.row(
        f"{_SELECT}{_FROM} WHERE ticket.project = ? AND ticket.kind = ? AND ticket.iid = ?",
        *(project, kind.name, iid),
    )


def labels_of(store: Store, tickets: Sequence[sqlite3.Row]) -> dict[int, list[sqlite3.Row]]:
    """The labels of each, by the ticket's id."""
    ids = ", ".join(str(ticket["id"]) for ticket in tickets)
    found: dict[int, list[sqlite3.Row]] = {ticket["id"]: [] for ticket in tickets}
    for row in store.rows(
        "SELECT ticket_label.ticket, label.* FROM ticket_label JOIN label"
        f" ON label.id = ticket_label.label WHERE ticket IN ({ids}) ORDER BY label.name"
    ):
        found[row["ticket"]].append(row)
    return found


@dataclass(frozen=True)
class Search:
    """The filters of an address, over the tickets of one kind that meet ``where``."""

    kind: Kind
    asked: Mapping[str, Sequence[str]]
    where: str
    values: tuple[object, ...] = ()

    @property
    def state(self) -> str:
        state = self.first("state")
        return state if state in self.kind.states else "opened"

    @property
    def sort(self) -> str:
        return self.first("sort") if self.first("sort") in SORTS else "created_date"

    def first(self, name: str) -> str:
        return next(iter(self.asked.get(name, ())), "").strip()

    def url(self, **changed: str) -> str:
        """The query with other values; "" leaves one out. The page starts again at 1."""
        asked = {name: list(self.asked.get(name, ())) for name in FIELDS}
        asked |= {name: [value] for name, value in changed.items()}
        pairs = [(name, value) for name, values in asked.items() for value in values if value]
        return f"?{urlencode(pairs)}"

    def run(self, store: Store, page: str | None) -> tuple[list[sqlite3.Row], Pagination]:
        where, values = self._condition()
        if self.state != "all":
            where, values = f"{where} AND ticket.state = ?", [*values, self.state]
        pages = Pagination.at(page, PAGE_SIZE, self.count(store)[self.state])
        rows = store.rows(
            f"{_SELECT}{_FROM}{where} ORDER BY {SORTS[self.sort][1]} LIMIT ? OFFSET ?",
            *(*values, pages.size, pages.offset),
        )
        return rows, pages

    def count(self, store: Store) -> dict[str, int]:
        """How many in each state, whatever state is asked for."""
        where, values = self._condition()
        rows = store.rows(f"SELECT ticket.state, count(*) AS n {_FROM}{where} GROUP BY 1", *values)
        found = {str(row["state"]): int(row["n"]) for row in rows}
        counts = {state: found.get(state, 0) for state in self.kind.states[:-1]}
        return counts | {"all": sum(found.values())}

    def _condition(self) -> tuple[str, list[object]]:
        tests = [("ticket.kind = ?", [self.kind.name]), (self.where, self.values), *self._tests()]
        condition = " AND ".join(f"({test})" for test, _ in tests)
        return f" WHERE {condition}", [value for _, values in tests for value in values]

    def _tests(self) -> Iterator[Test]:
        for role in ("author", "assignee", "reviewer"):
            if name := self.first(f"{role}_username"):
                test = f"ticket.{role} IS NULL" if name == "None" else f"{role}.username = ?"
                yield test, [] if name == "None" else [name]
        if title := self.first("milestone_title"):
            none = title == "None"
            yield ("ticket.milestone IS NULL", []) if none else ("milestone.title = ?", [title])
        for name in filter(None, self.asked.get("label_name[]", ())):
            yield _labelled(name)
        for word in self.first("search").split():
            yield "ticket.title || ' ' || ticket.description LIKE ? ESCAPE '\\'", [literal(word)]


def asked(params: Any) -> dict[str, list[str]]:
    """What a query asks, by name; of ``Request.query_params``."""
    return {name: params.getlist(name) for name in FIELDS}


def canonical(path: str, params: Any) -> str | None:
    """The address without the empty fields that a form sends along; None when there are none."""
    if all(value for _, value in params.multi_items()):
        return None
    kept = [(name, value) for name, value in params.multi_items() if value]
    return f"{path}?{urlencode(kept)}" if kept else path


def literal(text: str) -> str:
    """For LIKE: anywhere, with its wildcards as the signs they are."""
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"


def _labelled(name: str) -> Test:
    inside = "ticket.id IN (SELECT ticket FROM ticket_label"
    if name == "None":
        return f"NOT {inside})", []
    return f"{inside} JOIN label ON label.id = label WHERE label.name = ?)", [name]
