"""Halves of characters, which UTF-8 does not know, leave no text that cannot be written."""

import json

import pytest

from pytest_vwa.core.errors import AgentError
from pytest_vwa.core.wellformed import all_well_formed, printable, well_formed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\ud800b", "a\ufffdb"),
        ("\udc00", "\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\U0001f600\ud83d", "\U0001f600\ufffd"),
    ],
)
def test_lone_surrogates_are_replaced(text: str, expected: str) -> None:
    assert well_formed(text) == expected


def test_texts_within_json_are_made_well_formed() -> None:
    value = {"a\ud800": ["\ud800", 1, None], "b": {"c": "\ud800"}}
    found = all_well_formed(value)
    assert found == {"a\ufffd": ["\ufffd", 1, None], "b": {"c": "\ufffd"}}
    json.dumps(found, ensure_ascii=False).encode()


def test_error_messages_are_well_formed() -> None:
    str(AgentError("it said \ud800")).encode()


def test_control_characters_are_written_out() -> None:
    text = "a\x1b[31mb\x07\x9b\u202e\r!\r\n\tc\ud800"
    assert printable(text) == "a\\x1b[31mb\\x07\\x9b\\u202e\\r!\r\n\tc\ufffd"
