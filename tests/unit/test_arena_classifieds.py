"""The embedded classifieds site keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import httpx
import pytest
from PIL import Image

from pytest_vwa.arena.server import Arena

INDEX = "/index.php"
BLAKE = {"email": "blake.sullivan@gmail.com", "password": "Password.123"}
TOKEN = "4b61655535e7ed388f0d40a93600254c"
NEW_LISTING = {
    "catId": "2",
    "title": "Folding bike <almost new>",
    "description": "Folds in ten seconds & fits under a desk.",
    "price": "1,250.50",
    "city": "Erie",
    "region": "Pennsylvania",
    "contactName": "Blake Sullivan",
    "contactEmail": "blake.sullivan@gmail.com",
    "contactPhone": "",
}


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["classifieds"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["classifieds"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture
def blake(visitor: httpx.Client) -> httpx.Client:
    visitor.post(f"{INDEX}?page=login", data=BLAKE)
    return visitor


def titles(page: httpx.Response) -> list[str]:
    found = re.findall(r'<a class="title" href="[^"]*">(.*?)</a>', page.text)
    return [unescape(title) for title in found]


def prices(page: httpx.Response) -> list[float]:
    found = re.findall(r'class="currency-value">\$([\d,.]+)', page.text)
    return [float(price.replace(",", "")) for price in found]


def search(client: httpx.Client, **asked: str | int) -> httpx.Response:
    return client.get(INDEX, params={"page": "search", **asked})


def item(client: httpx.Client, number: int) -> httpx.Response:
    return client.get(INDEX, params={"page": "item", "id": number})


def url_of(action: str, number: int) -> str:
    return f"{INDEX}?page=item&action={action}&id={number}"


# --- looking around -----------------------------------------------------------------------------


def test_front_page_offers_search_categories_and_listings(
    visitor: httpx.Client,
) -> None:
    page = visitor.get("/")
    assert 'id="sPattern"' in page.text
    assert 'sCategory=1">Boats</a> <span>(16)' in page.text
    assert titles(page)[0] == "Red smartphone, 256 GB"
    assert visitor.get(INDEX).text == page.text


def test_search_finds_title_and_description_in_any_case(visitor: httpx.Client) -> None:
    assert len(titles(search(visitor, sPattern="KAYAK"))) == 3
    assert titles(search(visitor, sPattern="cheat lake")) == ["Green rugged phone"]


def test_search_matches_word_beginnings_only(visitor: httpx.Client) -> None:
    assert titles(search(visitor, sPattern="red bike")) == [
        "Red road bike, 56 cm, 105 groupset",
        "Kids bike, 16 inch, red",
    ]
    assert titles(search(visitor, sPattern="vintage three-sp")) == [
        "Vintage black three-speed bike"
    ]


def test_search_takes_wildcards_literally(visitor: httpx.Client) -> None:
    assert "no results matching" in search(visitor, sPattern="%_%").text


def test_search_filters_by_category_city_and_price(visitor: httpx.Client) -> None:
    asked: dict[str, str | int] = {
        "sCategory": 4,
        "sCity": "pitts",
        "sPriceMin": "160",
        "sPriceMax": "$320.00",
    }
    assert sorted(titles(search(visitor, **asked))) == [
        "Standing desk, black",
        "Teal two-seat sofa",
        "Writing desk with three drawers",
    ]


def test_search_ignores_unreadable_filters(visitor: httpx.Client) -> None:
    page = search(visitor, sPriceMin="cheap", sCategory="x", iPage="-3", sOrder="id; DROP")
    assert "1 - 12 of 130 listings" in page.text


@pytest.mark.parametrize(("direction", "backwards"), [("asc", False), ("desc", True)])
def test_search_sorts_by_price_and_ties_newest_first(
    visitor: httpx.Client, direction: str, backwards: bool
) -> None:
    page = search(visitor, sPattern="kayak", sOrder="i_price", iOrderType=direction)
    assert prices(page) == sorted(prices(page), reverse=backwards)
    tied = [title for title in titles(page) if "Red" not in title]
    assert tied == ["Yellow sit-on-top kayak", "Blue recreational kayak with paddle"]


def test_sort_links_keep_the_search(visitor: httpx.Client) -> None:
    page = search(visitor, sPattern="red bike")
    link = re.search(r'href="([^"]*)">Lower price first', page.text)
    assert link
    assert "sPattern=red+bike" in link[1]
    assert "sOrder=i_price" in unescape(link[1])


def test_search_pages_partition_results(visitor: httpx.Client) -> None:
    pages = [titles(search(visitor, iPage=number)) for number in range(1, 12)]
    assert [len(page) for page in pages] == [12] * 10 + [10]
    assert len({title for page in pages for title in page}) == 130
    assert titles(search(visitor, iPage=99)) == pages[-1]


def test_list_layout_shows_descriptions(visitor: httpx.Client) -> None:
    assert "coffee stain" in search(visitor, sPattern="sofa", sShowAs="list").text
    assert "coffee stain" not in search(visitor, sPattern="sofa").text


def test_listing_page_shows_all_fields(visitor: httpx.Client) -> None:
    page = item(visitor, 4).text
    for fact in (
        "<h1>Green Old Town canoe, 16 ft</h1>",
        "$780.00",
        "Buffalo",
        "March 17, 2024",
        "hannah.k@example.com",
        "716-555-0162",
        "by Blake Sullivan",
        'alt="Green Old Town canoe, 16 ft"',
    ):
        assert fact in page


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.full)])
def test_every_listing_has_a_page_and_a_picture(visitor: httpx.Client, step: int) -> None:
    for number in range(1, 131, step):
        assert item(visitor, number).status_code == 200
        picture = visitor.get(f"/oc-content/uploads/{number}/{number}.png")
        assert picture.headers["content-type"] == "image/png"
        assert Image.open(BytesIO(picture.content)).size == (480, 360)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        f"{INDEX}?page=item&id=999",
        f"{INDEX}?page=item&id=x",
        f"{INDEX}?page=nowhere",
        "/oc-content/uploads/1/2.png",
    ],
)
def test_missing_page_is_404_in_site_layout(visitor: httpx.Client, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 404
    assert "<h1>Page not found</h1>" in page.text


def test_pages_link_to_no_other_host(blake: httpx.Client) -> None:
    pages = [blake.get("/"), search(blake), item(blake, 1), blake.get("/static/style.css")]
    assert not [page.url for page in pages if "//" in page.text.replace("<!doctype", "")]


# --- logging in ---------------------------------------------------------------------------------


def test_account_logs_in_and_out(blake: httpx.Client) -> None:
    mine = f"{INDEX}?page=user&action=items"
    assert "<h1>My listings</h1>" in blake.get(mine).text
    blake.get(f"{INDEX}?page=main&action=logout")
    assert "page=login" in str(blake.get(mine).url)


def test_login_redirects_to_requested_page(visitor: httpx.Client) -> None:
    visitor.get(f"{INDEX}?page=user&action=items")
    page = visitor.post(f"{INDEX}?page=login", data=BLAKE)
    assert "<h1>My listings</h1>" in page.text


def test_login_refuses_wrong_password(visitor: httpx.Client) -> None:
    page = visitor.post(f"{INDEX}?page=login", data={**BLAKE, "password": "wrong"})
    assert "password is wrong" in page.text
    assert "Log out" not in page.text


def test_flash_message_is_shown_once(visitor: httpx.Client) -> None:
    assert "Please log in" in visitor.get(f"{INDEX}?page=user&action=items").text
    assert "Please log in" not in visitor.get("/").text


def test_register_creates_account_once_per_email(visitor: httpx.Client) -> None:
    form = {"name": "Ada", "email": "ada@example.com", "password": "pw1", "password2": "pw1"}
    assert "Welcome, Ada" in visitor.post(f"{INDEX}?page=register", data=form).text
    again = visitor.post(f"{INDEX}?page=register", data=form)
    assert "an account with this e-mail already" in again.text


# --- saying something ---------------------------------------------------------------------------


def test_comment_shows_author_and_stars(blake: httpx.Client) -> None:
    form = {"title": "Fine <b>boat</b>", "body": "Still for sale?", "rating": "4"}
    page = blake.post(url_of("add_comment", 2), data=form).text
    assert "Fine &lt;b&gt;boat&lt;/b&gt; <em>by Blake Sullivan</em>" in page
    assert "4 of 5 stars" in page
    assert "Comments (2)" in page


def test_comment_needs_login_and_text(arena: Arena, visitor: httpx.Client) -> None:
    assert "page=login" in str(visitor.post(url_of("add_comment", 2), data={"body": "Hi"}).url)
    visitor.post(f"{INDEX}?page=login", data=BLAKE)
    assert "cannot be empty" in visitor.post(url_of("add_comment", 2), data={"body": " "}).text
    assert "Comments (1)" in item(visitor, 2).text


def test_message_reaches_sellers_dashboard(blake: httpx.Client) -> None:
    form = {"yourName": "Ada", "yourEmail": "ada@example.com", "message": "Is it light?"}
    page = blake.post(url_of("contact_post", 43), data=form)
    assert "message to Blake Sullivan has been sent" in page.text
    assert "Is it light?" in blake.get(f"{INDEX}?page=user&action=dashboard").text


def test_favourite_is_saved_once(blake: httpx.Client) -> None:
    blake.post(url_of("mark", 31), data={"as": "favourite"})
    blake.post(url_of("mark", 31), data={"as": "favourite"})
    page = blake.get(f"{INDEX}?page=user&action=dashboard").text
    assert page.count(">Acoustic guitar, spruce top</a>") == 1


# --- selling ------------------------------------------------------------------------------------


def test_published_listing_is_shown_found_and_owned(blake: httpx.Client) -> None:
    page = blake.post(f"{INDEX}?page=item&action=item_add", data=NEW_LISTING)
    assert str(page.url).endswith("page=item&id=131")
    assert "$1,250.50" in page.text
    assert "Folding bike &lt;almost new&gt;" in page.text
    assert titles(search(blake))[0] == "Folding bike <almost new>"
    assert "Folding bike" in blake.get(f"{INDEX}?page=user&action=items").text


def test_listing_photo_upload_is_resized(blake: httpx.Client) -> None:
    out = BytesIO()
    Image.new("RGB", (960, 720), "red").save(out, "PNG")
    photo = {"photo": ("bike.png", out.getvalue(), "image/png")}
    blake.post(f"{INDEX}?page=item&action=item_add", data=NEW_LISTING, files=photo)
    picture = Image.open(BytesIO(blake.get("/oc-content/uploads/131/131.png").content))
    assert picture.size == (480, 360)
    assert picture.convert("RGB").getpixel((9, 9)) == (255, 0, 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"title": " "}, "fill in the field “Title”"),
        ({"price": "a lot"}, "price as a number"),
        ({"catId": "77"}, "choose a category"),
    ],
)
def test_incomplete_listing_is_refused_and_form_preserved(
    blake: httpx.Client, change: dict[str, str], message: str
) -> None:
    page = blake.post(f"{INDEX}?page=item&action=item_add", data={**NEW_LISTING, **change})
    assert message in page.text
    assert "Folds in ten seconds" in page.text
    assert "of 130 listings" in search(blake).text


def test_listing_photo_refuses_non_image(blake: httpx.Client) -> None:
    photo = {"photo": ("bike.png", b"no picture", "image/png")}
    page = blake.post(f"{INDEX}?page=item&action=item_add", data=NEW_LISTING, files=photo)
    assert "photo could not be read" in page.text


def test_own_listing_can_be_edited(blake: httpx.Client) -> None:
    form = blake.get(url_of("item_edit", 7)).text
    assert 'value="380.00"' in form
    page = blake.post(url_of("item_edit", 7), data={**NEW_LISTING, "price": "350"})
    assert "$350.00" in page.text
    assert str(page.url).endswith("page=item&id=7")


def test_own_listing_is_deleted_after_confirmation(blake: httpx.Client) -> None:
    assert "Delete this listing?" in blake.get(url_of("item_delete", 7)).text
    assert item(blake, 7).status_code == 200
    assert "has been deleted" in blake.post(url_of("item_delete", 7)).text
    assert item(blake, 7).status_code == 404


@pytest.mark.parametrize("action", ["item_edit", "item_delete"])
def test_listing_of_another_user_cannot_be_changed(blake: httpx.Client, action: str) -> None:
    for page in (
        blake.get(url_of(action, 8)),
        blake.post(url_of(action, 8), data=NEW_LISTING),
    ):
        assert "belongs to another user" in page.text
    assert "Red road bike" in item(blake, 8).text


def test_public_profile_lists_sellers_items(visitor: httpx.Client) -> None:
    page = visitor.get(f"{INDEX}?page=user&action=pub_profile&id=1")
    assert "Blake Sullivan" in page.text
    assert len(titles(page)) == 4
    assert "Password" not in page.text


# --- as new -------------------------------------------------------------------------------------


def test_arena_fresh_restores_data_and_preserves_login(arena: Arena, blake: httpx.Client) -> None:
    blake.post(url_of("item_delete", 7))
    blake.post(f"{INDEX}?page=item&action=item_add", data=NEW_LISTING)
    arena.fresh()
    assert "of 130 listings" in search(blake).text
    assert "Blue commuter bike, 54 cm" in blake.get(f"{INDEX}?page=user&action=items").text
    page = blake.post(f"{INDEX}?page=item&action=item_add", data=NEW_LISTING)
    assert str(page.url).endswith("id=131")


def test_reset_requires_the_right_token(blake: httpx.Client) -> None:
    blake.post(url_of("item_delete", 7))
    reset = f"{INDEX}?page=reset"
    assert blake.post(reset, data={"token": "guess"}).status_code == 403
    assert item(blake, 7).status_code == 404
    assert blake.post(reset, data={"token": TOKEN}).status_code == 200
    assert item(blake, 7).status_code == 200
