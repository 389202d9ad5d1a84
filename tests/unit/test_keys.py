"""Key names as agents write them."""

import pytest

from pytest_vwa.browser.keys import combination


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("ctrl+a", "ControlOrMeta+a"),
        ("Control+a", "ControlOrMeta+a"),
        ("cmd+v", "ControlOrMeta+v"),
        ("Meta+c", "ControlOrMeta+c"),
        ("enter", "Enter"),
        ("Return", "Enter"),
        ("page_down", "PageDown"),
        ("Shift + Tab", "Shift+Tab"),
        ("f5", "F5"),
        ("+", "+"),
        ("ctrl++", "ControlOrMeta++"),
    ],
)
def test_every_spelling_of_a_key_is_understood(written: str, key: str) -> None:
    assert combination(written) == key


def test_what_is_no_key_is_named() -> None:
    with pytest.raises(ValueError, match="entre"):
        combination("ctrl+entre")
