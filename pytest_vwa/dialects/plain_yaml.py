"""YAML that is no trap: shallow, small when written out, and nothing but values."""

from typing import Any

from .nesting import DEEPEST, TooDeep

_MOST_VALUES = 1_000_000


def read(data: bytes, *, aliases: bool = True) -> Any:
    """The values; raises TooDeep, and ValueError for what is no YAML or stands for more than a
    million values. ``aliases`` says whether any may be used."""
    import yaml

    # The one in C, where there is one, is many times as fast.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text, depth = data.decode(), 0
    try:
        # Values are made by recursion, events are not: depth is known before it can hurt.
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise TooDeep
            if isinstance(event, yaml.AliasEvent) and not aliases:
                raise ValueError("an alias (*name), which is not read here")
        found = yaml.load(text, Loader=loader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    # Aliases can say a gigabyte in ten lines.
    if _size(found, {}) > _MOST_VALUES:
        raise ValueError(f"its aliases stand for more than {_MOST_VALUES:,} values")
    return found


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
