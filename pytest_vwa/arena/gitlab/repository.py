"""A project's repository in the database: branches, commits, files."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_vwa.arena.store import Store

from . import differ
from .clock import now
from .objects import blob_id, commit_id, packed, unpacked

_LOG = """
WITH RECURSIVE line (sha, depth) AS (
  SELECT ?2, 0
  UNION ALL
  SELECT commits.parent, depth + 1 FROM line
  JOIN commits ON commits.project = ?1 AND commits.sha = line.sha WHERE commits.parent != ''
)
SELECT commits.*, person.username, person.name, person.email FROM line
JOIN commits ON commits.project = ?1 AND commits.sha = line.sha
JOIN person ON person.id = commits.author ORDER BY depth
"""


@dataclass(frozen=True)
class Place:
    """Where in the history somebody looks: a branch, tag or commit, and a path ("" the root)."""

    ref: str
    sha: str
    path: str


@dataclass(frozen=True)
class Repository:
    store: Store
    project: int

    def refs(self, kind: str) -> list[sqlite3.Row]:
        """Branches or tags (``kind`` is ``branch`` or ``tag``) with their latest commit, newest
        first."""
        return self.store.rows(
            "SELECT ref.name AS ref, ref.message, commits.*, person.username, person.name"
            " FROM ref JOIN commits ON commits.project = ref.project AND commits.sha = ref.sha"
            " JOIN person ON person.id = commits.author"
            " WHERE ref.project = ? AND ref.kind = ? ORDER BY commits.created DESC, ref.name DESC",
            self.project,
            kind,
        )

    def head(self, branch: str) -> str:
        """The branch's latest commit, "" when there is no such branch."""
        row = self.store.row(
            "SELECT sha FROM ref WHERE project = ? AND name = ? ORDER BY kind", self.project, branch
        )
        return str(row["sha"]) if row else ""

    def place(self, rest: str) -> Place | None:
        """``main/docs/a.md`` -> branch and path. Branches may hold slashes: the longest wins."""
        words = rest.strip("/").split("/")
        for count in range(len(words), 0, -1):
            name, path = "/".join(words[:count]), "/".join(words[count:])
            if sha := self.head(name):
                return Place(name, sha, path)
        found = self.commit(words[0])
        return Place(found["sha"], found["sha"], "/".join(words[1:])) if found else None

    def commit(self, sha: str) -> sqlite3.Row | None:
        """By its whole name or the first seven digits or more of it."""
        if len(sha) < 7 or not sha.isalnum():
            return None
        return self.store.row(
            "SELECT commits.*, person.username, person.name, person.email FROM commits"
            " JOIN person ON person.id = commits.author WHERE project = ? AND sha LIKE ?",
            self.project,
            f"{sha}%",
        )

    def log(self, sha: str) -> list[sqlite3.Row]:
        """The commits that lead to ``sha``, the newest first."""
        return self.store.rows(_LOG, self.project, sha) if sha else []

    def log_of(self, sha: str, path: str) -> list[sqlite3.Row]:
        """Those among them that touched the file, or anything in the folder."""
        return [commit for commit, changed in self._changes(sha) if _touched(changed, path)]

    def latest(self, sha: str, paths: Iterable[str]) -> dict[str, sqlite3.Row]:
        """By file or folder the newest commit that touched it."""
        wanted, found = list(paths), dict[str, sqlite3.Row]()
        for commit, changed in self._changes(sha):
            for path in wanted:
                if path not in found and _touched(changed, path):
                    found[path] = commit
            if len(found) == len(wanted):
                break
        return found

    def _changes(self, sha: str) -> Iterator[tuple[sqlite3.Row, set[str]]]:
        """The commits that lead to ``sha``, the newest first, and the files each changed."""
        log = self.log(sha)
        trees = [*(unpacked(commit["tree"]).items() for commit in log), {}.items()]
        for commit, tree, older in zip(log, trees, trees[1:], strict=False):
            yield commit, {path for path, _ in tree ^ older}

    def tree(self, sha: str) -> dict[str, str]:
        """Path to blob; nothing for "", the state before the first commit."""
        found = self.commit(sha) if sha else None
        return unpacked(found["tree"]) if found else {}

    def text(self, blob: str) -> str:
        row = self.store.row("SELECT text FROM blob WHERE id = ?", blob)
        return str(row["text"]) if row else ""

    def file(self, sha: str, path: str) -> str | None:
        """The file's text in that commit, None when there is no such file."""
        blob = self.tree(sha).get(path)
        return None if blob is None else self.text(blob)

    def diff(self, before: str, after: str) -> list[differ.FileDiff]:
        return differ.between(self.tree(before), self.tree(after), self.text)

    def write(self, branch: str, author: int, message: str, edits: Mapping[str, str | None]) -> str:
        """Commit to ``branch``, which is made when it is not there; None deletes a file."""
        parent = self.head(branch)
        tree = self.tree(parent)
        for path, text in edits.items():
            tree.pop(path, None)
            if text is not None:
                tree[path] = blob_id(text)
                self.store.write("INSERT OR IGNORE INTO blob VALUES (?, ?)", tree[path], text)
        return self.record(branch, parent, author, message, tree)

    def record(
        self, branch: str, parent: str, author: int, message: str, tree: Mapping[str, str]
    ) -> str:
        """A commit of blobs that are there already; the branch moves on to it."""
        title, _, body = message.partition("\n")
        created, stored = now(), packed(tree)
        sha = commit_id(parent, author, created, message, stored)
        self.store.write(
            "INSERT OR IGNORE INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            *(self.project, sha, parent, author, created, title.strip(), body.strip(), stored),
        )
        self.point(branch, sha)
        return sha

    def point(self, name: str, sha: str, kind: str = "branch", message: str = "") -> None:
        """Make the branch or tag, or move it."""
        self.store.write(
            "INSERT OR REPLACE INTO ref VALUES (?, ?, ?, ?, ?)",
            *(self.project, kind, name, sha, message),
        )
        self.store.write("UPDATE project SET updated = ? WHERE id = ?", now(), self.project)

    def drop(self, branch: str) -> None:
        self.store.write(
            "DELETE FROM ref WHERE project = ? AND kind = 'branch' AND name = ?",
            *(self.project, branch),
        )

    def fork(self, other: int) -> None:
        """All of another project's history becomes this one's."""
        self.store.write(
            "INSERT INTO commits SELECT ?, sha, parent, author, created, title, body, tree"
            " FROM commits WHERE project = ?",
            *(self.project, other),
        )
        self.store.write(
            "INSERT INTO ref SELECT ?, kind, name, sha, message FROM ref WHERE project = ?",
            *(self.project, other),
        )


def common(log: Sequence[sqlite3.Row], other: Sequence[sqlite3.Row]) -> str:
    """The newest commit of both histories, "" when they share none."""
    known = {commit["sha"] for commit in other}
    return next((str(commit["sha"]) for commit in log if commit["sha"] in known), "")


def _touched(changed: set[str], path: str) -> bool:
    start = f"{path}/"
    return not path or path in changed or any(name.startswith(start) for name in changed)
