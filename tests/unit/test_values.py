"""Values as people write them, in the form that an input field takes."""

import pytest

from pytest_vwa.browser.values import formatted


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("date", "2024-03-05", "2024-03-05"),
        ("date", " 2024/3/5 ", "2024-03-05"),
        ("date", "March 5, 2024", "2024-03-05"),
        ("date", "Mar 5 2024", "2024-03-05"),
        ("date", "5 March 2024", "2024-03-05"),
        ("time", "14:30", "14:30"),
        ("time", "14:30:15", "14:30:15"),
        ("time", "2:30 PM", "14:30"),
        ("time", "9am", "09:00"),
        ("datetime-local", "2024-03-05T14:30", "2024-03-05T14:30"),
        ("datetime-local", "2024-03-05 2:30 pm", "2024-03-05T14:30"),
        ("month", "March 2024", "2024-03"),
        ("week", "2024-W9", "2024-W09"),
        ("week", "2024 week 10", "2024-W10"),
        ("number", "1,234.5", "1234.5"),
        ("number", ".5", ".5"),
        ("range", "-3", "-3"),
        ("color", "3366CC", "#3366cc"),
        ("color", "#fff", "#ffffff"),
        ("text", "any\ttext ", "any\ttext "),
        ("", "any text", "any text"),
        ("date", "", ""),
    ],
)
def test_a_value_takes_the_form_of_its_field(kind: str, text: str, value: str) -> None:
    assert formatted(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("date", "03/05/2024"),
        ("date", "2024-02-30"),
        ("time", "25:00"),
        ("datetime-local", "2024-03-05"),
        ("month", "2024-13"),
        ("week", "10"),
        ("number", "1,2"),
        ("number", "ten"),
        ("color", "red"),
    ],
)
def test_what_can_be_read_in_two_ways_or_none_is_asked_back(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"^it takes a .* such as .*, not "):
        formatted(kind, text)
