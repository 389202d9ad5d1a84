"""YAML that is no trap: shallow, small when written out, no name given twice, and nothing but
values."""

import re
from functools import cache
from typing import Any

from .core.nesting import DEEPEST, TooDeep

_MOST_VALUES = 1_000_000
_MOST_BITS = 14_000
"""Of a number: Python writes out no longer ones."""
_MERGE = "tag:yaml.org,2002:merge"
_INT, _FLOAT = "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"
_NUMBERS = {
    _INT: r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)",
    _FLOAT: r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)",
}
"""YAML 1.1 without numbers to the base of 60: ``12:30`` is a text."""


def read(data: bytes, *, aliases: bool = True) -> Any:
    """The values; raises TooDeep, and ValueError for what is no YAML, gives a name twice in one
    mapping, stands for more than a million values or has a number of thousands of digits.
    ``aliases`` says whether any may be used."""
    import yaml

    loader = _loader()
    text, depth, names = data.decode(), 0, _Names()
    try:
        # Values are made by recursion, events are not: depth is known before it can hurt.
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise TooDeep
            if isinstance(event, yaml.AliasEvent) and not aliases:
                raise ValueError("an alias (*name), which is not read here")
            names.see(event)
        found = _values(loader(text))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    # Aliases can say a gigabyte in ten lines.
    if _size(found, {}) > _MOST_VALUES:
        raise ValueError(f"its aliases stand for more than {_MOST_VALUES:,} values")
    return found


@cache
def _loader() -> Any:
    """Return the loader in C, where there is one: it is many times as fast."""
    import yaml

    class Plain(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # of two
        """The safe loader with plainer numbers."""

        yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own name
            first: [(tag, known) for tag, known in resolvers if tag not in _NUMBERS]
            for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    for tag, pattern in _NUMBERS.items():
        Plain.add_implicit_resolver(tag, re.compile(f"^(?:{pattern})$"), list("-+0123456789."))
    return Plain


def _values(loader: Any) -> Any:
    """The only document's values, unless merges (``<<``) multiply what it says."""
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        if _pairs(node, {}, set()) > _MOST_VALUES:
            raise ValueError(f"its merges (<<) stand for more than {_MOST_VALUES:,} values")
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _pairs(node: Any, known: dict[int, int], seen: set[int]) -> int:
    """How many pairs the mappings of a document have, with those that are merged into them."""
    import yaml

    if id(node) in seen or not isinstance(node, yaml.CollectionNode):
        return 0
    seen.add(id(node))
    own = _merged(node, known) if isinstance(node, yaml.MappingNode) else 0
    parts = (each if isinstance(each, tuple) else (each,) for each in node.value)
    return own + sum(_pairs(each, known, seen) for part in parts for each in part)


def _merged(mapping: Any, known: dict[int, int]) -> int:
    """How many pairs a mapping has, with those that are merged into it."""
    import yaml

    if id(mapping) in known:
        return known[id(mapping)]
    known[id(mapping)] = count = 0  # so that one which merges itself has an end
    for name, value in mapping.value:
        merged = value.value if isinstance(value, yaml.SequenceNode) else [value]
        inner = [each for each in merged if isinstance(each, yaml.MappingNode)]
        count += sum(_merged(each, known) for each in inner) if name.tag == _MERGE else 1
    known[id(mapping)] = count
    return count


class _Names:
    """Notes the names in each mapping as its events go by. Of a name that is given twice the last
    value would be taken, and nobody told."""

    def __init__(self) -> None:
        self._open: list[tuple[set[str] | None, int]] = []
        """For each open collection its names so far, None for a list, and how many nodes it has
        begun: those of a mapping are in turn a name and its value."""

    def see(self, event: Any) -> None:
        import yaml

        if isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
        elif isinstance(event, yaml.NodeEvent):
            self._begin(event)
            if isinstance(event, yaml.CollectionStartEvent):
                names = set[str]() if isinstance(event, yaml.MappingStartEvent) else None
                self._open.append((names, 0))

    def _begin(self, event: Any) -> None:
        if not self._open:
            return
        names, count = self._open.pop()
        self._open.append((names, count + 1))
        name = getattr(event, "value", None)
        if names is None or count % 2 or name is None:
            return
        if name in names:
            raise ValueError(f"{name!r} is given twice (line {event.start_mark.line + 1})")
        names.add(name)


def _size(value: Any, known: dict[int, int]) -> int:
    """How many values it holds where every alias is written out; raises ValueError for one that
    holds itself, for a text that no file can hold, and for a number that no text can."""
    if isinstance(value, str):
        value.encode()
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError("a number of more than 4,000 digits")
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = 0
        parts = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(part, known) for part in parts)
    elif not known[id(value)]:
        raise ValueError("an alias stands within what it stands for")
    return known[id(value)]
