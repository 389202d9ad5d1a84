"""What an agent writes is read as the published parser reads it, and a little more."""

import json
import os
from pathlib import Path

import pytest

from pytest_vwa.core.action import ACTION_KINDS, Action
from pytest_vwa.core.grammar import FORMS, Unreadable, expression, parse

SHARED = Path(os.environ.get("VWA_SHARED", Path(__file__).resolve().parents[2] / "../shared"))
GOLDEN = SHARED / "golden" / "actions.json"

READ_BEYOND_THE_REFERENCE = {
    "tab_close": Action("tab_close"),
    "upload [/tmp/x.png] [4]": Action("upload", "4", "/tmp/x.png"),
    "Click [12]": Action("click", "12"),
    "CLICK [12]": Action("click", "12"),
    "stop [multi\nline]": Action("stop", value="multi\nline"),
}


def golden_action(parsed: dict[str, object] | None) -> Action | None:
    if parsed is None:
        return None
    fields = dict(parsed)
    kind, element = fields.pop("kind"), fields.pop("element_id", "")
    (value,) = fields.values() or ("",)
    if isinstance(value, list):
        (value,) = value
    return Action(kind, str(element), str(value))


def read(text: str) -> Action | None:
    try:
        return expression(text)
    except Unreadable:
        return None


@pytest.mark.skipif(not GOLDEN.exists(), reason=f"no golden actions at {GOLDEN}")
def test_agrees_with_the_reference_parser_but_for_what_is_read_on_purpose() -> None:
    cases = json.loads(GOLDEN.read_text())
    differing = {
        case["text"]: read(case["text"])
        for case in cases
        if read(case["text"]) != golden_action(case["parsed"])
    }
    assert differing == READ_BEYOND_THE_REFERENCE


def test_reads_select_by_mark_and_label() -> None:
    assert expression("select [3] [Price: low [to] high]") == Action(
        "select", "3", "Price: low [to] high"
    )


def test_reads_an_action_prefix() -> None:
    assert expression("Action: scroll [DOWN]") == Action("scroll", value="down")


def test_a_typed_one_or_zero_needs_its_enter_flag() -> None:
    assert expression("type [5] [1] [0]") == Action("type", "5", "1")
    with pytest.raises(Unreadable, match=r"type \[id\] \[text\] \[enter\]"):
        expression("type [5] [1]")


@pytest.mark.parametrize(
    "reply",
    [
        "I go on. ```click [12]```",
        "```\nclick [12]\n```",
        "```text\nclick [12]\n```",
        "First ```Action: click [12]``` and later ```stop [x]```",
    ],
)
def test_finds_the_first_fenced_block(reply: str) -> None:
    assert parse(reply) == Action("click", "12")


def test_a_verb_alone_on_its_line_is_no_language_tag() -> None:
    assert parse("```stop\n[two\nlines]```") == Action("stop", value="two\nlines")


def test_every_action_has_a_form_whose_example_is_readable() -> None:
    assert {form.kind for form in FORMS} == set(ACTION_KINDS)
    for form in FORMS:
        assert expression(form.example).kind == form.kind


def test_an_action_reads_back_as_it_is_written() -> None:
    for form in FORMS:
        action = expression(form.example)
        assert expression(str(action)) == action


@pytest.mark.parametrize(
    ("reply", "lesson"),
    [
        ("I will click the button.", "no action between triple backticks"),
        ("", "it is empty"),
        ("``` ```", "the block is empty"),
        ("```click 12```", r"cannot read|`click \[id\]`"),
        ("```clik [12]```", r"`click \[id\]`.*the actions are click, hover"),
        ("```scroll [left]```", r"`scroll \[up\|down\]`"),
        ("```dance```", "the actions are click"),
    ],
)
def test_an_unreadable_reply_teaches(reply: str, lesson: str) -> None:
    with pytest.raises(Unreadable, match=lesson):
        parse(reply)
