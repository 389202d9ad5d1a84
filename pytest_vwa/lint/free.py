"""Rules that find what passes for nothing, where the task does not say why it may."""

from collections.abc import Iterator

from pytest_vwa.evaluators.rules import includes

from .case import Case, Part
from .checks import answers, contents, texts
from .shape import Trouble
from .trial import passes

_ASK_MORE = "ask for more than that"
CONSTANTS = {
    "N/A": "where the task cannot be done, let a model judge the reason",
    **dict.fromkeys(("yes", "no", "true", "false", "0", "1", "none", "null", "done"), _ASK_MORE),
    "": "ask for something",
}
_NOWHERE = "about:blank"


def start_page_passes(case: Case) -> Iterator[Trouble]:
    start = case.task.start_urls[-1]
    for part in _guarded(case):
        if part.field == "eval" and passes(part.checks, part.asks, case.here.registry, url=start):
            yield part.field, f"the start page {start} is the answer: stopping at once passes"


def constant_passes(case: Case) -> Iterator[Trouble]:
    for part in _guarded(case):
        for answer, remedy in CONSTANTS.items():
            if passes(part.checks, part.asks, case.here.registry, answer=answer, url=_NOWHERE):
                # Where one of these is right, others may be too: that is one fault.
                yield part.field, f"the constant answer {answer!r} passes; {remedy}"
                break


def only_absence(case: Case) -> Iterator[Trouble]:
    for part in _guarded(case):
        rules = [{*answers(check), *contents(check)} for check in part.checks]
        if rules and all(each == {"must_exclude"} for each in rules):
            yield (
                part.field,
                "asks only that something is not there, which holds before anything is done; add "
                "a check of what must be there",
            )


def gold_in_intent(case: Case) -> Iterator[Trouble]:
    """All of the answer stands in what is asked. A page that must show what the intent names is
    none of these: there the work is to bring it about."""
    for part in _guarded(case):
        gold = [(f, text) for f, rule, text in texts(part) if _is_answer(f, rule)]
        if gold and all(not includes(text, part.asks) for _, text in gold):
            field, text = gold[0]
            yield field, f"{text!r} stands in the question; who repeats the question passes"


def _is_answer(field: str, rule: str) -> bool:
    return ".reference_answers." in field and rule in ("exact_match", "must_include", "one_of")


def _guarded(case: Case) -> Iterator[Part]:
    """What nobody may pass for nothing. ``free_pass`` speaks of the task, not of its question."""
    for part in case.parts:
        if (part.field != "eval" or not case.task.free_pass) and not _asks_for_nothing(part):
            yield part


def _asks_for_nothing(part: Part) -> bool:
    """That is a fault of its own, and told as such."""
    wanted = [text for _, _, text in texts(part)]
    return bool(wanted) and all(not each.strip() for each in wanted)
