"""A site's data, which a test may spoil and the next one finds as new."""

import sqlite3
from collections.abc import Callable
from functools import cached_property
from threading import RLock


class Store:
    """An in-memory SQLite database with a pristine copy to go back to.

    Any thread may use it: the sites answer in threads of their own while a test's thread calls
    ``fresh``. Every ``write`` is a transaction of its own.
    """

    def __init__(self, build: Callable[[sqlite3.Connection], None]) -> None:
        """``build`` creates the schema and inserts the seed; it is called once, when the data is
        first asked for: most runs visit few of the sites."""
        self._lock = RLock()
        self._build = build

    @cached_property
    def _pristine(self) -> sqlite3.Connection:
        connection = _connect()
        self._build(connection)
        connection.commit()
        return connection

    @cached_property
    def _live(self) -> sqlite3.Connection:
        connection = _connect()
        self._pristine.backup(connection)
        return connection

    def fresh(self) -> None:
        """Forget all changes: the data is again what ``build`` made."""
        with self._lock:
            if "_live" in vars(self):
                self._live.rollback()
                self._pristine.backup(self._live)

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        with self._lock:
            return self._live.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first row, None when there is none."""
        found = self.rows(sql, *values)
        return found[0] if found else None

    def write(self, sql: str, *values: object) -> int:
        """Change the data; returns the id of the inserted row, 0 when nothing was inserted."""
        with self._lock, self._live:
            return self._live.execute(sql, values).lastrowid or 0


def _connect() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.row_factory = sqlite3.Row
    return connection
