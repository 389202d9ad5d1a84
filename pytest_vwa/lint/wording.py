"""Rules on the texts that answers and pages are held against."""

import re
from collections import Counter
from collections.abc import Iterator

from pytest_vwa.evaluators.criteria import OR, alternatives
from pytest_vwa.evaluators.judge import needs_judge

from .case import Case
from .checks import answers, texts
from .shape import Trouble
from .trial import passes

_OR_LIKE = re.compile(r"\|\s*or\s*\|", re.IGNORECASE)
_ASKS_FOR_LINK = re.compile(r"\b(?:link|url)s?\b", re.IGNORECASE)
_LINK = re.compile(r"__[A-Z][A-Z0-9_]*__|https?:|/|\.\w{2,4}\b")


def empty_reference(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for field, rule, text in texts(part):
            if rule == "exact_match" and "program_html" in field:
                continue
            if any(not each.strip() for each in alternatives(text)):
                yield field, f"holds the empty text in {text!r}, which anything includes; fill it"


def unsplit_alternatives(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for field, rule, text in texts(part):
            if rule == "exact_match" and OR in text:
                yield (
                    field,
                    f"{text!r} names several values, but exact_match is one text; use must_include "
                    "or one_of",
                )
            elif _OR_LIKE.search(text.replace(OR, " ")):
                yield field, f"{text!r} is read as one text; alternatives are joined by {OR!r}"


def unsayable_reference(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for field, _, text in texts(part):
            if "reference_answers" in field and "\n" in text:
                yield field, f"{text!r} holds a line break, as a lone backslash before n makes one"


def blanks_at_the_edge(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        for field, rule, text in texts(part):
            padded = [each for each in alternatives(text) if each.strip(" ") not in ("", each)]
            if padded and rule != "required_values":
                yield field, f"{padded[0]!r} has a blank at its edge, which counts; take it away"


def asked_twice(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        wanted = [(field, text) for field, _, text in texts(part) if "reference_answers" in field]
        for (field, text), count in Counter(wanted).items():
            if count > 1:
                yield field, f"asks {count} times for {text!r}; was another text meant?"


def annotation_loses(case: Case) -> Iterator[Trouble]:
    """The answer that its author noted down must be right."""
    for part in case.parts:
        noted = part.criteria.get("reference_answer_raw_annotation")
        by_rule = [each for each in part.checks if answers(each) and not needs_judge(each)]
        if noted and by_rule and not passes(by_rule, part.asks, case.here.registry, answer=noted):
            rule, wanted = next(iter(answers(by_rule[0]).items()))
            yield (
                f"{part.field}.reference_answer_raw_annotation",
                f"the noted answer {noted!r} loses against {rule} {wanted!r}; make them agree",
            )


def asks_for_a_link(case: Case) -> Iterator[Trouble]:
    for part in case.parts:
        wanted = [text for field, _, text in texts(part) if "reference_answers.must_in" in field]
        if wanted and _ASKS_FOR_LINK.search(part.asks) and not any(map(_LINK.search, wanted)):
            yield (
                f"{part.field}.reference_answers.must_include",
                f"the task asks for a link, but {wanted[0]!r} is none; give the address",
            )
