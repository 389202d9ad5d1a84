"""What the back office offers beyond the day's work: configurations, history, money, themes."""

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from pytest_vwa.arena.server import Arena

DUVET = 15
DUVET_PAGE = "/maribeth-stonewashed-linen-duvet-cover-set-3-pieces-breathable-coconut-buttons.html"
STOCK = "product[quantity_and_stock_status][is_in_stock]"
UNITS = "product[quantity_and_stock_status][qty]"
SPAN = {"period_type": "year", "from": "1/1/20", "to": "12/31/24"}


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["shopping_admin"]) as arena:
        yield arena


@pytest.fixture
def clerk(running: Arena) -> Iterator[httpx.Client]:
    running.fresh()
    url = running.sites["shopping_admin"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        who = {"login[username]": "admin", "login[password]": "admin1234"}
        client.post("/auth/login/", data=who)
        yield client


def save(clerk: httpx.Client, **changes: str) -> str:
    """The product's form, sent with these fields beside what it must say."""
    form = {"product[status]": "1", "product[name]": "Duvet", "product[sku]": "MB-BD-011"}
    form |= {"product[price]": "119", UNITS: "63", **changes}
    return clerk.post(f"/catalog/product/save/id/{DUVET}/", data=form).text


def front(clerk: httpx.Client, path: str) -> httpx.Response:
    """A page of the store front, which the back office's server has as well."""
    return clerk.get(f"/..{path}")


def lines(html: str) -> list[str]:
    """The texts of a table's rows."""
    rows = re.findall(r'<tr class="(?:data-row|totals)">(.*?)</tr>', html, re.DOTALL)
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", row))).strip() for row in rows]


def test_admin_server_includes_storefront_with_same_data(clerk: httpx.Client) -> None:
    save(clerk, **{"product[price]": "99"})
    assert '<span class="price">$99.00</span>' in front(clerk, DUVET_PAGE).text
    assert front(clerk, "/no-such-thing.html").status_code == 404
    assert clerk.get("/dashboard").url.path == "/admin/dashboard"


def test_storefront_shows_stock_status_set_in_admin(clerk: httpx.Client) -> None:
    assert '<option value="0" selected>Out of Stock' in save(clerk, **{STOCK: "0"})
    assert "Out of stock" in front(clerk, DUVET_PAGE).text
    save(clerk, **{STOCK: "1"})
    assert "In stock" in front(clerk, DUVET_PAGE).text


def test_product_form_changed_quantity_sets_stock_status(clerk: httpx.Client) -> None:
    assert '<option value="0" selected>Out of Stock' in save(clerk, **{UNITS: "0"})
    assert '<option value="1" selected>In Stock' in save(clerk, **{UNITS: "5", STOCK: "0"})


def test_product_option_value_creates_variant_for_sale(clerk: httpx.Client) -> None:
    html = save(clerk, **{"product[options][Size]": "Twin, Full , Twin"})
    assert [line for line in lines(html) if "Duvet-Full-Oat" in line]
    assert not [line for line in lines(html) if "Queen" in line]
    shown = front(clerk, DUVET_PAGE).text
    assert '<option value="Full">' in shown
    assert '<option value="Queen">' not in shown


def test_product_option_without_value_is_refused(clerk: httpx.Client) -> None:
    html = save(clerk, **{"product[options][Size]": " , "})
    assert "Please leave at least one value of Size." in html
    assert '<option value="Queen">' in front(clerk, DUVET_PAGE).text


def test_order_history_lists_comments_and_tracking(clerk: httpx.Client) -> None:
    parcel = {"tracking[number]": "8974568499", "tracking[title]": "Federal Express"}
    clerk.post("/sales/order_shipment/save/order_id/168/", data=parcel)
    history = clerk.get("/sales/order/commentsHistory/order_id/168/active_tab/order_shipments/")
    assert "Tracking number 8974568499 for Federal Express assigned" in history.text
    assert history.text.index("created") < history.text.index("Rang to ask")
    assert clerk.get("/sales/order/commentsHistory/order_id/9999/active_tab/a/").status_code == 404


@pytest.mark.parametrize("report", ["invoiced", "shipping", "refunded"])
def test_sales_report_total_equals_sum_of_rows(clerk: httpx.Client, report: str) -> None:
    *years, summed = lines(clerk.get(f"/reports/report_sales/{report}/", params=SPAN).text)
    assert summed.startswith("Total ")
    amounts = [float(line.rpartition("$")[2].replace(",", "")) for line in [*years, summed]]
    assert sum(amounts[:-1]) == pytest.approx(amounts[-1])
    assert amounts[-1] > 0


@pytest.mark.parametrize("report", ["report_sales/tax", "report_sales/coupons"])
def test_tax_and_coupon_reports_are_empty(clerk: httpx.Client, report: str) -> None:
    html = clerk.get(f"/reports/{report}/", params=SPAN).text
    assert "We couldn't find any records." in unescape(html)


def test_theme_page_shows_preview(clerk: httpx.Client) -> None:
    assert "Magento Luma" in clerk.get("/system_design_theme/").text
    assert "theme-preview" in clerk.get("/admin/system_design_theme/edit/id/1/").text
    assert clerk.get("/system_design_theme/edit/id/2/").status_code == 404
