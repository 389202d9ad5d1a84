"""A long text is cut at a line's end, and the last line says what was cut."""

from pytest_vwa.browser.limit import within

LINES = "\n".join(f"line {number}" for number in range(1, 301))


def test_truncate_leaves_short_text_unchanged() -> None:
    assert within("one\ntwo", 7) == "one\ntwo"


def test_truncate_zero_means_no_limit() -> None:
    assert within(LINES, 0) == LINES


def test_truncate_cuts_at_line_end_and_counts_rest() -> None:
    *kept, last = within(LINES, 19).splitlines()
    assert kept == ["line 1", "line 2"]
    cut = LINES.removeprefix("line 1\nline 2\n")
    assert last.startswith(f"... 298 more lines ({len(cut):,} characters) cut; ")
    assert "scroll" in last


def test_truncate_includes_line_that_just_fits() -> None:
    assert within("abc\ndef\nghi", 7).splitlines()[:2] == ["abc", "def"]


def test_truncate_omits_single_overlong_line() -> None:
    assert within("x" * 50, 10).startswith("... 1 more line (50 characters) cut")
