"""Reports over a span of days, and those over everything."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import store
from pytest_vwa.arena.web import flash, go

from . import figures, ledger
from .desk import BASE, page, staff
from .figures import Figures
from .grid import Source, decode, encode
from .lists import show
from .periods import LENGTHS, read

FIELDS = ("report_type", "period_type", "from", "to", "show_empty_rows")
REPORTS: Mapping[str, Figures] = {
    "report_sales/sales": figures.SALES,
    "report_sales/tax": ledger.TAX,
    "report_sales/invoiced": ledger.INVOICED,
    "report_sales/shipping": ledger.SHIPPING,
    "report_sales/refunded": ledger.REFUNDED,
    "report_sales/coupons": ledger.COUPONS,
    "report_sales/bestsellers": figures.BESTSELLERS,
    "report_product/viewed": ledger.VIEWED,
    "report_product/sold": figures.SOLD,
    "report_customer/totals": figures.TOTALS,
    "report_customer/accounts": figures.ACCOUNTS,
}
LISTS: Mapping[str, tuple[str, Source]] = {
    "report_review/customer": ("Customer Reviews Report", figures.BY_CUSTOMERS),
    "report_review/product": ("Product Reviews Report", figures.BY_PRODUCTS),
    "report_product/lowstock": ("Low Stock", figures.LOW_STOCK),
}


@staff("reports")
async def report(request: Request) -> Response:
    """Without a filter the form alone; its fields are then encoded into the path."""
    name = _name(request)
    chosen, path = REPORTS[name], f"{BASE}/reports/{name}/"
    sent = dict(request.query_params)
    if sent:
        fields = {field: sent[field] for field in FIELDS if sent.get(field)}
        return go(f"{path}filter/{encode(fields)}/")
    form = decode(request.path_params.get("filter", ""))
    span = read(form) if form else None
    if isinstance(span, str):
        flash(request, span, "error")
        span = None
    table = chosen.table(store(request), span) if span else None
    return page(
        request, "report.html", report=chosen, path=path, form=form, table=table, periods=LENGTHS
    )


@staff("reports")
async def listing(request: Request) -> Response:
    name = _name(request)
    title, source = LISTS[name]
    return await show(request, source, f"{BASE}/reports/{name}/", title)


def _name(request: Request) -> str:
    """As the address has it after ``/reports/``."""
    parts = request.url.path.removeprefix(BASE).removeprefix("/admin").split("/")
    return "/".join(parts[2:4])


ROUTES = [
    Route(f"/reports/{name}/{rest}", handler)
    for handler, names in ((report, REPORTS), (listing, LISTS))
    for name in names
    for rest in ("", "filter/{filter}/")
]
