"""The embedded shop keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.shopping.catalog import PriceRange, matching
from pytest_vwa.arena.shopping.seed import build, slug
from pytest_vwa.arena.store import Store

HEADPHONES = "SV-HP-301"
TEA = "OA-TC-008"
MUG_IN_RED = "KH-DW-012"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["shopping"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["shopping"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture
def emma(arena: Arena, visitor: httpx.Client) -> httpx.Client:
    account = arena.sites["shopping"].account
    assert account
    sign_in(visitor, account.username, account.password)
    return visitor


@pytest.fixture(scope="module")
def seed() -> Store:
    """The same data as the served shop's, to look things up in."""
    return Store(build)


def sign_in(client: httpx.Client, email: str, password: str) -> str:
    data = {"login[username]": email, "login[password]": password}
    return client.post("/customer/account/loginPost/", data=data).text


def product(seed: Store, sku: str) -> tuple[int, str, str]:
    """Id, name and address."""
    row = seed.row("SELECT id, name, slug FROM product WHERE sku = ?", sku)
    assert row
    return row["id"], row["name"], f"/{row['slug']}.html"


def add(client: httpx.Client, seed: Store, sku: str, **form: str) -> str:
    data = {"product": str(product(seed, sku)[0]), **form}
    return client.post("/checkout/cart/add/", data=data).text


def names(html: str) -> list[str]:
    return [unescape(name) for name in re.findall(r'class="product-item-link"[^>]*>([^<]+)', html)]


def prices(html: str) -> list[float]:
    grid = html[html.index('class="products-grid"') :]
    return [float(price) for price in re.findall(r'class="price">\$([0-9.]+)<', grid)]


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html)))


# --- looking around -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/electronics.html", "/home-kitchen/bedding.html"])
def test_shop_pages_have_search_cart_and_categories(visitor: httpx.Client, path: str) -> None:
    html = visitor.get(path).text
    assert 'id="search"' in html
    assert all(link in html for link in ("/wishlist/", "/checkout/cart/", "/grocery.html"))


def test_shop_category_lists_subcategory_products(visitor: httpx.Client) -> None:
    html = visitor.get("/sports-outdoors.html").text
    assert "Items 1-12 of 41" in html
    assert 'href="/sports-outdoors/paddling.html"' in html


def test_shop_sorts_by_price_both_ways(visitor: httpx.Client) -> None:
    rising = prices(visitor.get("/electronics.html?product_list_order=price").text)
    params = {"product_list_order": "price", "product_list_dir": "desc"}
    falling = prices(visitor.get("/electronics.html", params=params).text)
    assert rising == sorted(rising)
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == 955.0


def test_shop_sort_by_name_ignores_case(visitor: httpx.Client) -> None:
    found = names(visitor.get("/office-travel.html?product_list_order=name").text)
    assert found == sorted(found, key=str.lower)


def test_shop_price_filter_shows_only_that_range(visitor: httpx.Client) -> None:
    html = visitor.get("/electronics.html?price=50-100&product_list_order=price").text
    assert all(50 <= price < 100 for price in prices(html))
    assert len(prices(html)) == 9
    assert "Now Shopping by" in html


def test_shop_category_pages_do_not_overlap(visitor: httpx.Client) -> None:
    pages = [names(visitor.get(f"/home-kitchen.html?p={number}").text) for number in range(1, 5)]
    assert [len(page) for page in pages] == [12, 12, 12, 12]
    assert len({name for page in pages for name in page}) == 48


def test_shop_limiter_sets_products_per_page(visitor: httpx.Client) -> None:
    assert len(names(visitor.get("/home-kitchen.html?product_list_limit=36").text)) == 36


def test_shop_search_matches_all_words_and_plurals(visitor: httpx.Client) -> None:
    found = names(visitor.get("/catalogsearch/result/?q=inflatable kayaks").text)
    assert found == [
        "Nordlys Float Inflatable Kayak for Two, with Paddles, Pump and Backpack",
    ]


def test_shop_search_ranks_name_matches_first(seed: Store) -> None:
    found = matching(seed.rows("SELECT * FROM shelf"), "backpack")
    assert "backpack" in found[0]["name"].lower()


def test_shop_search_without_results_says_so(visitor: httpx.Client) -> None:
    html = visitor.get("/catalogsearch/result/?q=submarine").text
    assert "Your search returned no results." in html


def test_shop_search_escapes_html(visitor: httpx.Client) -> None:
    html = visitor.get("/catalogsearch/result/", params={"q": "<script>alert(1)"}).text
    assert "<script>alert" not in html


def test_shop_unknown_path_returns_404_page(visitor: httpx.Client) -> None:
    answer = visitor.get("/no-such-thing.html")
    assert answer.status_code == 404
    assert "Copper Lane Market" in answer.text


def test_shop_product_page_shows_price_details_and_images(
    visitor: httpx.Client, seed: Store
) -> None:
    _, name, path = product(seed, HEADPHONES)
    html = visitor.get(path).text
    assert f'<h1 class="page-title"><span class="base">{name}</span></h1>' in html
    assert '<span class="price">$129.99</span>' in html
    assert '<tr><th scope="row">Brand Name</th><td>Solvane</td></tr>' in html
    assert "Reviews 4" in text(html)
    picture = visitor.get(f"/media/catalog/product/{HEADPHONES}_1.png")
    assert picture.headers["content-type"] == "image/png"
    assert visitor.get(f"/media/catalog/product/{HEADPHONES}_9.png").status_code == 404


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.full)])
def test_shop_every_product_page_and_image_opens(
    visitor: httpx.Client, seed: Store, step: int
) -> None:
    for row in seed.rows("SELECT slug, sku FROM product")[::step]:
        assert visitor.get(f"/{row['slug']}.html").status_code == 200
        assert visitor.get(f"/media/catalog/product/{row['sku']}_1.png").status_code == 200


def test_shop_product_slug_is_made_of_its_name() -> None:
    assert slug("Banker's Lamp, 15 Inch") == "bankers-lamp-15-inch"


@pytest.mark.parametrize(
    ("written", "read"),
    [("0-50", (0, 50)), ("500-", (500, None)), ("-50", (0, 50)), ("cheap", None), ("5-x", None)],
)
def test_price_range_parses_or_returns_none(
    written: str, read: tuple[int, int | None] | None
) -> None:
    found = PriceRange.parse(written)
    assert (found and (found.low, found.high)) == read


# --- accounts -----------------------------------------------------------------------------------


def test_shop_account_logs_in_and_out(emma: httpx.Client) -> None:
    assert "Welcome, Emma Lopez!" in emma.get("/customer/account/").text
    emma.get("/customer/account/logout/")
    assert emma.get("/customer/account/").url.path == "/customer/account/login/"


def test_shop_login_refuses_wrong_password(visitor: httpx.Client) -> None:
    html = sign_in(visitor, "emma.lopez@gmail.com", "guess")
    assert "The account sign-in was incorrect" in html


@pytest.mark.parametrize(
    "path", ["/wishlist/", "/customer/account/", "/sales/order/history/", "/customer/address/"]
)
def test_shop_member_pages_redirect_to_login_and_back(visitor: httpx.Client, path: str) -> None:
    asked = visitor.get(path, follow_redirects=False)
    assert asked.status_code == 302
    assert asked.headers["location"] == "/customer/account/login/"
    data = {"login[username]": "emma.lopez@gmail.com", "login[password]": "Password.123"}
    assert visitor.post("/customer/account/loginPost/", data=data).url.path == path


def test_shop_registration_logs_new_customer_in(visitor: httpx.Client) -> None:
    form = {
        "firstname": "Ada",
        "lastname": "Byron",
        "email": "ada@example.com",
        "password": "engine-no-1",
        "password_confirmation": "engine-no-1",
    }
    assert "Welcome, Ada Byron!" in visitor.post("/customer/account/createpost/", data=form).text
    again = visitor.post("/customer/account/createpost/", data=form).text
    assert "already an account" in again


def test_shop_address_form_requires_all_fields(emma: httpx.Client) -> None:
    form = {
        "firstname": "Emma",
        "lastname": "Lopez",
        "phone": "4125550100",
        "street": "231 Willow Way",
        "city": "Pittsburgh",
        "region": "Pennsylvania",
        "postcode": "15213",
        "country": "United States",
    }
    path = "/customer/address/edit/id/1/"
    assert "Please fill in all fields" in emma.post(path, data=form | {"city": ""}).text
    assert "231 Willow Way" in emma.post(path, data=form).text
    assert emma.get("/customer/address/edit/id/2/").status_code == 404


def test_shop_newsletter_subscription_can_be_toggled(emma: httpx.Client) -> None:
    checked = 'title="General Subscription" checked'
    emma.post("/newsletter/manage/save/", data={"is_subscribed": "1"})
    assert checked in emma.get("/newsletter/manage/").text
    emma.post("/newsletter/manage/save/", data={})
    assert checked not in emma.get("/newsletter/manage/").text


# --- cart and orders ----------------------------------------------------------------------------


def test_shop_product_requires_its_options(visitor: httpx.Client, seed: Store) -> None:
    assert "You need to choose options for your item." in add(visitor, seed, HEADPHONES)
    html = add(visitor, seed, HEADPHONES, **{"options[Colour]": "Graphite"})
    assert f"You added {product(seed, HEADPHONES)[1]} to your shopping cart." in html
    assert "<dd>Graphite</dd>" in visitor.get("/checkout/cart/").text


def test_shop_cart_adds_up_updates_and_removes_items(visitor: httpx.Client, seed: Store) -> None:
    add(visitor, seed, TEA, qty="2")
    add(visitor, seed, TEA)
    assert 'data-item-qty="3"' in visitor.get("/checkout/cart/").text
    visitor.post("/checkout/cart/updatePost/", data={"cart[1][qty]": "5"})
    html = visitor.get("/checkout/cart/").text
    assert "$59.95" in html
    assert "$84.95" in html
    visitor.post("/checkout/cart/delete/", data={"remove": "1"})
    assert "You have no items in your shopping cart." in visitor.get("/checkout/cart/").text


@pytest.mark.parametrize("qty", ["0", "-1", "many", "99999"])
def test_shop_cart_refuses_invalid_quantity(visitor: httpx.Client, seed: Store, qty: str) -> None:
    assert "Please enter a quantity" in add(visitor, seed, TEA, qty=qty)


def test_shop_login_takes_over_guest_cart(visitor: httpx.Client, seed: Store) -> None:
    add(visitor, seed, MUG_IN_RED)
    sign_in(visitor, "emma.lopez@gmail.com", "Password.123")
    assert product(seed, MUG_IN_RED)[1] in visitor.get("/checkout/cart/").text


def test_shop_checkout_turns_cart_into_order(emma: httpx.Client, seed: Store) -> None:
    add(emma, seed, HEADPHONES, qty="2", **{"options[Colour]": "Chalk White"})
    assert "Place Order" in emma.get("/checkout/").text
    done = emma.post("/checkout/place/", data={"address": "1"})
    assert done.url.path == "/checkout/onepage/success/"
    assert "000000171" in done.text
    order = emma.get("/sales/order/view/order_id/171/").text
    assert "Ordered2" in text(order)
    assert '<dl class="item-options"><dt>Colour</dt><dd>Chalk White</dd></dl>' in order
    assert f'<td class="col sku">{HEADPHONES}</td>' in order
    assert "$269.98" in order
    assert "no items" in emma.get("/checkout/cart/").text


def test_shop_order_history_is_newest_first_and_private(emma: httpx.Client) -> None:
    html = emma.get("/sales/order/history/").text
    ids = re.findall(r'class="col id"[^>]*>(\d+)<', html)
    assert (ids[0], ids[-1], len(ids)) == ("000000170", "000000043", 9)
    assert emma.get("/sales/order/view/order_id/136/").status_code == 404


def test_shop_order_can_be_reordered(emma: httpx.Client) -> None:
    html = emma.post("/sales/order/reorder/order_id/43/").text
    assert 'data-item-qty="2"' in html
    assert "<dd>Moss</dd>" in html


# --- lists and letters --------------------------------------------------------------------------


def test_shop_wishlist_adds_moves_to_cart_and_removes(emma: httpx.Client, seed: Store) -> None:
    tea, mug = product(seed, TEA), product(seed, MUG_IN_RED)
    for number, _, _ in (tea, mug):
        emma.post("/wishlist/index/add/", data={"product": number})
    assert names(emma.get("/wishlist/?limit=50").text) == [mug[1], tea[1]]
    emma.post("/wishlist/index/cart/", data={"product": tea[0]})
    emma.post("/wishlist/index/remove/", data={"product": mug[0]})
    assert "You have no items in your wish list." in emma.get("/wishlist/").text
    assert tea[1] in emma.get("/checkout/cart/").text


def test_shop_wishlist_requires_login(visitor: httpx.Client, seed: Store) -> None:
    answer = visitor.post("/wishlist/index/add/", data={"product": product(seed, TEA)[0]})
    assert answer.url.path == "/customer/account/login/"
    assert "You must login or register" in answer.text


def test_shop_compare_lists_products_and_clears(visitor: httpx.Client, seed: Store) -> None:
    for sku in (TEA, MUG_IN_RED):
        data = {"product": product(seed, sku)[0]}
        visitor.post("/catalog/product_compare/add/", data=data)
    html = visitor.get("/catalog/product_compare").text
    assert "Black tea" in html
    assert "Enamelled steel" in html
    visitor.post("/catalog/product_compare/clear/")
    assert "You have no items to compare." in visitor.get("/catalog/product_compare/").text


def test_shop_review_appears_on_page_and_in_rest_api(visitor: httpx.Client, seed: Store) -> None:
    number, _, path = product(seed, TEA)
    form = {"nickname": "Zed", "title": "Weak", "detail": "Too pale for me.", "rating": "2"}
    url = f"/review/product/post/id/{number}/"
    assert "Please choose a rating" in visitor.post(url, data=form | {"rating": ""}).text
    visitor.post(url, data=form)
    assert "Reviews 3" in text(visitor.get(path).text)
    latest = visitor.get(f"/rest/V1/products/{TEA}/reviews", headers=bearer(visitor)).json()[-1]
    assert (latest["nickname"], latest["title"], latest["detail"]) == (
        "Zed",
        "Weak",
        "Too pale for me.",
    )
    assert latest["ratings"][0]["percent"] == 40


def test_shop_contact_form_requires_text(visitor: httpx.Client) -> None:
    form = {"name": "Zed", "email": "zed@example.com", "comment": ""}
    assert "Please fill in" in visitor.post("/contact/index/post/", data=form).text
    form["comment"] = "Where is my tea?"
    assert "Thanks for writing" in visitor.post("/contact/index/post/", data=form).text


# --- REST ---------------------------------------------------------------------------------------


def bearer(client: httpx.Client) -> dict[str, str]:
    account = {"username": "admin", "password": "admin1234"}
    token = client.post("/rest/default/V1/integration/admin/token", json=account).json()
    return {"authorization": f"Bearer {token}"}


@pytest.mark.parametrize("root", ["/rest/V1", "/rest/default/V1"])
def test_shop_rest_returns_latest_order(visitor: httpx.Client, root: str) -> None:
    params = {
        "searchCriteria[sortOrders][0][field]": "created_at",
        "searchCriteria[sortOrders][0][direction]": "DESC",
        "searchCriteria[pageSize]": "1",
    }
    answer = visitor.get(f"{root}/orders", params=params, headers=bearer(visitor)).json()
    assert [order["increment_id"] for order in answer["items"]] == ["000000170"]
    assert answer["total_count"] == 170


def test_shop_rest_refuses_anonymous_and_wrong_login(visitor: httpx.Client) -> None:
    assert visitor.get("/rest/V1/orders").status_code == 401
    assert visitor.get(f"/rest/V1/products/{TEA}/reviews").status_code == 401
    wrong = {"username": "admin", "password": "guess"}
    answer = visitor.post("/rest/V1/integration/admin/token", json=wrong)
    assert answer.status_code == 401


# --- isolation ----------------------------------------------------------------------------------


def test_shop_reset_removes_changes_but_keeps_login(
    emma: httpx.Client, seed: Store, arena: Arena
) -> None:
    add(emma, seed, TEA)
    emma.post("/wishlist/index/add/", data={"product": product(seed, TEA)[0]})
    emma.post("/checkout/place/", data={"address": "1"})
    arena.fresh()
    assert "Welcome, Emma Lopez!" in emma.get("/wishlist/").text
    assert "You have no items in your wish list." in emma.get("/wishlist/").text
    assert emma.get("/sales/order/view/order_id/171/").status_code == 404


def test_shop_reset_logs_out_new_customers(visitor: httpx.Client, arena: Arena) -> None:
    form = {"firstname": "A", "lastname": "B", "email": "a@example.com"}
    secret = {"password": "long-enough", "password_confirmation": "long-enough"}
    visitor.post("/customer/account/createpost/", data=form | secret)
    arena.fresh()
    assert visitor.get("/customer/account/").url.path == "/customer/account/login/"
