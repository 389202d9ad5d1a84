"""One action is read as the published parser reads it, and as models write it all the same."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_vwa.core import published
from pytest_vwa.core.action import ACTION_KINDS, Action
from pytest_vwa.core.grammar import FORMS, Unreadable, expression

SHARED = Path(os.environ.get("VWA_SHARED", Path(__file__).resolve().parents[2] / "../shared"))
GOLDEN = SHARED / "golden" / "actions.json"
golden = pytest.mark.skipif(not GOLDEN.exists(), reason=f"no golden actions at {GOLDEN}")

# What the published parser does not read although a person would, and why it is clear what is
# meant. Of these it returns something for the answer over several lines alone: it loses it.
READ_BEYOND_THE_REFERENCE = {
    "Click [12]": (Action("click", "12"), "a capital"),
    "CLICK [12]": (Action("click", "12"), "capitals"),
    "click 12": (Action("click", "12"), "the only number there is"),
    "tab_focus 1": (Action("tab_focus", value="1"), "the only number there is"),
    "press Enter": (Action("press", value="Enter"), "the rest of the line is the key"),
    "goto http://a.test": (Action("goto", value="http://a.test"), "the rest is the address"),
    "go back": (Action("go_back"), "a space for an underscore"),
    "tab_close": (Action("tab_close"), "the other spelling of close_tab"),
    "upload [/tmp/x.png] [4]": (Action("upload", "4", "/tmp/x.png"), "an action of ours"),
    "type [5] []": (Action("type", "5", "\n"), "nothing to type, then Enter"),
    "type [5] [line1\nline2] [1]": (Action("type", "5", "line1\nline2\n"), "several lines"),
    "stop [multi\nline]": (Action("stop", value="multi\nline"), "several lines"),
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


def differing(read: Callable[[str], Action]) -> dict[str, Action | None]:
    """What is read otherwise than the published parser does."""
    found: dict[str, Action | None] = {}
    for case in json.loads(GOLDEN.read_text()):
        action: Action | None
        try:
            action = read(case["text"])
        except Unreadable:
            action = None
        if action != golden_action(case["parsed"]):
            found[case["text"]] = action
    return found


@golden
def test_action_parser_differs_from_golden_only_on_purpose() -> None:
    meant = {text: action for text, (action, _) in READ_BEYOND_THE_REFERENCE.items()}
    assert differing(expression) == meant


@golden
def test_reference_parser_agrees_with_golden() -> None:
    assert differing(published.expression) == {}


@pytest.mark.parametrize(
    "reply",
    [
        "click [12]",
        "`click [12]`",
        "```text\nclick [12]\n```",
        "```Click [12]```",
        "```Action: click [12]```",
        '```{"action": "click", "element": "12"}```',
        "``` ```",
        "``` ``` ```click [12]```",
    ],
)
def test_reference_parser_refuses_lenient_forms(reply: str) -> None:
    with pytest.raises(Unreadable):
        published.parse(reply)


def test_reference_parser_takes_first_block() -> None:
    assert published.parse("So ```click [12]``` and ```stop [x]```") == Action("click", "12")


def test_action_syntax_covers_kinds_with_parseable_examples() -> None:
    assert {form.kind for form in FORMS} == set(ACTION_KINDS)
    for form in FORMS:
        assert expression(form.example).kind == form.kind


def test_reference_syntax_lists_only_what_is_parseable() -> None:
    usages = [form.usage for form in published.TAUGHT]
    assert "close_tab" in usages
    assert not {"tab_close", "select [id] [label]", "upload [path] [id]"} & {*usages}
    for form in published.TAUGHT:
        written = form.usage if form.kind == "tab_close" else form.example
        assert published.expression(written).kind == form.kind


CLICK = Action("click", "12")


@pytest.mark.parametrize(
    "text",
    [
        "click(12)",
        "click [id=12]",
        "click [#12]",
        'click ["12"]',
        "click [element 12]",
        "click [[12]]",
        "click [12: Search]",
        "click on [12]",
        "click \\[12\\]",
        "click &#91;12&#93;",
        "click \u301012\u3011",
        "click [12].",
        "**click [12]**",
        "- click [12]",
        "1. click [12]",
        "> click [12]",
        "Action: click [12]",
        "**Action:** CLICK [12]!",
        "Next action - click [12]",
        "click [12] [BUTTON] [Search]",
    ],
)
def test_action_parser_unwraps_mark(text: str) -> None:
    assert expression(text) == CLICK


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("click [640, 300]", Action("click", "640,300")),
        ("hover (640, 300)", Action("hover", "640,300")),
        ("click [-5, 300.5]", Action("click", "-5,300.5")),
        ("click [x=640, y=300]", Action("click", "640,300")),
        ("type [640, 300] [kayak] [0]", Action("type", "640,300", "kayak")),
        ("type [640, 300] [type [5] [x] [1]] [0]", Action("type", "640,300", "type [5] [x] [1]")),
        ("clear [640.5, 300]", Action("clear", "640.5,300")),
        ("select [640, 300] [Lowest]", Action("select", "640,300", "Lowest")),
    ],
)
def test_action_parser_accepts_point_for_mark(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('type [5] [a[0] = "x"] [1]', Action("type", "5", 'a[0] = "x"\n')),
        ("stop [Use [Esc]]", Action("stop", value="Use [Esc]")),
        ('stop [run `ls`, it\'s "fine"]', Action("stop", value='run `ls`, it\'s "fine"')),
        ("stop [Steps:\nclick [3]\n[done]]", Action("stop", value="Steps:\nclick [3]\n[done]")),
        ("stop [first\nsecond]\n\nThat is [all].", Action("stop", value="first\nsecond")),
        ("stop [AT&amp;T]", Action("stop", value="AT&amp;T")),
        ("select [3] [Price: low [to] high]", Action("select", "3", "Price: low [to] high")),
        ("select [3] [Lowest] because [it fits]", Action("select", "3", "Lowest")),
        ("stop \u3010$5\u3011", Action("stop", value="$5")),
        ("stop: $5", Action("stop", value="$5")),
    ],
)
def test_action_parser_preserves_values(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('type(5, "red, kayak", 1)', Action("type", "5", "red, kayak\n")),
        ("type(element=5, text='red kayak', enter=False)", Action("type", "5", "red kayak")),
        ('stop("He said \\"no\\" (twice)")', Action("stop", value='He said "no" (twice)')),
        ("stop(answer='42')", Action("stop", value="42")),
        ('goto("http://a.test/(x)")', Action("goto", value="http://a.test/(x)")),
        ("scroll(down)", Action("scroll", value="down")),
        ("go_back()", Action("go_back")),
    ],
)
def test_action_parser_reads_calls(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Go Back", Action("go_back")),
        ("goForward", Action("go_forward")),
        ("New tab", Action("new_tab")),
        ("close tab", Action("tab_close")),
        ("go to [http://a.test]", Action("goto", value="http://a.test")),
        ("Scroll DOWN", Action("scroll", value="down")),
        ("scroll down by one page", Action("scroll", value="down")),
    ],
)
def test_action_parser_reads_verb_spellings(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"action": "click", "element": "12"}', CLICK),
        ('{"name": "click", "arguments": {"id": 12}}', CLICK),
        ('{"action": {"type": "click", "element_id": "[12]"}}', CLICK),
        ('{"function": {"name": "click", "arguments": "{\\"id\\": 12}"}}', CLICK),
        ('{"thought": "There it is.", "action": "click [12]"}', CLICK),
        ('[{"action": "click", "element": 12}]', CLICK),
        ('{"action": "click", "x": 640, "y": 300}', Action("click", "640,300")),
        ('{"action": "click", "coordinate": [640, 300]}', Action("click", "640,300")),
        (
            '{"action_type": "type", "element_id": 5, "text": "kayak", "press_enter": true}',
            Action("type", "5", "kayak\n"),
        ),
        (
            '{"action": "type", "id": 5, "text": "kayak", "press_enter": false}',
            Action("type", "5", "kayak"),
        ),
        ('{"action": "scroll", "direction": "Down"}', Action("scroll", value="down")),
        ('{"action": "tab_focus", "index": 1}', Action("tab_focus", value="1")),
        ('{"action": "stop", "answer": "a\\nb"}', Action("stop", value="a\nb")),
        ('{"action": "stop"}', Action("stop")),
        ('{"action": "goBack"}', Action("go_back")),
    ],
)
def test_action_parser_reads_json(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("{'action': 'click', 'id': 12}", CLICK),
        ("{'action': {'type': 'click', 'id': '[12]'}}", CLICK),
        ("""{"action": 'click', 'id': 12, 'why': None}""", CLICK),
        (
            """{'action': 'type', 'id': 5, 'text': "it's", 'press_enter': False}""",
            Action("type", "5", "it's"),
        ),
        (
            r"""{'action': 'stop', 'answer': 'He\'s "True"\n{\\}'}""",
            Action("stop", value='He\'s "True"\n{\\}'),
        ),
    ],
)
def test_action_parser_reads_python_dicts(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("flag", "typed"),
    [
        ("[press_enter_after=1]", "hello\n"),
        ("[press_enter_after=0]", "hello"),
        ("[press_enter=0]", "hello"),
        ("[enter=1].", "hello\n"),
        ("[enter: false]", "hello"),
        ("[\uff10]", "hello"),
    ],
)
@pytest.mark.parametrize("verb", ["type", "**Type", "Action: type"])
def test_action_parser_reads_named_enter_flag(verb: str, flag: str, typed: str) -> None:
    assert expression(f"{verb} [4] [hello] {flag}") == Action("type", "4", typed)


def test_action_parser_named_flag_ends_any_text() -> None:
    assert expression("type [4] [a]b [c] [enter=0]") == Action("type", "4", "a]b [c")
    assert expression("type [4] [one\ntwo] [enter=0]") == Action("type", "4", "one\ntwo")
    assert expression("type [4] [enter=0] [0]") == Action("type", "4", "enter=0")
    with pytest.raises(Unreadable, match=r"type \[id\] \[text\] \[enter\]"):
        expression("type [4] [enter=0]")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('type [4] "hello" [0]', Action("type", "4", "hello")),
        ("type [4] 'it's [so]' [enter=0].", Action("type", "4", "it's [so]")),
        ('type [4] "hello"', Action("type", "4", "hello\n")),
        ('select [7] "Lowest price"', Action("select", "7", "Lowest price")),
    ],
)
def test_action_parser_reads_quoted_text(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("upload [3] [a.png]", Action("upload", "3", "a.png")),
        ("upload [#3] [2024.png]", Action("upload", "3", "2024.png")),
        ("upload(3, 'a.png')", Action("upload", "3", "a.png")),
        ("upload [3] [4]", Action("upload", "4", "3")),
        ("upload [3] [640, 300]", Action("upload", "640,300", "3")),
    ],
)
def test_action_parser_reads_upload_in_either_order(text: str, action: Action) -> None:
    assert expression(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("click [\uff11\uff12]", CLICK),
        ("click \uff11\uff12", CLICK),
        ("click [\u0661\u0662]", CLICK),
        ("type [\uff14] [\uff11] [\uff10]", Action("type", "4", "\uff11")),
        ("tab_focus [\uff11]", Action("tab_focus", value="1")),
    ],
)
def test_action_parser_reads_unicode_digits(text: str, action: Action) -> None:
    assert expression(text) == action


def test_action_parser_typed_digit_needs_enter_flag() -> None:
    assert expression("type [5] [1] [0]") == Action("type", "5", "1")
    with pytest.raises(Unreadable, match=r"type \[id\] \[text\] \[enter\]"):
        expression("type [5] [1]")


@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        ("", "the block is empty"),
        ("clik [12]", r"`click \[id\]`.*the actions are click, hover"),
        ("dance", "the actions are click"),
        ("scroll [left]", r"`scroll \[up\|down\]`"),
        ("type [5]", r"cannot read 'type \[5\]'; write it as `type \[id\] \[text\] \[enter\]`"),
        ("select [3]", r"`select \[id\] \[label\]`"),
        ("type [4] hello", r"'type \[4\] hello': the text 'hello' belongs in brackets; write it"),
        ("type [4] hello [0]", r"the text 'hello \[0\]' belongs in brackets"),
        ("select [4] Lowest", "the label 'Lowest' belongs in brackets"),
        ("upload [x] [a.png]", "'a.png' is a name; upload takes"),
        ("goto []", r"cannot read 'goto \[\]'; write it as `goto \[url\]`"),
        ("press", r"`press \[keys\]`"),
        ("tab_focus [last]", r"cannot read .*; write it as `tab_focus \[index\]`"),
        ("click [12.5]", "'12.5' is no number; click takes the number of a mark"),
        ("click [Search]", "'Search' is a name; click takes the number of a mark"),
        ("click the Search button", "'Search button' is a name"),
        ('{"action": "click"}', r"`click \[id\]`"),
        ('{"action": "type", "element": "Search", "text": "x"}', "'Search' is a name; type takes"),
        ('{"answer": 3}', "is no action"),
    ],
)
def test_action_parser_error_gives_usage_hint(text: str, lesson: str) -> None:
    with pytest.raises(Unreadable, match=lesson):
        expression(text)
