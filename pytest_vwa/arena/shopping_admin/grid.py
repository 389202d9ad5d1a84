"""A grid of the back office: rows that its address filters, sorts and cuts into pages."""

import base64
import binascii
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination, cents, whole

from .dates import as_iso

Kind = Literal["text", "choice", "money", "count", "date", "picture"]
SIZES = (20, 30, 50, 100, 200)
RANGES = ("money", "count", "date")
REST = ("search", "sort", "dir", "limit", "page")


@dataclass(frozen=True)
class Column:
    """``name`` is the row's field; ``kind`` says how it is shown and filtered."""

    name: str
    title: str
    kind: Kind = "text"
    choices: tuple[str, ...] = ()
    wide: bool = False

    @property
    def is_range(self) -> bool:
        return self.kind in RANGES

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its filter's fields."""
        ends = ("[from]", "[to]") if self.is_range else ("",)
        return tuple(f"{self.name}{end}" for end in ends)


@dataclass(frozen=True)
class Source:
    """``sql`` selects a row for each line, with the columns' names as fields and, where rows can
    be opened, ``id`` for the address ``opens``. ``keyword`` are the fields that are searched."""

    sql: str
    columns: tuple[Column, ...]
    sort: str
    keyword: tuple[str, ...] = ()
    opens: str = ""
    action: str = "Edit"
    title: str = ""
    """The field by which a row is called, for those who hear its link out of its line."""
    rising: bool = False
    """Whether the least come first, unless the address says otherwise."""
    coded: bool = False
    """Whether filters stand in the path, encoded, and their fields in the table's head."""

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True)
class Grid:
    """One page of it. ``filters`` are the fields that are filled in, ``rest`` is what else the
    address says: ``search``, ``sort``, ``dir``, ``limit``, ``page``."""

    source: Source
    path: str
    filters: Mapping[str, str]
    rest: Mapping[str, str]
    rows: Sequence[sqlite3.Row]
    page: Pagination

    @property
    def sort(self) -> str:
        asked = self.rest.get("sort", "")
        return asked if self.source.column(asked) else self.source.sort

    @property
    def descending(self) -> bool:
        return _descending(self.source, self.rest)

    @property
    def active(self) -> list[tuple[str, str, str]]:
        """Title, value and the address without it, of each filter that is set."""
        found = []
        for column in self.source.columns:
            ends = [self.filters.get(field, "") for field in column.fields]
            if any(ends):
                value = " - ".join(end or "..." for end in ends)
                found.append((column.title, value, self.link(without=column.fields)))
        return found

    def link(self, without: Sequence[str] = (), **changes: object) -> str:
        """The grid's address without these filters, on page 1 unless ``page`` is given."""
        kept = {name: text for name, text in self.filters.items() if name not in without}
        merged = {**self.rest, "page": None, **changes}
        rest = {name: value for name, value in merged.items() if value is not None}
        return address(self.source, self.path, kept, rest)

    def sorted_by(self, column: Column) -> str:
        """A column's head: a second click turns the order around."""
        turned = column.name == self.sort and not self.descending
        return self.link(sort=column.name, dir="desc" if turned else "asc")


def address(
    source: Source, path: str, filters: Mapping[str, str], rest: Mapping[str, object]
) -> str:
    """Filters stand in the path, encoded as old grids do, or in the query as the new ones do."""
    if not source.coded:
        rest = {wire(source, name): text for name, text in filters.items()} | dict(rest)
    elif filters:
        path = f"{path}filter/{encode(filters)}/"
    return f"{path}?{urlencode(rest)}" if rest else path


def wire(source: Source, field: str) -> str:
    """A filter's field as forms and addresses name it: ``filters[total][from]``."""
    name, bracket, end = field.partition("[")
    return field if source.coded else f"filters[{name}]{bracket}{end}"


def encode(filters: Mapping[str, str]) -> str:
    """As Magento's addresses have it: base64 of a query."""
    return base64.b64encode(urlencode(filters).encode()).decode()


def decode(text: str) -> dict[str, str]:
    """The way back; {} for what was never encoded."""
    try:
        return dict(parse_qsl(base64.b64decode(text, validate=True).decode()))
    except (binascii.Error, UnicodeDecodeError):
        return {}


def tidy(request: Request, source: Source, path: str) -> str | None:
    """Where to go when a form was sent: fields that are empty are left out of the address, and
    those of a table's head stand in its path."""
    fields = [field for column in source.columns for field in column.fields]
    params, sent = _filled(request), request.query_params
    in_head = source.coded and sent.keys() & set(fields)
    if not in_head and params.keys() == sent.keys():
        return None
    rest: dict[str, object] = {name: params[name] for name in REST if name in params}
    filters = {name: text for name in fields if (text := params.get(wire(source, name), ""))}
    return address(source, path, filters, rest)


def _filled(request: Request) -> dict[str, str]:
    return {name: text.strip() for name, text in request.query_params.items() if text.strip()}


def open_grid(request: Request, store: Store, source: Source, path: str) -> Grid:
    """The page of rows that the address asks for."""
    params = _filled(request)
    given = decode(request.path_params.get("filter", "")) if source.coded else params
    filters = {
        field: text
        for column in source.columns
        for field in column.fields
        if (text := given.get(wire(source, field), ""))
    }
    rest = {name: params[name] for name in REST if name in params}
    where, values = _where(source, filters, rest.get("search", ""))
    total = store.rows(f"SELECT count(*) AS n FROM ({source.sql}){where}", *values)[0]["n"]
    limit = whole(rest.get("limit"))
    size = limit if limit in SIZES else SIZES[0]
    pagination = Pagination.at(rest.get("page"), size, total)
    sort = rest.get("sort", "")
    order = sort if source.column(sort) else source.sort
    direction = "DESC" if _descending(source, rest) else "ASC"
    rows = store.rows(
        f"SELECT * FROM ({source.sql}){where} ORDER BY {order} {direction} LIMIT ? OFFSET ?",
        *values,
        size,
        pagination.offset,
    )
    return Grid(source, path, filters, rest, rows, pagination)


def _descending(source: Source, rest: Mapping[str, str]) -> bool:
    given = source.column(rest.get("sort", ""))
    return rest.get("dir", "asc" if given or source.rising else "desc") == "desc"


def _where(source: Source, filters: Mapping[str, str], keyword: str) -> tuple[str, list[Any]]:
    """The condition with its values; names are the columns' own."""
    terms: list[tuple[str, Any]] = []
    for column in source.columns:
        terms += _conditions(column, [filters.get(field, "") for field in column.fields])
    if keyword and source.keyword:
        joined = " || ' ' || ".join(source.keyword)
        terms += [(f"{joined} LIKE ?", f"%{word}%") for word in keyword.split()]
    text = " AND ".join(term for term, _ in terms)
    return (f" WHERE {text}" if text else ""), [value for _, value in terms]


def _conditions(column: Column, texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Bounds that cannot be read are as good as none."""
    if not column.is_range:
        if texts[0]:
            exact = column.kind == "choice"
            yield (
                f"{column.name} {'=' if exact else 'LIKE'} ?",
                texts[0] if exact else f"%{texts[0]}%",
            )
        return
    read = {"money": cents, "count": whole, "date": as_iso}[column.kind]
    for text, sign in zip(texts, (">=", "<="), strict=True):
        if (bound := read(text)) is not None:
            field = f"substr({column.name}, 1, 10)" if column.kind == "date" else column.name
            yield f"{field} {sign} ?", bound
