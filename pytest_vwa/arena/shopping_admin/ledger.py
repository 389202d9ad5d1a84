"""What reports count of the shop's money: what was invoiced, sent, given back, let off."""

from pytest_vwa.arena.web import money

from .figures import WITHIN, Figures

_TOTAL = "subtotal + shipping"
_BILLED = "EXISTS (SELECT 1 FROM invoice WHERE order_id = orders.id)"
_START = "SELECT {bucket} AS period, "
_END = f" FROM orders WHERE {WITHIN} GROUP BY period ORDER BY period"
_NOTHING = f" FROM orders WHERE {WITHIN} AND FALSE"
"""The shop takes no tax, gives nothing off by itself, and counts no visits."""

INVOICED = Figures(
    "Invoice Report",
    "sales_report",
    f"{_START}count(*), sum({_BILLED}), sum(iif({_BILLED}, {_TOTAL}, 0)),"
    f" sum(iif({_BILLED} AND status != 'Closed', {_TOTAL}, 0)){_END}",
    (
        ("Orders", str, True),
        ("Invoiced Orders", str, True),
        ("Total Invoiced", money, True),
        ("Paid Invoices", money, True),
    ),
)
SHIPPING = Figures(
    "Shipping Report",
    "sales_report",
    f"{_START}'Flat Rate - Fixed', count(*), sum(shipping) FROM orders"
    f" JOIN shipment ON order_id = orders.id WHERE {WITHIN} GROUP BY period ORDER BY period",
    (("Carrier/Method", str, False), ("Orders", str, True), ("Total Sales Shipping", money, True)),
)
REFUNDED = Figures(
    "Refunds Report",
    "sales_report",
    f"{_START}sum(status = 'Closed'), sum(iif(status = 'Closed', {_TOTAL}, 0)){_END}",
    (("Refunded Orders", str, True), ("Total Refunded", money, True)),
)
TAX = Figures(
    "Tax Report",
    "sales_report",
    f"{_START}'', '', 0, 0{_NOTHING}",
    (
        *(("Tax", str, False), ("Rate", str, False)),
        *(("Orders", str, True), ("Tax Amount", money, True)),
    ),
)
COUPONS = Figures(
    "Coupons Report",
    "sales_report",
    f"{_START}'', '', 0, 0{_NOTHING}",
    (
        *(("Coupon Code", str, False), ("Price Rule", str, False)),
        *(("Uses", str, True), ("Sales Discount", money, True)),
    ),
)
VIEWED = Figures(
    "Product Views Report",
    "sales_report",
    f"{_START}'', 0, 0{_NOTHING}",
    (("Product", str, False), ("Price", money, False), ("Views", str, True)),
)
