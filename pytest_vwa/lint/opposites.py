"""Rules on what cannot hold together: found by the evaluators' own rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pytest_vwa.evaluators import rules
from pytest_vwa.evaluators.criteria import alternatives
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.evaluators.strict import rules as strict

from .case import Case
from .checks import answers, contents, texts
from .shape import Trouble
from .trial import passes

_COMPARISON = re.compile(r"\s*(?:<=|>=|==|<|>)\s*[-+]?[\d.,]+\s*")


def contradiction(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for check in part.checks:
            wanted = answers(check) or contents(check)
            if isinstance(wanted, Mapping):
                yield from ((part.field, text) for text in _opposites(wanted))


def _opposites(wanted: Mapping[str, Any]) -> Iterator[str]:
    for text, excluded in _excluded(wanted):
        yield f"must include and must exclude {_both(text, excluded)}; take one away"
    if needed := _unmeetable(_list(wanted, "required_values")):
        yield f"required_values {needed!r}: no number is all of these; take one away"


def _both(text: str, excluded: str) -> str:
    return repr(text) if text.lower() == excluded.lower() else f"{text!r}, which holds {excluded!r}"


def _excluded(wanted: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What must be there, where each way of saying it says something that must not be."""
    groups = [alternatives(each) for each in _list(wanted, "must_include")]
    groups.append([*_list(wanted, "one_of")])
    unwanted = [each for text in _list(wanted, "must_exclude") for each in alternatives(text)]
    for group in filter(None, groups):
        hits = [next((bad for bad in unwanted if _holds(each, bad)), None) for each in group]
        if hits[0] is not None and None not in hits:
            yield group[0], hits[0]


def _holds(text: str, unwanted: str) -> bool:
    """By words or, as the profile strict reads them, as dates and quantities."""
    return bool(rules.excludes(unwanted, text) or strict.excludes(unwanted, text))


def _unmeetable(values: Sequence[str]) -> Sequence[str]:
    """The comparisons when no number meets them all: it would lie on a limit, or between two, or
    beyond the last."""
    try:
        found = [[rules.comparison(each) for each in alternatives(text)] for text in values]
    except ValueError:
        return ()  # told by another rule
    limits = sorted({limit for choice in found for _, limit in choice})
    if not limits:
        return ()
    tried = [limits[0] - 1, *limits, *((a + b) / 2 for a, b in pairwise(limits)), limits[-1] + 1]
    met = (all(any(holds(n, x) for holds, x in choice) for choice in found) for n in tried)
    return () if any(met) else values


def odd_comparison(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for field, rule, text in texts(part):
            odd = [each for each in alternatives(text) if not _COMPARISON.fullmatch(each)]
            if rule == "required_values" and odd and _is_read(odd[0]):
                yield (
                    field,
                    f"{odd[0]!r} is read from its first sign on, and the rest left out; write one "
                    f"of {', '.join(rules.COMPARISONS)} and a number",
                )


def _is_read(text: str) -> bool:
    try:
        rules.comparison(text)
    except ValueError:
        return False
    return True


def exact_loses(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for check in part.checks:
            exact = None if needs_judge(check) else answers(check).get("exact_match")
            if exact is None:
                continue
            if not passes([check], part.asks, case.here.registry, answer=exact):
                yield part.field, f"its own exact_match {exact!r} does not meet the rest of it"


def _list(wanted: Mapping[str, Any], rule: str) -> Sequence[str]:
    """The texts of a rule; none where they are not written as a list of texts."""
    found = wanted.get(rule)
    is_list = isinstance(found, list | tuple) and all(isinstance(each, str) for each in found)
    return tuple(found) if is_list and found else ()
