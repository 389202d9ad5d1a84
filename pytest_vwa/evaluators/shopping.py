"""Functions for task files that read the shop's pages. Nothing found reads as "" or 0."""

import re
from collections.abc import Mapping
from typing import Any

from pytest_vwa.core.ports import Evidence, View

from .criteria import OR, alternatives

# Each line of the order: its cells by the second class name, and the chosen options by label.
_ORDER = """(() => [...document.querySelectorAll('#my-orders-table tbody')].map(line => {
  const text = element => element.innerText.trim();
  const cells = [...line.querySelectorAll('td')].map(cell => [cell.classList[1] ?? '', text(cell)]);
  const labels = [...line.querySelectorAll('td.name dl dt')];
  const options = labels.map(label => [text(label), text(label.nextElementSibling ?? label)]);
  return {...Object.fromEntries(cells), options: Object.fromEntries(options)};
}))()"""
_ATTRIBUTES = """(() => [...document.querySelectorAll(
  '#productDetails_detailBullets_sections1 > tbody > tr')].map(row =>
  [...row.children].slice(0, 2).map(cell => cell.innerText.trim())))()"""
_PRICE = """(() => {
  const price = document.querySelector(
    '#maincontent .product-info-main .price-box.price-final_price > span > span');
  return parseFloat(price?.innerText.trim().slice(1)) || 0;
})()"""
_REVIEWS = """(() => {
  const title = document.querySelector('#tab-label-reviews-title');
  return parseInt(title?.innerText.trim().split(/\\s+/)[1]) || 0;
})()"""


def shopping_get_order_product_name_list(evidence: Evidence, page: View) -> str:
    """The names of an order page's products, joined by `` |OR| ``."""
    return OR.join(line.get("name", "") for line in page.evaluate(_ORDER))


def shopping_get_order_product_quantity(evidence: Evidence, page: View, sku: str) -> int:
    """How many of a product were ordered; ``sku`` may name several, joined by `` |OR| ``."""
    quantity = re.search(r"\d+", str(_line(page, sku).get("qty", "")))
    return int(quantity[0]) if quantity else 0


def shopping_get_order_product_option(
    evidence: Evidence, page: View, sku: str, option_name: str
) -> str:
    """What was chosen for an ordered product: its ``Size``, its ``Color``."""
    return str(_line(page, sku).get("options", {}).get(option_name, ""))


def shopping_get_product_attributes(evidence: Evidence, page: View, attribute: str) -> str:
    """The values of a product page's attributes whose name contains one of those given."""
    names = [name.lower() for name in alternatives(attribute)]
    rows = [row for row in page.evaluate(_ATTRIBUTES) if len(row) == 2]
    return ", ".join(value for label, value in rows if any(name in label.lower() for name in names))


def shopping_get_product_price(evidence: Evidence, page: View) -> float:
    """The price on a product page, without its currency sign.

    It is read up to the first comma, as published: ``$1,299.00`` is 1.
    """
    return float(page.evaluate(_PRICE))


def shopping_get_num_reviews(evidence: Evidence, page: View) -> int:
    """The number that a product page's tab ``Reviews 12`` shows."""
    return int(page.evaluate(_REVIEWS))


def _line(page: View, sku: str) -> Mapping[str, Any]:
    wanted = [each.strip() for each in alternatives(sku)]
    lines = page.evaluate(_ORDER)
    return next((line for line in lines if line.get("sku") in wanted), {})
