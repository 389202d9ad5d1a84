"""The embedded back office keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.shopping.seed import build
from pytest_vwa.arena.shopping_admin.dates import as_iso
from pytest_vwa.arena.shopping_admin.grid import decode, encode
from pytest_vwa.arena.shopping_admin.periods import Span, read
from pytest_vwa.arena.store import Store

LANTERN = 28
LANTERN_PAGE = "/stagwood-rechargeable-camping-lantern-1000-lumen-folding-hook-usb-c.html"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["shopping", "shopping_admin"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def stranger(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["shopping_admin"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture
def clerk(stranger: httpx.Client) -> httpx.Client:
    sign_in(stranger, "admin", "admin1234")
    return stranger


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["shopping"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture(scope="module")
def seed() -> Store:
    """The same data as the served ones, to look things up in."""
    return Store(build)


def sign_in(client: httpx.Client, name: str, password: str) -> httpx.Response:
    data = {"login[username]": name, "login[password]": password}
    return client.post("/auth/login/", data=data)


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def rows(html: str) -> list[str]:
    return [
        text(row).strip() for row in re.findall(r'<tr class="data-row">(.*?)</tr>', html, re.DOTALL)
    ]


def value(html: str, name: str) -> str:
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', html)
    assert found
    return unescape(found[1])


def status(client: httpx.Client, number: int) -> str:
    html = client.get(f"/sales/order/view/order_id/{number}/").text
    found = re.search(r'id="order_status">([^<]+)<', html)
    assert found
    return found[1]


# --- the door -----------------------------------------------------------------------------------


def test_admin_login_returns_to_requested_page(stranger: httpx.Client) -> None:
    asked = stranger.get("/sales/order/view/order_id/168/")
    assert 'placeholder="user name"' in asked.text
    assert "168" in text(sign_in(stranger, "admin", "admin1234").text)


def test_admin_login_refuses_wrong_password(stranger: httpx.Client) -> None:
    answer = sign_in(stranger, "admin", "guess")
    assert 'role="alert"' in answer.text
    assert "The account sign-in was incorrect" in answer.text
    assert "guess" not in answer.text


def test_admin_logout_ends_session(clerk: httpx.Client) -> None:
    assert "You have logged out." in clerk.get("/auth/logout/").text
    assert 'placeholder="user name"' in clerk.get("/dashboard").text


def test_admin_service_role_sees_orders_but_not_products(stranger: httpx.Client) -> None:
    sign_in(stranger, "bernadette", "service1234")
    assert stranger.get("/sales/order/").status_code == 200
    refused = stranger.get("/catalog/product/")
    assert refused.status_code == 403
    assert "Sorry, you need permissions" in refused.text
    assert "Marketing" not in refused.text


@pytest.mark.parametrize("path", ["/nope", "/sales/order/view/order_id/9999/", "/sales/x/"])
def test_admin_unknown_path_returns_404_page(clerk: httpx.Client, path: str) -> None:
    answer = clerk.get(path)
    assert answer.status_code == 404
    assert "Copper Lane Back Office" in answer.text


@pytest.mark.parametrize("path", ["/dashboard", "/sales/order/", "/reports/report_sales/sales/"])
def test_admin_url_may_repeat_admin_segment(clerk: httpx.Client, path: str) -> None:
    assert clerk.get(f"/admin{path}").text == clerk.get(path).text


def test_admin_every_menu_page_opens(clerk: httpx.Client) -> None:
    home = clerk.get("/dashboard").text
    links = set(re.findall(r'href="/admin(/[^"]+/)"', home))
    assert len(links) >= 18
    for link in links - {"/auth/logout/"}:
        answer = clerk.get(link)
        assert answer.status_code == 200
        assert '<h1 class="page-title">' in answer.text


# --- orders -------------------------------------------------------------------------------------


def test_admin_orders_are_filtered_sorted_and_paginated(clerk: httpx.Client) -> None:
    assert "170 records found" in clerk.get("/sales/order/").text
    pending = clerk.get("/sales/order/", params={"filters[status]": "Pending", "search": ""})
    assert len(rows(pending.text)) == 5
    assert "search" not in pending.url.query.decode()
    assert "Status: Pending" in text(pending.text)
    found = clerk.get("/sales/order/", params={"search": "tamsin"}).text
    assert [row[:9] for row in rows(found)] == ["000000164"]
    dear = {"filters[total][from]": "1000", "sort": "total", "dir": "desc"}
    assert "Ivan Petrov" in rows(clerk.get("/sales/order/", params=dear).text)[0]
    second = clerk.get("/sales/order/", params={"page": "2"}).text
    assert rows(second)[0].startswith("000000150")
    none = clerk.get("/sales/order/", params={"search": "nobody at all"}).text
    assert "We couldn't find any records." in text(none)


def test_admin_order_date_filter_includes_end_day(clerk: httpx.Client) -> None:
    span = {"filters[created][from]": "4/26/2023", "filters[created][to]": "4/26/23"}
    assert [row[:9] for row in rows(clerk.get("/sales/order/", params=span).text)] == ["000000169"]


def test_admin_order_hold_unhold_and_cancel_set_status(clerk: httpx.Client, seed: Store) -> None:
    for deed, then in (("hold", "On Hold"), ("unhold", "Pending"), ("cancel", "Canceled")):
        clerk.post(f"/sales/order/{deed}/order_id/168/")
        assert status(clerk, 168) == then
    again = clerk.post("/sales/order/cancel/order_id/168/").text
    assert "You have not canceled the item." in again
    chairs = seed.row("SELECT * FROM product WHERE sku = 'NL-CH-002'")
    assert chairs
    html = clerk.get(f"/catalog/product/edit/id/{chairs['id']}/").text
    assert value(html, "product[quantity_and_stock_status][qty]") == str(chairs["stock"] + 2)


def test_admin_order_comment_sets_status_and_comes_first(clerk: httpx.Client) -> None:
    path = "/sales/order/addComment/order_id/168/"
    empty = clerk.post(path, data={"history[status]": "Pending", "history[comment]": ""})
    assert "The comment is missing." in empty.text
    form = {"history[status]": "On Hold", "history[comment]": "Rang <b>twice</b>"}
    html = clerk.post(path, data=form | {"history[is_customer_notified]": "1"}).text
    assert "You saved the order status." in html
    first = re.findall(r'class="note-list-comment">([^<]+)', html)[0]
    assert unescape(first) == "Rang <b>twice</b>"
    assert "note-list-customer-notified" in html
    assert status(clerk, 168) == "On Hold"


def test_admin_order_is_complete_after_invoice_and_shipment(clerk: httpx.Client) -> None:
    clerk.post("/sales/order_invoice/save/order_id/168/")
    assert status(clerk, 168) == "Processing"
    data = {"tracking[number]": "CL1"}
    html = clerk.post("/sales/order_shipment/save/order_id/168/", data=data).text
    assert "The shipment has been created." in html
    assert status(clerk, 168) == "Complete"
    assert '<span class="tracking">CL1</span>' in html
    assert "CL1" in rows(clerk.get("/sales/shipment/").text)[0]
    refused = clerk.get("/sales/order_invoice/start/order_id/168/").text
    assert "The order does not allow an invoice to be created." in refused


def test_admin_order_address_requires_all_fields(clerk: httpx.Client) -> None:
    path = "/sales/order/address/address_id/335/"
    form = {
        "firstname": "Rosa",
        "lastname": "Delgado",
        "street": "1 Pier",
        "city": "Erie",
        "region": "Pennsylvania",
        "postcode": "16501",
        "country": "US",
        "phone": "1",
    }
    assert "Please fill in all fields" in clerk.post(path, data=form | {"city": ""}).text
    html = clerk.post(path, data=form).text
    assert "You updated the order address." in html
    assert (html.count("1 Pier"), html.count("12 Harbor View")) == (1, 1)


# --- shop and back office, one set of data ------------------------------------------------------


def test_admin_price_change_appears_in_shop(clerk: httpx.Client, visitor: httpx.Client) -> None:
    html = save_product(clerk, **{"product[price]": "27.5"})
    assert "You saved the product." in html
    assert value(html, "product[price]") == "27.50"
    assert '<span class="price">$27.50</span>' in visitor.get(LANTERN_PAGE).text


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("product[price]", "cheap", "Please enter a number 0 or greater"),
        ("product[name]", "", "Product Name is a required field."),
        ("product[quantity_and_stock_status][qty]", "1.5", "Please enter a whole number"),
        ("product[sku]", "SV-HP-301", "must be unique"),
    ],
)
def test_admin_invalid_product_is_not_saved(
    clerk: httpx.Client, field: str, typed: str, said: str
) -> None:
    html = save_product(clerk, **{field: typed})
    assert said in html
    assert value(html, field) == typed
    assert value(clerk.get(f"/catalog/product/edit/id/{LANTERN}/").text, field) != typed


def save_product(clerk: httpx.Client, **changes: str) -> str:
    html = clerk.get(f"/catalog/product/edit/id/{LANTERN}/").text
    names = ("name", "sku", "price", "quantity_and_stock_status][qty")
    form = {f"product[{name}]": value(html, f"product[{name}]") for name in names}
    form |= {"product[status]": "1", **changes}
    return clerk.post(f"/catalog/product/save/id/{LANTERN}/", data=form).text


def test_admin_product_status_and_stock_apply_in_shop(
    clerk: httpx.Client, visitor: httpx.Client
) -> None:
    save_product(clerk, **{"product[quantity_and_stock_status][qty]": "0"})
    assert "Out of stock" in visitor.get(LANTERN_PAGE).text
    refused = visitor.post("/checkout/cart/add/", data={"product": str(LANTERN)}).text
    assert "The product is out of stock." in refused
    save_product(clerk, **{"product[status]": "2"})
    assert visitor.get(LANTERN_PAGE).status_code == 404
    found = visitor.get("/catalogsearch/result/", params={"q": "camping lantern"}).text
    assert LANTERN_PAGE not in found


def test_admin_shows_shop_order_and_reduces_stock(
    clerk: httpx.Client, visitor: httpx.Client, seed: Store
) -> None:
    data = {"login[username]": "emma.lopez@gmail.com", "login[password]": "Password.123"}
    visitor.post("/customer/account/loginPost/", data=data)
    visitor.post("/checkout/cart/add/", data={"product": str(LANTERN), "qty": "3"})
    visitor.post("/checkout/place/", data={"address": "1"})
    assert rows(clerk.get("/sales/order/").text)[0].startswith("000000171")
    before = seed.row("SELECT stock FROM product WHERE id = ?", LANTERN)
    html = clerk.get(f"/catalog/product/edit/id/{LANTERN}/").text
    assert before
    left = value(html, "product[quantity_and_stock_status][qty]")
    assert left == str(before["stock"] - 3)


def test_admin_approved_review_appears_in_shop(clerk: httpx.Client, visitor: httpx.Client) -> None:
    page = "/fenwick-one-smartphone-6-1-inch-oled-128-gb-unlocked-dual-sim.html"
    assert "Screwdriver included" not in visitor.get(page).text
    ticked = {"reviews": ["909", "912"], "action": "status 1"}
    html = clerk.post("/review/product/mass/", data=ticked).text
    assert "A total of 2 record(s) have been updated." in html
    assert "Screwdriver included" in visitor.get(page).text
    clerk.post("/review/product/delete/id/909/")
    assert "Screwdriver included" not in visitor.get(page).text


def test_admin_review_edit_requires_all_fields(clerk: httpx.Client) -> None:
    form = {"status_id": "3", "ratings[rating]": "2", "nickname": "P", "title": "T", "detail": ""}
    assert "are required" in clerk.post("/review/product/save/id/910/", data=form).text
    form["detail"] = "D"
    assert "You saved the review." in clerk.post("/review/product/save/id/910/", data=form).text


def test_admin_grid_filters_move_into_url_path(clerk: httpx.Client) -> None:
    answer = clerk.get("/review/product/index/", params={"status": "Not Approved", "title": ""})
    coded = answer.url.path.partition("/filter/")[2].strip("/")
    assert decode(coded) == {"status": "Not Approved"}
    assert len(rows(answer.text)) == 3
    assert clerk.get("/review/product/index/filter/%%%/").status_code == 200


def test_admin_search_terms_count_and_redirect(clerk: httpx.Client, visitor: httpx.Client) -> None:
    visitor.get("/catalogsearch/result/", params={"q": "Hammock"})
    grid = clerk.get("/search/term/", params={"search_query": "hammock"}).text
    assert rows(grid)[0].split()[:3] == ["hammock", "0", "34"]
    form = {"query_text": "hammock", "redirect": "/sports-outdoors/camping.html"}
    assert "You saved the search term." in clerk.post("/search/term/save/id/5/", data=form).text
    found = visitor.get("/catalogsearch/result/", params={"q": "hammock"})
    assert found.url.path == "/sports-outdoors/camping.html"


def test_admin_and_shop_sessions_are_separate(clerk: httpx.Client, visitor: httpx.Client) -> None:
    visitor.cookies = clerk.cookies
    assert visitor.get("/customer/account/").url.path == "/customer/account/login/"


def test_admin_reset_removes_changes_but_keeps_login(clerk: httpx.Client, running: Arena) -> None:
    clerk.post("/sales/order/hold/order_id/168/")
    running.fresh()
    assert status(clerk, 168) == "Pending"


# --- customers, rules, pages --------------------------------------------------------------------


def test_admin_customer_can_be_filtered_and_edited(clerk: httpx.Client) -> None:
    found = rows(clerk.get("/customer/index/", params={"filters[region]": "Oklahoma"}).text)
    assert len(found) == 3
    html = clerk.get("/customer/index/edit/id/7/").text
    assert "Dev Patel" in html
    form = {
        "customer[firstname]": "Dev",
        "customer[lastname]": "Patel",
        "customer[email]": "rosa.delgado@example.com",
        "customer[group_id]": "Retailer",
    }
    taken = clerk.post("/customer/index/save/id/7/", data=form).text
    assert "A customer with the same email address already exists." in unescape(taken)
    form["customer[email]"] = "dev@example.com"
    assert "You saved the customer." in clerk.post("/customer/index/save/id/7/", data=form).text


def test_admin_price_rule_is_validated_saved_and_deleted(clerk: httpx.Client) -> None:
    form = {
        "name": "Midsummer",
        "is_active": "1",
        "customer_group_ids": ["General", "Retailer"],
        "simple_action": "by_percent",
        "discount_amount": "112",
        "from_date": "6/1/2024",
    }
    path = "/sales_rule/promo_quote/save/"
    assert "cannot be above 100" in clerk.post(path, data=form).text
    form["discount_amount"] = "12.5"
    assert "End Date must follow" in clerk.post(path, data=form | {"to_date": "5/1/2024"}).text
    assert "You saved the rule." in clerk.post(path, data=form).text
    saved = clerk.get("/sales_rule/promo_quote/edit/id/5/").text
    assert value(saved, "discount_amount") == "12.5"
    assert re.findall(r"<option selected>([^<]+)", saved) == ["General", "Retailer"]
    clerk.post("/sales_rule/promo_quote/delete/id/5/")
    assert clerk.get("/sales_rule/promo_quote/edit/id/5/").status_code == 404


def test_admin_cms_page_identifier_must_be_unique(clerk: httpx.Client) -> None:
    form = {"title": "Our lane", "identifier": "home", "content": "Brick.", "is_active": "1"}
    taken = clerk.post("/cms/page/save/page_id/5/", data=form).text
    assert "already exists" in taken
    saved = clerk.post("/cms/page/save/page_id/5/", data=form | {"identifier": "about"}).text
    assert "You saved the page." in saved
    assert value(saved, "title") == "Our lane"


# --- reports ------------------------------------------------------------------------------------


def test_admin_report_filter_is_coded_in_url(clerk: httpx.Client, seed: Store) -> None:
    span = {
        "period_type": "month",
        "from": "01/1/2022",
        "to": "12/31/2022",
        "show_empty_rows": "0",
    }
    answer = clerk.get("/reports/report_sales/bestsellers/", params=span)
    coded = (
        "cGVyaW9kX3R5cGU9bW9udGgmZnJvbT0wMSUyRjElMkYyMDIyJnRvPTEyJTJGMzElMkYyMDIy"
        "JnNob3dfZW1wdHlfcm93cz0w"
    )
    assert answer.url.path == f"/admin/reports/report_sales/bestsellers/filter/{coded}/"
    assert value(answer.text, "from") == "01/1/2022"
    sales = clerk.get("/reports/report_sales/sales/", params=span).text
    assert len(rows(sales)) == 12
    total = seed.row("SELECT count(*) AS n FROM orders WHERE created LIKE '2022%'")
    assert total
    assert f"Total {total['n']} " in text(sales)


def test_admin_report_explains_invalid_or_empty_period(clerk: httpx.Client) -> None:
    path = "/reports/report_customer/totals/"
    html = clerk.get(path, params={"from": "soon", "to": "1/1/2023"}).text
    assert "Please enter both days as month/day/year" in html
    empty = clerk.get(path, params={"from": "1/1/1999", "to": "1/2/1999"}).text
    assert "We couldn't find any records." in text(empty)


def test_admin_dates_are_parsed_month_first() -> None:
    assert as_iso("4/6/23") == as_iso("04/06/2023") == as_iso("2023-04-06") == "2023-04-06"
    assert as_iso("13/1/2023") is as_iso("2/30/2023") is as_iso("yesterday") is None


def test_admin_period_ending_before_start_is_refused() -> None:
    assert isinstance(read({"from": "1/1/2023", "to": "1/1/2023"}), Span)
    assert read({"from": "1/2/2023", "to": "1/1/2023"}) == "To must not be before From."


def test_admin_coded_filter_round_trips() -> None:
    assert decode(encode({"from": "1/1/2022", "name": "tea & mug"})) == {
        "from": "1/1/2022",
        "name": "tea & mug",
    }
    assert decode("no filter") == {}


# --- data ---------------------------------------------------------------------------------------


def test_admin_seed_has_enough_customers_orders_reviews(seed: Store) -> None:
    def count(table: str) -> int:
        found = seed.row(f"SELECT count(*) AS n FROM {table}")
        assert found
        return int(found["n"])

    assert count("customer") >= 30
    assert count("orders") == 170
    span = seed.row("SELECT min(created) AS first, max(created) AS last FROM orders")
    assert span
    assert (span["first"][:7], span["last"][:7]) == ("2021-05", "2023-05")
    assert seed.row("SELECT 1 FROM product WHERE id NOT IN (SELECT product FROM review)") is None


def test_admin_seed_orders_are_chronological(seed: Store) -> None:
    moments = [row["created"] for row in seed.rows("SELECT created FROM orders ORDER BY id")]
    assert moments == sorted(moments)
    early = (
        "SELECT 1 FROM orders JOIN customer ON customer.id = customer"
        " WHERE orders.created < customer.created"
    )
    assert seed.rows(early) == []


def test_admin_seed_reviews_of_a_product_differ(seed: Store) -> None:
    twice = "SELECT product, detail FROM review GROUP BY product, detail HAVING count(*) > 1"
    assert seed.rows(twice) == []
    assert seed.rows("SELECT detail FROM review WHERE detail LIKE '%{%'") == []


def test_admin_seed_is_deterministic(seed: Store) -> None:
    for table in ("customer", "orders", "ordered", "review", "product"):
        sql = f"SELECT * FROM {table} ORDER BY id"
        again = Store(build)
        assert [tuple(row) for row in again.rows(sql)] == [tuple(row) for row in seed.rows(sql)]
