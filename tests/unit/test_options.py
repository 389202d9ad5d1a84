"""Each option reads its text into a value, or says what it takes."""

from pathlib import Path

import pytest

from pytest_vwa.core.task import Viewport
from pytest_vwa.options import OPTIONS

READ = {row.name: row.read for row in OPTIONS}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("observation", "axtree", "axtree"),
        ("observation-limit", "0", 0),
        ("viewport", "", None),
        ("timeout", "2.5", 2.5),
        ("retries", "0", 0),
        ("budget-usd", "", None),
        ("budget-usd", "0", 0.0),
        ("price", "", None),
        ("price", "2.5, 10", (2.5, 10.0)),
        ("max-tokens", "", None),
        ("cassette", "", None),
        ("cassette", "auto:a/b:c", ("auto", Path("a/b:c"))),
        ("context-window", "8192", 8192),
        ("viewport", "1280x720", Viewport(1280, 720)),
        ("viewport", " 800 X 600 ", Viewport(800, 600)),
    ],
)
def test_option_text_is_parsed(name: str, text: str, value: object) -> None:
    assert READ[name](text) == value


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("observation", "screenshots", "did you mean 'screenshot'"),
        ("observation", "dom", "known: axtree, html, screenshot, som"),
        ("observation-limit", "-1", "at least 0"),
        ("observation-limit", "lots", "lots"),
        ("timeout", "0", "above 0"),
        ("budget-usd", "-1", "at least 0"),
        ("budget-usd", "nan", "at least 0"),
        ("budget-usd", "$5", "at least 0"),
        ("price", "2.5", "IN,OUT"),
        ("price", "1,2,3", "IN,OUT"),
        ("price", "1,x", "at least 0"),
        ("max-tokens", "0", "at least 1"),
        ("cassette", "tapes", "record:DIR, replay:DIR or auto:DIR"),
        ("cassette", "play:tapes", "record:DIR, replay:DIR or auto:DIR"),
        ("cassette", "replay:", "record:DIR, replay:DIR or auto:DIR"),
        ("viewport", "1280", "WIDTHxHEIGHT"),
        ("viewport", "0x720", "100 to 9999"),
        ("viewport", "50000x720", "100 to 9999"),
    ],
)
def test_option_invalid_text_is_refused_with_hint(name: str, text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        READ[name](text)
