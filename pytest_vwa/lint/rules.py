"""The table of rules: what each finds, and how bad that is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import checks, free, needs, opposites, shape, twins, wording
from .case import Case
from .finding import Severity
from .shape import Trouble
from .twins import Troubles

ERROR, WARNING, NOTE = Severity


@dataclass(frozen=True)
class Rule:
    """``code`` never changes its meaning; ``finds`` completes the sentence "a task with ..."."""

    code: str
    severity: Severity
    finds: str
    look: Callable[[Sequence[Case]], Troubles]


def _each(look: Callable[[Case], Iterator[Trouble]]) -> Callable[[Sequence[Case]], Troubles]:
    """A rule that looks at one task at a time."""

    def look_at_all(cases: Sequence[Case]) -> Troubles:
        for case in cases:
            for field, text in look(case):
                yield case, field, text

    return look_at_all


def _unread(cases: Sequence[Case]) -> Troubles:
    """Those entries never become cases; see ``survey``."""
    return iter(())


UNREADABLE = Rule("VWA101", ERROR, "an entry or file that cannot be read", _unread)
RULES = (
    UNREADABLE,
    Rule("VWA102", ERROR, "a key that another task has too", twins.same_key),
    Rule("VWA103", NOTE, "an unknown field", _each(shape.unknown_field)),
    Rule("VWA104", WARNING, "a criterion outside eval", _each(shape.misplaced_criterion)),
    Rule("VWA105", ERROR, "a start_url that is no address", _each(shape.start_url)),
    Rule("VWA106", WARNING, "a start_url on none of its sites", _each(shape.start_site)),
    Rule("VWA107", ERROR, "a placeholder of no site", _each(shape.unknown_placeholder)),
    Rule("VWA108", ERROR, "a reference_url on a site that is not the task's",
         _each(shape.foreign_address)),
    Rule("VWA109", WARNING, "another address on a site that is not the task's",
         _each(shape.foreign_placeholder)),
    Rule("VWA110", WARNING, "a viewport that is no screen's", _each(shape.odd_viewport)),
    Rule("VWA111", ERROR, "a reference_url that is no address",
         _each(shape.no_reference_address)),
    Rule("VWA201", ERROR, "a missing check", _each(checks.missing_check)),
    Rule("VWA202", ERROR, "a call of an unknown function, or a wrong call",
         _each(checks.unknown_call)),
    Rule("VWA203", ERROR, "a malformed locator", _each(checks.malformed_locator)),
    Rule("VWA204", ERROR, "a check that cannot be judged", _each(checks.unjudgeable_check)),
    Rule("VWA205", NOTE, "a criterion that eval_types does not name",
         _each(checks.unjudged_criterion)),
    Rule("VWA206", WARNING, "required_contents of which only a part is judged",
         _each(checks.only_first_is_judged)),
    Rule("VWA301", WARNING, "a start page that already passes", _each(free.start_page_passes)),
    Rule("VWA302", WARNING, "a constant answer that passes", _each(free.constant_passes)),
    Rule("VWA303", WARNING, "checks of absence alone, which doing nothing passes",
         _each(free.only_absence)),
    Rule("VWA304", WARNING, "the answer in its own question", _each(free.gold_in_intent)),
    Rule("VWA305", WARNING, "an empty reference", _each(wording.empty_reference)),
    Rule("VWA401", ERROR, "a contradiction", _each(opposites.contradiction)),
    Rule("VWA402", ERROR, "alternatives that are read as one text",
         _each(wording.unsplit_alternatives)),
    Rule("VWA403", WARNING, "a reference with a line break", _each(wording.unsayable_reference)),
    Rule("VWA404", WARNING, "a reference with a blank at its edge",
         _each(wording.blanks_at_the_edge)),
    Rule("VWA405", WARNING, "the same text asked for twice", _each(wording.asked_twice)),
    Rule("VWA406", WARNING, "a noted answer that loses", _each(wording.annotation_loses)),
    Rule("VWA407", WARNING, "a link asked for and none among its answers",
         _each(wording.asks_for_a_link)),
    Rule("VWA408", WARNING, "a twin that wants something else", twins.other_answer_to_the_same),
    Rule("VWA409", NOTE, "a twin that is the same", twins.same_task_twice),
    Rule("VWA410", ERROR, "an exact_match that loses against its other rules",
         _each(opposites.exact_loses)),
    Rule("VWA411", WARNING, "a comparison that is read only in part",
         _each(opposites.odd_comparison)),
    Rule("VWA501", WARNING, "a question about a video that is not named",
         _each(needs.no_video_named)),
    Rule("VWA502", NOTE, "a video that is not here", _each(needs.video_not_here)),
    Rule("VWA503", NOTE, "a check that takes a model as judge", _each(needs.judge_needed)),
)  # fmt: skip
