"""The home page's calculator, in a real browser."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from pytest_vwa.arena.server import Arena

Calculate = Callable[[str], str]


@pytest.fixture(scope="module")
def calculate(chromium: Browser) -> Iterator[Calculate]:
    with Arena(["homepage"]) as arena:
        page = chromium.new_page()
        page.goto(f"{arena.sites['homepage'].url}/calculator.html")

        def calculate(expression: str) -> str:
            page.get_by_label("Expression").fill(expression)
            page.get_by_role("button", name="Calculate").click()
            return page.locator("#result").inner_text()

        yield calculate
        page.close()


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("1,250.50 / 2", "625.25"),
        ("0.1 + 0.2", "0.3"),
        ("2 ^ 3 ^ 2", "512"),
        ("-2 ^ 2", "-4"),
        ("10 - 4 - 3", "3"),
        ("sqrt(16) / 8", "0.5"),
    ],
)
def test_calculator_evaluates_expression(
    calculate: Calculate, expression: str, result: str
) -> None:
    assert calculate(expression) == result


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("", "something is missing"),
        ("1 +", "something is missing"),
        ("(1 + 2", '")" is missing'),
        ("alert(1)", '"a" is not expected there'),
        ("1 / 0", "there is no such number"),
        ("1 2", '"2" is not expected there'),
    ],
)
def test_calculator_reports_invalid_expression(
    calculate: Calculate, expression: str, why: str
) -> None:
    assert calculate(expression) == f"Error: {why}."
