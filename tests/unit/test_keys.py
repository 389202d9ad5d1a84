"""Key names as agents write them."""

import pytest

from pytest_vwa.browser.keys import combinations


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
        ("COMMAND+Shift+z", "ControlOrMeta+Shift+z"),
        ("⌘C", "ControlOrMeta+c"),
        ("Ctrl+A", "ControlOrMeta+a"),
        ("shift+A", "Shift+A"),
        ("Option+←", "Alt+ArrowLeft"),
        ("Page Down", "PageDown"),
        ("A", "A"),
        ("ctrl-a", "ControlOrMeta+a"),
        ("Ctrl-Shift-Tab", "ControlOrMeta+Shift+Tab"),
        ("ctrl - A", "ControlOrMeta+a"),
        ("alt-+", "Alt++"),
        ("ctrl--", "ControlOrMeta+-"),
        ("ctrl+-", "ControlOrMeta+-"),
        ("-", "-"),
        ("page-down", "PageDown"),
        ("é", "é"),
        ("e\u0301", "é"),
        ("日", "日"),
    ],
)
def test_key_combination_accepts_every_spelling(written: str, key: str) -> None:
    assert combinations(written) == (key,)


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("Tab Tab Enter", ("Tab", "Tab", "Enter")),
        ("down, down,enter", ("ArrowDown", "ArrowDown", "Enter")),
        ("ctrl + a delete", ("ControlOrMeta+a", "Delete")),
        ("ctrl-a é", ("ControlOrMeta+a", "é")),
    ],
)
def test_key_sequence_is_split_in_order(written: str, keys: tuple[str, ...]) -> None:
    assert combinations(written) == keys


def test_key_unknown_name_is_refused_with_suggestion() -> None:
    with pytest.raises(ValueError, match=r"^entre is no key; did you mean 'Enter'\? known: Alt, "):
        combinations("ctrl+entre")
    with pytest.raises(ValueError, match="it names no key"):
        combinations(" ")
    with pytest.raises(ValueError, match=r"^é has no key that could be pressed together with"):
        combinations("ctrl+é")
    with pytest.raises(ValueError, match=r"^'\\x01' is no key"):
        combinations("\x01")
