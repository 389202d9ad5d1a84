"""What holds of every reply and of every action."""

from contextlib import suppress

import pytest
from hypothesis import strategies as st
from properties import examples, holds

from pytest_vwa.core import published
from pytest_vwa.core.action import Action
from pytest_vwa.core.grammar import Unreadable, expression, parse

# Split at single spaces; an underscore stands for one within a bit.
BITS = (
    "[ ] ( ) { } ` ``` ~~~ \" ' , : # * - \\ 1 12 0 click type stop press select upload goto "
    'scroll down go_back tab_focus Action: "action" id= &#91; <action> click_[1] type_[6]_[x]_[1] '
    "stop_[y]"
)
WORDS = [bit.replace("_[", " [") for bit in BITS.split(" ")]
bits = st.sampled_from([*WORDS, " ", "\n", "\r", "\u3010", "next action is"])
texts = st.one_of(st.text(max_size=60), st.lists(bits, max_size=25).map("".join))
values = texts.filter(bool)
digits = st.integers(0, 9999).map(str)
targets = st.one_of(digits, st.tuples(digits, digits).map(",".join))
actions = st.one_of(
    st.builds(Action, st.sampled_from(["click", "hover", "clear"]), targets),
    st.builds(Action, st.sampled_from(["select", "upload"]), targets, values),
    st.builds(Action, st.just("type"), targets, texts),
    st.builds(Action, st.sampled_from(["press", "goto"]), st.just(""), values),
    st.builds(Action, st.just("stop"), st.just(""), texts),
    st.builds(Action, st.just("scroll"), st.just(""), st.sampled_from(["up", "down"])),
    st.builds(Action, st.just("tab_focus"), st.just(""), st.sampled_from(["0", "1", "17"])),
    st.builds(Action, st.sampled_from(["go_back", "go_forward", "new_tab", "tab_close"])),
)


@examples(many=300)
def test_reply_parser_returns_action_or_parse_error(count: int) -> None:
    @holds(count, reply=texts)
    def returns_action_or_parse_error(reply: str) -> None:
        for read in (parse, expression, published.parse, published.expression):
            with suppress(Unreadable):
                assert isinstance(read(reply), Action)


@examples(many=300)
def test_action_round_trips_through_text(count: int) -> None:
    @holds(count, action=actions)
    def round_trips_through_text(action: Action) -> None:
        assert expression(str(action)) == action


@examples(many=300)
def test_action_round_trips_through_reply(count: int) -> None:
    @holds(count, action=actions.filter(lambda action: "```" not in str(action)))
    def round_trips_through_reply(action: Action) -> None:
        assert parse(f"So I think.\n```{action}```") == action


@examples(many=300)
def test_reply_parser_agrees_with_reference_except_stop(count: int) -> None:
    @holds(count, reply=texts.map(lambda text: f"```{text}```"))
    def agrees_with_reference_except_stop(reply: str) -> None:
        with suppress(Unreadable):
            action = published.parse(reply)
            if action.kind != "stop":
                assert parse(reply) == action


@pytest.mark.parametrize("length", [10_000, pytest.param(100_000, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("head", "repeated"),
    [
        ("click ", " "),
        ("click [element", " "),
        ("action", " "),
        ("```", "\n"),
        ("", "```\n"),
        ("", "type [5] ["),
        ("stop(", "x"),
        ("stop [", "stop ["),
        ("", '{"a":'),
        ('{"action": "type", "text": "', '\\"'),
        ("{'action': '", "\\'"),
        ("", "{'a':"),
        ("{'a': ", " '"),
        ('type [1] "', '" ['),
        ("type [1] [x] [enter=1]", " "),
        ("", "] [enter=1"),
        ("Action: ", "Action: click [1]\n"),
        ("upload [", "] "),
    ],
)
def test_reply_parser_handles_very_long_reply(head: str, repeated: str, length: int) -> None:
    for tail in ("", "]", "```", "x"):
        reply = head + repeated * (length // len(repeated)) + tail
        for read in (parse, published.parse):
            with suppress(Unreadable):
                assert isinstance(read(reply), Action)
