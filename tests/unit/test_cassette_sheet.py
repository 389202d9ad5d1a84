"""What is written into a cassette is read back as it was, and can be read by people."""

import pytest
import yaml
from hypothesis import strategies as st
from properties import examples, holds

from pytest_vwa.llm import sheet

_AWKWARD = "ab \t:#-|>[]{}&*!%@`'\"\\,?.~\r\x00\x07\x7f\x85\xa0é\u2028\ud800\ufeff\ufffe😀"
TEXTS = st.lists(st.text(st.sampled_from(_AWKWARD) | st.characters(), max_size=6), max_size=5)


COSTS = st.floats(allow_nan=False, allow_infinity=False)


@examples(many=400)
def test_sheet_round_trips_any_text_and_number(count: int) -> None:
    @holds(count, text=TEXTS.map("\n".join), cost=COSTS)
    def round_trips_any_text_and_number(text: str, cost: float) -> None:
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
def test_sheet_keeps_lines_readable_by_any_yaml_parser(text: str) -> None:
    document = {"request": {}, "reply": {"text": text, "usage": {}}}
    written = sheet.dump(document)
    lines = [line[4:] for line in written.splitlines()]
    assert [line for line in text.splitlines() if line not in lines] == []
    assert yaml.safe_load(written) == document
    if yaml.__with_libyaml__:
        assert yaml.load(written, yaml.CSafeLoader) == document
