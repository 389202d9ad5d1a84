"""Numbers and dates are compared by value, however they are written."""

import pytest

from pytest_vwa.evaluators.strict.date import Date, date, dates
from pytest_vwa.evaluators.strict.quantity import count, quantities, quantity
from pytest_vwa.evaluators.strict.text import bare, plain, stands_in


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("$1,299.00", "1299"),
        ("1.299,00 €", "1299 eur"),
        ("usd 25", "$25.00"),
        ("25 dollars", "us$25"),
        ("3 hours", "3 h"),
        ("3 hours", "180 min"),
        ("1.7km", "1700 m"),
        ("457km", "457"),
        ("103k", "103,000"),
        ("$5m", "5 million dollars"),
        ("12-inch", "12 inches"),
        ("14 %", "14 percent"),
        ("64 gb", "64"),
        (".5", "0.50"),
        ("-3", "-3.0"),
        ("$-5", "-$5"),
        ("100 000", "100,000"),
        ("12 500", "12500"),
        ("1'299.50", "1299.50"),
        ("25,50 €", "25.50"),
        ("€25,50", "25.50 eur"),
        ("1 299,00 €", "1299"),
        ("25 cents", "$0.25"),
        ("chf 5", "5 francs"),
        ("₹5", "5 rupees"),
        ("1 hr 30 mins", "1 hr 30 min"),
        ("1h 30min", "90 minutes"),
        ("1h30m", "1.5 hours"),
        ("1 hour and 30 minutes", "90 min"),
        ("6 ft 2 in", "74 inches"),
        ("3 dozen", "36"),
        ("5 dollars and 25 cents", "$5.25"),
    ],
)
def test_quantity_same_across_notations_and_units(one: str, other: str) -> None:
    first, second = quantity(one), quantity(other)
    assert first
    assert second
    assert first.same(second)
    assert second.same(first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 hours", "3 days"),
        ("$25", "€25"),
        ("12 miles", "12 km"),
        ("25", "25.99"),
        ("1299", "12.99"),
        ("3", "-3"),
        ("$5", "$-5"),
        ("$5", "5 chf"),
        ("$5", "chf 5"),
        ("$5", "₹5"),
        ("€5", "5 kr"),
        ("1h 30min", "1h 20min"),
    ],
)
def test_quantity_differs_by_unit_currency_or_amount(one: str, other: str) -> None:
    first, second = quantity(one), quantity(other)
    assert first
    assert second
    assert not first.same(second)


@pytest.mark.parametrize(
    "text",
    [
        "06516",
        "4runner",
        "16x24",
        "3:03",
        "12/24",
        "1.2.3",
        "10-12",
        "8 1/2",
        "5-port",
        "covid-19",
        "3rd",
    ],
)
def test_quantity_rejects_number_lookalikes(text: str) -> None:
    assert quantity(text) is None
    assert quantities(f"it is {text} there") == ()


def test_quantities_ignore_surrounding_punctuation() -> None:
    assert [each.amount for each in quantities("it is 25000. i am done.")] == [25000]
    assert [each.amount for each in quantities("($25.99), **12**, about 3.")] == [25.99, 12, 3]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("it takes 1h 30min by car", [1.5]),
        ("45 minutes, 30 minutes", [45, 30]),
        ("2 hours for 3 days", [2, 3]),
        ("rooms 101 102 103", [101, 102, 103]),
        ("10,20,30", []),
        ("population: 100 000.", [100_000]),
    ],
)
def test_quantities_join_compound_amounts(text: str, amounts: list[float]) -> None:
    assert [each.amount for each in quantities(text)] == amounts


def test_quantity_unknown_unit_differs_from_known_unit() -> None:
    (apples,), (weight,) = quantities("it is 5 apples"), quantities("it is 5 kg")
    assert not apples.same(weight)
    assert not weight.same(apples)
    (bare_number,) = quantities("it was 5 as always")
    assert bare_number.same(weight)
    assert bare_number.same(apples)


@pytest.mark.parametrize(("text", "amount"), [("5 items", 5), ("4.5 stars", 4.5), ("$5", 5)])
def test_count_accepts_number_with_unit(text: str, amount: float) -> None:
    counted = count(text)
    assert counted
    assert counted.amount == amount
    assert count("5 of 7") is None


def test_quantities_do_not_read_word_in_as_inches() -> None:
    assert [each.measures for each in quantities("12 in the list, 12in wide")] == ["", "length"]


@pytest.mark.parametrize(
    "text",
    [
        "feb 3, 2023",
        "february 3rd, 2023",
        "3 feb 2023",
        "3rd of february 2023",
        "2023-02-03",
        "2023/02/03",
        "02/03/2023",
        "2/3/23",
        "03.02.2023",
        "3 feb '23",
        "feb 3, '23",
        "2023-02-03t10:00:00",
        "2023-02-03t10:00:00.5+01:00",
    ],
)
def test_date_parses_common_notations(text: str) -> None:
    assert date(text) == Date(2, 3, 2023)
    assert dates(f"it was on {text}.") == (Date(2, 3, 2023),)


def test_date_with_slashes_prefers_month_first() -> None:
    assert date("25/12/2023") == date("12/25/2023")
    assert date("13/13/2023") is None


@pytest.mark.parametrize("text", ["august 1993", "aug 1993", "08/1993", "1993-08", "8-1993"])
def test_date_parses_month_and_year(text: str) -> None:
    assert date(text) == Date(8, None, 1993)


def test_date_says_accepts_more_detail_but_not_less() -> None:
    whole, day, month = Date(12, 15, 2023), Date(12, 15), Date(12, None, 2023)
    assert whole.says(day)
    assert whole.says(month)
    assert not day.says(whole)
    assert not month.says(day)


@pytest.mark.parametrize("text", ["31 feb 2023", "feb 29, 2023", "2023-04-31", "30/02/2023"])
def test_date_rejects_impossible_day(text: str) -> None:
    assert date(text) is None
    assert dates(f"on {text}.") == ()
    assert date("feb 29, 2024") == Date(2, 29, 2024)


@pytest.mark.parametrize("text", ["12/24", "3:03", "555-0154", "2023", "may", "1990-2000"])
def test_date_rejects_date_lookalikes(text: str) -> None:
    assert date(text) is None


def test_plain_text_normalises_lookalike_characters() -> None:
    assert plain("I\u2019ve\u00a0found \u201cit\u201d \u2013 caf\u0065\u0301\u2026") == (
        'i\'ve found "it" - caf\u00e9...'
    )
    assert bare(' **"Sam  Mendes"**. ') == "sam mendes"


@pytest.mark.parametrize(
    ("phrase", "text", "stands"),
    [
        ("cat", "the cat.", True),
        ("cat", "(cat)", True),
        ("cat", "cat's", True),
        ("cat", "cat/dog", True),
        ("cat", "**cat**", True),
        ("cat", "category", False),
        ("cat", "bobcat", False),
        ("cat", "cat-like", False),
        ("cat", "cat_1", False),
        ("cat", "cat@home.org", False),
        ("cat", "concat cat", True),
        ("mama mia!", "mama mia!x", True),
        ("iphone 1", "iphone 12", False),
        ("iphone 1", "iphone 1.5", False),
        ("sam mendes", "sam mendesian", False),
        ("sean.miller@gmail.com", "it is sean.miller@gmail.com.", True),
        ("miller@gmail.com", "sean.miller@gmail.com", False),
    ],
)
def test_phrase_matches_separate_words_only(phrase: str, text: str, stands: bool) -> None:
    assert stands_in(phrase, text) is stands
