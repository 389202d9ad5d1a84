"""An answer that names everything does not pass; an ordinary answer is not taken for one."""

import pytest
from judging import answers, evidence

from pytest_vwa.evaluators.strict.string_match import string_match

CHARGER = (
    "Anker Wireless Charger, 313 Wireless Charger (Stand), Qi-Certified for iPhone 12, 12 Pro Max, "
    "SE, 11, 11 Pro, 11 Pro Max, XR, XS Max, 10W Fast-Charging Galaxy S20, S10 (No AC Adapter)"
)
PEOPLE = (
    "Alexander Thomas, Emma Lopez, John Smith, Lily Potter, Grace Nguyen, Lisa Kim, Sarah Miller, "
    "Sean Miller, Jane Doe, Jane Smith, Lisa Green, Adam Garcia"
)
MENU = (
    "My Account My Wish List Sign Out Welcome to One Stop Market Beauty Personal Care Sports "
    "Outdoors Clothing Shoes Jewelry Home Kitchen Office Products Tools Home Improvement Health "
    "Household Patio Lawn Garden Electronics Cell Phones Accessories Video Games Grocery Gourmet "
    "Food Add to Cart Rating 73% 12 Reviews Page 1 2 3 4 5 Next Compare Products 25 items Privacy "
    "and Cookie Policy Search Terms Advanced Search Contact Us"
)
REASONING = (
    "To find this I opened the order history and sorted the orders by date. The list has four "
    "pages, and I went through all of them, because the filter for the status was not there. "
    "I left out the orders that were cancelled, as you asked for the completed ones only. "
    "In the end there were several orders in the months from May to December, and I added "
    "their totals one by one with the tax that the order page shows. So the answer to your "
    "question is that the sum of all these orders is $117.60."
)


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        (["7"], "1 2 3 4 5 6 7 8 9 10"),
        (["7"], ", ".join(map(str, range(100)))),
        (["7"], "It is one of 5, 6, 7, 8, 9 or 10."),
        (["26.99"], " ".join(f"${dollars}.99" for dollars in range(20, 30))),
        (["01/01/21"], "01/01/21, 01/02/21, 01/03/21, 01/04/21, 01/05/21"),
        (["Jan 3, 2021"], "Jan 1, 2021, Jan 2, 2021, Jan 3, 2021, Jan 4, 2021, Jan 5, 2021"),
        (["red"], "red, orange, yellow, green, blue, purple, pink, black, white"),
        (["Yes"], "Yes or no"),
        (["No"], "yes/no"),
        (["Emma Lopez"], PEOPLE),
        (["Emma Lopez"], PEOPLE.replace(", ", "\n")),
        (["Emma Lopez"], PEOPLE.replace(", ", " or ")),
        (["25"], MENU),
        (["117.60"], REASONING * 2),
    ],
)
def test_a_list_of_guesses_does_not_pass(wanted: list[str], answer: str) -> None:
    score = string_match(evidence(answer), answers(must_include=wanted))
    assert not score.passed
    assert "at most" in score.reason


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        (["117.60"], REASONING),
        (["25.99"], "The total is $25.99 (3 items: $5.99, $10.00, $10.00)."),
        (
            ["3"],
            "There are 3 products: 1) Nike Air Max 90 ($129.99, size 10), "
            "2) Adidas 350 ($220, size 9), 3) Puma 4000 ($60, size 8).",
        ),
        (
            ["24"],
            "On page 1 of 4 the completed orders are #170 ($365.42), #180 ($65.32), #166 ($17.99), "
            "#161 ($762.18), #156 ($231.54), #158 ($174.99), #157 ($185.32). Between May and "
            "December there are 24 orders.",
        ),
        (["26.99"], f"{CHARGER} - $26.99"),
        (["26.99"], f"The price of the {CHARGER} is $26.99."),
        (["16"], "Total: 16. January: 3, February: 2, March: 5, April: 1, May: 5."),
        (["2", "4", "6", "8", "10"], "2, 4, 6, 8 and 10"),
        (["red"], "The first shirt is red, the second is blue and the third black and white."),
        (["blue"], "blue/white"),
        (["Yes"], "Yes, there is no other one."),
        (["No"], "No. The issue is still open, so the answer is no, not yes."),
        (["06520"], "Yale University, 149, Elm Street, New Haven, Connecticut, 06520, USA"),
        (
            ["Carnegie Mellon University"],
            "Carnegie Mellon University, 5000, Forbes Avenue, North Oakland, Pittsburgh, "
            "Allegheny County, Pennsylvania, 15213, United States",
        ),
        (["Emma Lopez"], "Emma Lopez (emma.lopez@gmail.com), California, 5 orders, $1,234.56"),
        (PEOPLE.split(", "), PEOPLE),
        (
            ["New Jersey", "New York", "Delaware"],
            "Pennsylvania borders Delaware, Maryland, New Jersey, New York, Ohio, West Virginia.",
        ),
        (["01/01/21"], "On 01/01/21; earlier orders were on 11/12/20, 10/02/20 and 05/05/20."),
        (["5"], "5: Joseph Brzezinski, Catso, Dibbins, Anglebert Dinkherhump, Michelle Davis"),
        (["3.745", "359.546"], "latitude 3.745, longitude 359.546"),
    ],
)
def test_an_ordinary_answer_passes(wanted: list[str], answer: str) -> None:
    score = string_match(evidence(answer), answers(must_include=wanted))
    assert score.passed, score.reason


def test_the_reason_says_how_many_were_too_many() -> None:
    score = string_match(evidence("5, 6, 7, 8, 9 or 10"), answers(must_include=["7"]))
    assert score.reason == "answer: expected at most 4 numbers, got a list of 6"
