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

EXPLANATION = (
    "I looked at the page of the product first and then at the reviews below it. The price that is "
    "shown there is what the shop asks for today, and it does not include what the delivery costs. "
    "To be sure I put the product in the cart and went to the page where one pays, as the fee is "
    "only shown when the address is known to the shop. There were two ways to have it sent, and I "
    "took the one that the task asks for, which is the cheaper of both. The fee was added to the "
    "sum at the right of the page, and I compared it with the fee that the help page of the shop "
    "gives for this part of the country. Both are the same, so I am certain that the number is "
    "right. I did not place the order, since the task only asks what it would cost, and I took the "
    "product out of the cart again so that the account is as it was before I began. The cost of "
    "having it sent to the address of the customer is therefore $12.50, whatever else is bought."
)
LAMPS = [f"{colour} Desk Lamp with Dimmer No{n}" for n, colour in enumerate("ABCDEFGHIJK")]
LAMP_TABLE = "| Product | Price |\n| --- | --- |\n" + "".join(
    f"| {lamp} | ${n}9.99 |\n" for n, lamp in enumerate(LAMPS, 1)
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
        (["117.60"], REASONING * 4),
        (["7"], f"The answer is 1{''.join(f', or maybe it is {n}' for n in range(2, 31))}"),
        (["7"], " ".join(f"Perhaps it is {n}." for n in range(1, 31))),
        (["7"], "".join(f"{n}. {n}\n" for n in range(1, 31))),
        (["4"], " or ".join(f"{n} star rating" for n in range(1, 6))),
        (["4 stars"], "1 star, 2 stars, 3 stars, 4 stars or 5 stars"),
        (["$4"], "$1 or maybe $2 or maybe $3 or maybe $4 or maybe $5 or maybe $6"),
        (["2/3/2023"], "Either 2/1/2023, or perhaps it was 2/2/2023, or 2/3/2023, or 2/4/2023"),
        (["yes"], "yes, or maybe it is no, I am not sure"),
        (["yes"], "Yes. No."),
        (["Tuesday"], "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
        (["Tuesday"], "1. Monday 2. Tuesday 3. Wednesday 4. Thursday"),
        (["May"], "January, February, March, April, May, June, July, August, September"),
        (["May"], "Jan, Feb, Mar, Apr, May, Jun"),
        (["four"], "one two three four five six"),
        (["red"], "red, green, blue, yellow"),
        (["red"], "It is red, or it is green, or it is blue, or it is yellow"),
        (["Emma Lopez"], f"{PEOPLE.replace(', ', '. ')}."),
        (["Emma Lopez"], PEOPLE.replace(", ", " or maybe it was ")),
        (["Emma Lopez"], PEOPLE.replace(", ", "\n* ")),
        (
            ["Emma Lopez"],
            "".join(f"| {n} | {each} |\n" for n, each in enumerate(PEOPLE.split(", "))),
        ),
        (["reddit"], "It is one of: shopping, reddit, gitlab, map, wikipedia"),
        ([LAMPS[3]], LAMP_TABLE),
    ],
)
def test_strict_flood_list_of_guesses_fails(wanted: list[str], answer: str) -> None:
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
        (LAMPS[2:6], LAMP_TABLE),
        (["12"], f"The 12 reviewers: {PEOPLE}"),
        (["$12.50"], EXPLANATION),
        (["10"], "5 stars: 10, 4 stars: 3, 3 stars: 1, 2 stars: 0, 1 star: 2"),
        (["16"], "Page 1 has 5 reviews, page 2 has 3 reviews and page 3 has 8 reviews: 16 in all."),
        (["7"], "7, not 8 or 9 or 10, because 3 of the 10 were cancelled."),
        (["Tuesday"], "The shop is open from Monday to Friday; it arrives on Tuesday."),
        (["Yes"], "Yes, no other forum has more posts."),
        (
            ["Emma Lopez"],
            f"The customers are {PEOPLE[:60]}. Of these, it was written by Emma Lopez.",
        ),
        (["red", "green"], "red, green, blue or yellow"),
        (["reddit"], "It is on reddit, not on shopping, gitlab, map or wikipedia."),
    ],
)
def test_strict_flood_ordinary_answer_passes(wanted: list[str], answer: str) -> None:
    score = string_match(evidence(answer), answers(must_include=wanted))
    assert score.passed, score.reason


def test_strict_flood_reason_states_limit_and_count() -> None:
    score = string_match(evidence("5, 6, 7, 8, 9 or 10"), answers(must_include=["7"]))
    assert score.reason == "answer: expected at most 3 numbers, got a list of 6"
