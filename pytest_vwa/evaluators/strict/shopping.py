"""What the published functions of the shop read wrongly."""

from collections.abc import Callable, Mapping
from typing import Any

from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.evaluators import shopping

from .quantity import quantities
from .text import plain

PRICE = """(() => {
  const price = document.querySelector(
    '#maincontent .product-info-main .price-box.price-final_price > span > span');
  return price ? price.innerText : '';
})()"""


def shopping_get_product_price(evidence: Evidence, page: View) -> float:
    """The price on a product page, without its currency sign; 0 when it shows none."""
    prices = quantities(plain(str(page.evaluate(PRICE))))
    return prices[0].amount if prices else 0.0


MENDED: Mapping[Callable[..., Any], Callable[..., Any]] = {
    shopping.shopping_get_product_price: shopping_get_product_price
}
