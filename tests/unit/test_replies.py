"""Where in a reply the action stands, and what the agent is told of the rest."""

import pytest

from pytest_vwa.core.action import Action
from pytest_vwa.core.grammar import Unreadable, parse, read
from pytest_vwa.core.observation import Element

CLICK = Action("click", "12")
BOX = (0.0, 0.0, 10.0, 10.0)
ELEMENTS = (
    Element("12", "BUTTON", "Search", BOX),
    Element("13", "A", "Advanced search", BOX),
    Element("14", "A", "Cart", BOX),
)


@pytest.mark.parametrize(
    "reply",
    [
        "I go on. ```click [12]```",
        "```\nclick [12]\n```",
        "```text\nclick [12]\n```",
        "```bash click [12]```",
        "````\nclick [12]\n````",
        "~~~\nclick [12]\n~~~",
        "Strange ~~~ but ```click [12]```",
        "```click [12]",
        "click [12]\n```",
        "```\n# look for the kayak\nclick [12]\n```",
        "```\nThought: there it is.\nAction: click [12]\n```",
        '```json\n{"action": "click", "element": 12}\n```',
        '```json\n{"seen": ["Search"]}\n```\nAction: click [12]',
    ],
)
def test_read_reply_finds_action_in_code_fences(reply: str) -> None:
    assert read(reply).action == CLICK
    assert read(reply).note == ""


@pytest.mark.parametrize(
    "reply",
    [
        "click [12]",
        "**click [12]**",
        "There it is.\nclick [12].",
        "There it is.\nAction: click [12]",
        "There it is.\nAction:\nclick [12]",
        "### Action\nclick [12]",
        "Thought: there.\n**Next action:** `click [12]`\nIt opens the list.",
        "In summary, the next action I will perform is click [12]",
        "The previous action: click [3] failed. My next action is to click [12].",
        "<action>click [12]</action>",
        "`click [12]`",
        'The form has {"type": "select"}.\nclick [12]',
        "It is the button, so `click [12]` it is.",
        "I could `click [3]` or `click [4]`. Better:\nclick [12]",
        'I choose {"action": "click", "element": "12"} now.',
        '<tool_call>\n{"name": "click", "arguments": {"element": 12}}\n</tool_call>',
    ],
)
def test_read_reply_finds_action_without_code_fences(reply: str) -> None:
    assert read(reply).action == CLICK
    assert read(reply).note == ""


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("```stop [one\ntwo]```", "one\ntwo"),
        ("```stop\n[one\ntwo]```", "one\ntwo"),
        ("So:\nstop [one\n\ntwo]", "one\n\ntwo"),
        ("Action: stop [one\ntwo]\n\nDone.", "one\ntwo"),
        ("```stop [use ```x``` twice]```", "use ```x``` twice"),
        ("````\nstop [use ```x```]\n````", "use ```x```"),
    ],
)
def test_parse_reply_keeps_multiline_and_backtick_answers(reply: str, answer: str) -> None:
    assert parse(reply) == Action("stop", value=answer)


@pytest.mark.parametrize(
    "reply",
    [
        "First ```Action: click [12]``` and later ```stop [x]```",
        "```\nclick [12]\nstop [x]\n```",
        "```click [12] and then type [3] [x]```",
        "```click [12]; scroll [down]```",
        "click [12] and then type [3] [x]",
        "There it is.\nclick [12], then type [3] [x].",
        "- click [12]. Then type [3] [x] [enter=0]",
        "Action 1: click [12]\nAction 2: stop [x]",
        "Both.\nclick [12]\ntype [3] [x] [1]",
        '{"action": "click", "element": 12}\n{"action": "stop"}',
        "```\nstuff\n``` ```click [12]``` ```go_back```",
    ],
)
def test_read_reply_takes_first_of_several_actions_with_note(reply: str) -> None:
    reading = read(reply)
    assert reading.action == CLICK
    assert reading.note == ("the reply held 2 actions; only the first, click [12], was done")


def test_read_reply_takes_last_action_in_single_backticks() -> None:
    reading = read("Not `click [3]`, which did nothing, but `click [12]`.")
    assert reading.action == CLICK
    assert reading.note == "the reply held 2 actions; only the last, click [12], was done"


def test_read_reply_accepts_repeated_action_without_note() -> None:
    assert read("```click [12]```, so ```click [12]```").note == ""


def test_parse_reply_does_not_skip_unreadable_first_action() -> None:
    with pytest.raises(Unreadable, match="'Search' is a name"):
        parse("```click [Search]``` and ```click [13]```")


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (
            "```click [Search]```",
            "did you mean click [12] for [BUTTON] [Search] or "
            "click [13] for [A] [Advanced search]?",
        ),
        ("```hover [serch]```", "did you mean hover [12] for [BUTTON] [Search]?"),
        ("click [Search]", "did you mean click [12]"),
        ('{"action": "click", "element": "cart"}', "did you mean click [14] for [A] [Cart]?"),
    ],
)
def test_parse_reply_suggests_mark_for_element_name(reply: str, told: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(reply, ELEMENTS)
    assert told in str(caught.value)
    assert "is a name; " in str(caught.value)


def test_parse_reply_suggests_no_mark_for_unknown_name() -> None:
    with pytest.raises(Unreadable, match=r"e\.g\. ```click \[12\]```$"):
        parse("```click [Quux]```", ELEMENTS)


@pytest.mark.parametrize(
    ("reply", "lesson"),
    [
        ("I will click the button.", "no action between triple backticks"),
        ("Click [12] opens the menu. I do not know.", "no action between triple backticks"),
        ("Sure. click [12] and then type [3] [x]", "no action between triple backticks"),
        ("There.\ntype [4] hello", "the text 'hello' belongs in brackets"),
        ("goto []", r"`goto \[url\]`"),
        ("", "it is empty"),
        ("``` ```", "the block is empty"),
        ("```clik [12]```", r"`click \[id\]`.*the actions are click, hover"),
        ("```dance```", "the actions are click"),
    ],
)
def test_parse_reply_error_explains_expected_format(reply: str, lesson: str) -> None:
    with pytest.raises(Unreadable, match=lesson):
        parse(reply)
