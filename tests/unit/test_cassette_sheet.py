"""What is written into a cassette is read back as it was, and can be read by people."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_vwa.llm import sheet

_AWKWARD = "ab \t:#-|>[]{}&*!%@`'\"\\,?.~\r\x00\x07\x7f\x85\xa0é\u2028\ud800\ufeff\ufffe😀"
TEXTS = st.lists(st.text(st.sampled_from(_AWKWARD) | st.characters(), max_size=6), max_size=5)


@settings(max_examples=400, deadline=None)
@given(TEXTS.map("\n".join), st.floats(allow_nan=False, allow_infinity=False))
def test_every_text_and_number_comes_back(text: str, cost: float) -> None:
    document = {
        "request": {"messages": [{"user": [text, {"picture": text}]}]},
        "reply": {"text": text, "usage": {"cost_usd": cost}},
    }
    assert sheet.parse(sheet.dump(document)) == document


@pytest.mark.parametrize(
    "text",
    [
        "a\nb",
        "a \n\tb\n",
        "\ttab\nb",
        "  space\nb",
        "\n\na\n\n",
        "# a\n- b: 'c'\n---\n...\n%d",
        f"{'long ' * 60}\né😀",
    ],
)
def test_lines_stand_as_they_are_and_any_parser_reads_them(text: str) -> None:
    document = {"request": {}, "reply": {"text": text, "usage": {}}}
    written = sheet.dump(document)
    lines = [line[4:] for line in written.splitlines()]
    assert [line for line in text.splitlines() if line not in lines] == []
    assert yaml.safe_load(written) == document
    if yaml.__with_libyaml__:
        assert yaml.load(written, yaml.CSafeLoader) == document
