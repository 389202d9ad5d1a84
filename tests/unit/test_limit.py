"""A long text is cut at a line's end, and the last line says what was cut."""

from pytest_vwa.browser.limit import within

LINES = "\n".join(f"line {number}" for number in range(1, 301))


def test_a_text_within_the_limit_is_left_as_it_is() -> None:
    assert within("one\ntwo", 7) == "one\ntwo"


def test_no_limit_is_no_limit() -> None:
    assert within(LINES, 0) == LINES


def test_whole_lines_are_kept_and_the_rest_is_counted() -> None:
    *kept, last = within(LINES, 19).splitlines()
    assert kept == ["line 1", "line 2"]
    cut = LINES.removeprefix("line 1\nline 2\n")
    assert last.startswith(f"... 298 more lines ({len(cut):,} characters) cut; ")
    assert "scroll" in last


def test_a_line_that_just_fits_is_kept() -> None:
    assert within("abc\ndef\nghi", 7).splitlines()[:2] == ["abc", "def"]


def test_one_line_that_is_too_long_is_not_shown_in_part() -> None:
    assert within("x" * 50, 10).startswith("... 1 more line (50 characters) cut")
