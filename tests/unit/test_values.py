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
        ("date", "3 Feb 2024", "2024-02-03"),
        ("date", "Feb 3, 2024", "2024-02-03"),
        ("date", "2024/02/03", "2024-02-03"),
        ("date", "2024.2.3", "2024-02-03"),
        ("date", "Sat, Feb. 3rd, 2024", "2024-02-03"),
        ("date", "the 3rd of february 2024", "2024-02-03"),
        ("date", "3-Feb-2024", "2024-02-03"),
        ("date", "2024 Feb 3", "2024-02-03"),
        ("date", "Sept 9 2024", "2024-09-09"),
        ("date", "25/12/2024", "2024-12-25"),
        ("date", "12/25/2024", "2024-12-25"),
        ("date", "02/02/2024", "2024-02-02"),
        ("time", "14:30", "14:30"),
        ("time", "14:30:15", "14:30:15"),
        ("time", "2:30 PM", "14:30"),
        ("time", "9am", "09:00"),
        ("datetime-local", "2024-03-05T14:30", "2024-03-05T14:30"),
        ("datetime-local", "2024-03-05 2:30 pm", "2024-03-05T14:30"),
        ("datetime-local", "3 Feb 2024 at 14:30", "2024-02-03T14:30"),
        ("datetime-local", "Feb 3, 2024, 2 pm", "2024-02-03T14:00"),
        ("datetime-local", "25/12/2024 09:05", "2024-12-25T09:05"),
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
def test_formatted_converts_value_to_input_type(kind: str, text: str, value: str) -> None:
    assert formatted(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("date", "03/05/2024"),
        ("date", "03.05.2024"),
        ("date", "3/5/24"),
        ("date", "31 Feb 2024"),
        ("date", "3 Fee 2024"),
        ("date", "Feb 2024"),
        ("date", "13/13/2024"),
        ("datetime-local", "03/05/2024 14:30"),
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
def test_formatted_rejects_ambiguous_or_invalid_value(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"^it takes a .* such as .*, not "):
        formatted(kind, text)


@pytest.mark.parametrize(
    ("kind", "text"), [("date", "03/02/2024"), ("datetime-local", "3-2-2024 14:30")]
)
def test_formatted_ambiguous_date_error_lists_both_dates(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"not '{text}', which may be 2024-02-03 or 2024-03-02$"):
        formatted(kind, text)
