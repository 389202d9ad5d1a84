"""YAML that is no trap: shallow, small when written out, no name given twice, and nothing but
values."""

from typing import Any

from .core.nesting import DEEPEST, TooDeep

_MOST_VALUES = 1_000_000


def read(data: bytes, *, aliases: bool = True) -> Any:
    """The values; raises TooDeep, and ValueError for what is no YAML, gives a name twice in one
    mapping or stands for more than a million values. ``aliases`` says whether any may be used."""
    import yaml

    # The one in C, where there is one, is many times as fast.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
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
        found = yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    # Aliases can say a gigabyte in ten lines.
    if _size(found, {}) > _MOST_VALUES:
        raise ValueError(f"its aliases stand for more than {_MOST_VALUES:,} values")
    return found


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
    holds itself, and for a text that no file can hold."""
    if isinstance(value, str):
        value.encode()
    if not isinstance(value, dict | list):
        return 1
    if id(value) not in known:
        known[id(value)] = 0
        parts = value.values() if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_size(part, known) for part in parts)
    elif not known[id(value)]:
        raise ValueError("an alias stands within what it stands for")
    return known[id(value)]
