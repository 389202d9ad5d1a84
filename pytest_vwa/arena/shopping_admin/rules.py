"""Cart price rules: the grid, and the form of a new one or of one that is there."""

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.shopping.front import store
from pytest_vwa.arena.web import cents, flash, go, not_found, whole

from .customers import CIRCLES
from .dates import as_date
from .desk import BASE, page, staff
from .grid import Column, Source
from .lists import show

RULES = f"{BASE}/sales_rule/promo_quote/"
EDIT = f"{RULES}edit/id/"
ACTIONS = {
    "by_percent": "Percent of product price discount",
    "by_fixed": "Fixed amount discount",
    "cart_fixed": "Fixed amount discount for whole cart",
}
GROUPS = ("NOT LOGGED IN", *CIRCLES)
TEXTS = ("name", "description", "coupon_code", "from_date", "to_date", "sort_order")

GRID = Source(
    "SELECT id, name, coupon, starts, ends, iif(active, 'Active', 'Inactive') AS status, circles,"
    " priority FROM rule",
    (
        Column("id", "ID", "count"),
        Column("name", "Rule", wide=True),
        Column("coupon", "Coupon Code"),
        Column("starts", "Start", "date"),
        Column("ends", "End", "date"),
        Column("status", "Status", "choice", ("Active", "Inactive")),
        Column("circles", "Customer Groups"),
        Column("priority", "Priority", "count"),
    ),
    sort="id",
    opens=EDIT,
    title="name",
    coded=True,
)


@staff("marketing")
async def grid(request: Request) -> Response:
    add = (("Add New Rule", f"{RULES}new/"),)
    return await show(request, GRID, RULES, "Cart Price Rules", buttons=add)


@staff("marketing")
async def form(request: Request) -> Response:
    """A new rule, or the one that the address names."""
    number = request.path_params.get("number")
    rule = store(request).row("SELECT * FROM rule WHERE id = ?", number)
    if number and rule is None:
        raise not_found()
    written = _written(dict(rule)) if rule else {"is_active": "1", "sort_order": "0"}
    return _show(request, number, written)


@staff("marketing")
async def save(request: Request) -> Response:
    shop, number = store(request), request.path_params.get("number")
    sent = await request.form()
    if problem := _problem(sent):
        flash(request, problem, "error")
        typed = {name: str(value) for name, value in sent.items()}
        return _show(request, number, typed | {"groups": ", ".join(_groups(sent))})
    name, description, coupon, starts, ends, priority = (_text(sent, field) for field in TEXTS)
    values = (
        *(name, description, _text(sent, "is_active") == "1", ", ".join(_groups(sent)), coupon),
        *(str(as_date(starts) or ""), str(as_date(ends) or ""), whole(priority) or 0),
        *(_text(sent, "simple_action"), (cents(_text(sent, "discount_amount")) or 0) / 100),
    )
    shop.write(
        "INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET (name, description, active, circles, coupon, starts, ends,"
        " priority, action, amount) = (excluded.name, excluded.description, excluded.active,"
        " excluded.circles, excluded.coupon, excluded.starts, excluded.ends, excluded.priority,"
        " excluded.action, excluded.amount)",
        *(number, *values),
    )
    flash(request, "You saved the rule.")
    return go(RULES)


@staff("marketing")
async def delete(request: Request) -> Response:
    store(request).write("DELETE FROM rule WHERE id = ?", request.path_params["number"])
    flash(request, "You deleted the rule.")
    return go(RULES)


def _show(request: Request, number: int | None, written: Mapping[str, str]) -> Response:
    return page(request, "rule.html", number=number, form=written, groups=GROUPS, actions=ACTIONS)


def _written(rule: Mapping[str, object]) -> dict[str, str]:
    """A rule as its form's fields."""
    names = ("name", "description", "coupon", "starts", "ends", "priority")
    fields = {field: str(rule[name]) for field, name in zip(TEXTS, names, strict=True)}
    amount = float(str(rule["amount"]))
    return fields | {
        "is_active": "1" if rule["active"] else "0",
        "groups": str(rule["circles"]),
        "simple_action": str(rule["action"]),
        "discount_amount": f"{amount:g}",
    }


def _text(sent: FormData, field: str) -> str:
    return str(sent.get(field, "")).strip()


def _groups(sent: FormData) -> list[str]:
    return [group for group in map(str, sent.getlist("customer_group_ids")) if group in GROUPS]


def _problem(sent: FormData) -> str:
    """What is wrong with the form, "" when all is right."""
    amount = cents(_text(sent, "discount_amount"))
    days = [_text(sent, field) for field in ("from_date", "to_date")]
    starts, ends = map(as_date, days)
    faults = {
        "Rule Name is a required field.": not _text(sent, "name"),
        "Please choose at least one customer group.": not _groups(sent),
        "Please choose how the discount applies.": _text(sent, "simple_action") not in ACTIONS,
        "Please enter a discount amount of 0 or more.": amount is None,
        "A discount in percent cannot be above 100.": (
            _text(sent, "simple_action") == "by_percent" and (amount or 0) > 10_000
        ),
        "Please enter days as month/day/year.": any(
            text and not day for text, day in zip(days, (starts, ends), strict=True)
        ),
        "End Date must follow Start Date.": bool(starts and ends and ends < starts),
    }
    return next((text for text, is_so in faults.items() if is_so), "")


ROUTES = [
    Route("/sales_rule/promo_quote/", grid),
    Route("/sales_rule/promo_quote/index/", grid),
    Route("/sales_rule/promo_quote/filter/{filter}/", grid),
    Route("/sales_rule/promo_quote/new/", form),
    Route("/sales_rule/promo_quote/edit/id/{number:int}/", form),
    Route("/sales_rule/promo_quote/save/", save, methods=["POST"]),
    Route("/sales_rule/promo_quote/save/id/{number:int}/", save, methods=["POST"]),
    Route("/sales_rule/promo_quote/delete/id/{number:int}/", delete, methods=["POST"]),
]
