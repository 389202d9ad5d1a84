"""The menu of the back office: sections, and the pages that each one opens."""

from dataclasses import dataclass

Group = tuple[str, tuple[tuple[str, str], ...]]
"""A heading, and below it titles with their addresses after the back office's own."""


@dataclass(frozen=True)
class Section:
    """``icon`` is the path of a drawing of 24 x 24."""

    name: str
    title: str
    icon: str
    groups: tuple[Group, ...]


MENU = (
    Section(
        "sales",
        "Sales",
        "M4 4h16v3H4zm0 5h16v11H4zm3 3v2h6v-2zm0 4v1.5h10V16z",
        (
            (
                "Operations",
                (
                    ("Orders", "/sales/order/"),
                    ("Invoices", "/sales/invoice/"),
                    ("Shipments", "/sales/shipment/"),
                ),
            ),
        ),
    ),
    Section(
        "catalog",
        "Catalog",
        "M12 2 3 6.5v11L12 22l9-4.5v-11zm0 2.3 6 3-6 3-6-3zM5 9l6 3v7l-6-3zm14 0v7l-6 3v-7z",
        (("Inventory", (("Products", "/catalog/product/"),)),),
    ),
    Section(
        "customers",
        "Customers",
        "M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3 21c0-5 4-7.5 9-7.5s9 2.5 9 7.5z",
        (("People", (("All Customers", "/customer/index/"),)),),
    ),
    Section(
        "marketing",
        "Marketing",
        "M3 10v4h3l8 5V5l-8 5zm13-2v8a5 5 0 0 0 0-8z",
        (
            ("Promotions", (("Cart Price Rules", "/sales_rule/promo_quote/"),)),
            ("SEO & Search", (("Search Terms", "/search/term/"),)),
            (
                "User Content",
                (
                    ("All Reviews", "/review/product/index/"),
                    ("Pending Reviews", "/review/product/pending/"),
                ),
            ),
        ),
    ),
    Section(
        "content",
        "Content",
        "M5 2h10l4 4v16H5zm3 7v2h8V9zm0 4v2h8v-2zm0 4v2h5v-2z",
        (
            ("Elements", (("Pages", "/cms/page/"),)),
            ("Design", (("Themes", "/system_design_theme/"),)),
        ),
    ),
    Section(
        "reports",
        "Reports",
        "M3 3h2v16h16v2H3zm5 8h3v6H8zm5-5h3v11h-3zm5 3h3v8h-3z",
        (
            ("Marketing", (("Search Terms", "/search/term/report/"),)),
            (
                "Reviews",
                (
                    ("By Customers", "/reports/report_review/customer/"),
                    ("By Products", "/reports/report_review/product/"),
                ),
            ),
            (
                "Sales",
                (
                    ("Orders", "/reports/report_sales/sales/"),
                    ("Tax", "/reports/report_sales/tax/"),
                    ("Invoiced", "/reports/report_sales/invoiced/"),
                    ("Shipping", "/reports/report_sales/shipping/"),
                    ("Refunds", "/reports/report_sales/refunded/"),
                    ("Coupons", "/reports/report_sales/coupons/"),
                ),
            ),
            (
                "Customers",
                (
                    ("Order Total", "/reports/report_customer/totals/"),
                    ("New", "/reports/report_customer/accounts/"),
                ),
            ),
            (
                "Products",
                (
                    ("Views", "/reports/report_product/viewed/"),
                    ("Bestsellers", "/reports/report_sales/bestsellers/"),
                    ("Low Stock", "/reports/report_product/lowstock/"),
                    ("Ordered", "/reports/report_product/sold/"),
                ),
            ),
        ),
    ),
)
SECTIONS = ("dashboard", *(section.name for section in MENU))
