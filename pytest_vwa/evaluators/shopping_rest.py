"""Functions for task files that ask the shop's REST interface, as its administrator."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Account

# What the published images come with.
DEFAULT_ADMIN = Account("admin", "admin1234")
NEWEST_ORDER = {
    "searchCriteria[sortOrders][0][field]": "created_at",
    "searchCriteria[sortOrders][0][direction]": "DESC",
    "searchCriteria[pageSize]": "1",
}


def shopping_get_latest_order_url(evidence: Evidence) -> str:
    """The address of the newest order's page; of order 0, which no shop has, when there is none.

    Raises SiteError when the shop does not answer.
    """
    orders = _get(evidence, "/rest/V1/orders", NEWEST_ORDER)["items"] or [{"increment_id": "0"}]
    return f"{_shop(evidence)}/sales/order/view/order_id/{int(orders[0]['increment_id'])}/"


def shopping_get_sku_latest_review_author(evidence: Evidence, sku: str) -> str:
    """Who wrote the product's last review; "" without one. Raises SiteError."""
    return str(_review(evidence, sku).get("nickname", ""))


def shopping_get_sku_latest_review_rating(evidence: Evidence, sku: str) -> str:
    """The last review's stars in percent, ``80`` for four; "" without one. Raises SiteError."""
    ratings = _review(evidence, sku).get("ratings") or [{}]
    return str(ratings[0].get("percent", ""))


def shopping_get_sku_latest_review_text(evidence: Evidence, sku: str) -> str:
    """The body of the product's last review; "" without one. Raises SiteError."""
    return str(_review(evidence, sku).get("detail", ""))


def shopping_get_sku_latest_review_title(evidence: Evidence, sku: str) -> str:
    """The heading of the product's last review; "" without one. Raises SiteError."""
    return str(_review(evidence, sku).get("title", ""))


def _review(evidence: Evidence, sku: str) -> Mapping[str, Any]:
    reviews = _get(evidence, f"/rest/V1/products/{quote(sku, safe='')}/reviews")
    return reviews[-1] if reviews else {}


def _get(evidence: Evidence, path: str, params: Mapping[str, str] | None = None) -> Any:
    """The JSON that the shop answers to its administrator; raises SiteError."""
    key = f"GET {_shop(evidence)}{path}{'?' if params else ''}{urlencode(params or {})}"
    return evidence.once(key, lambda: _ask(evidence, path, params))


def _ask(evidence: Evidence, path: str, params: Mapping[str, str] | None) -> Any:
    import httpx

    shop, admin = _shop(evidence), _admin(evidence)
    headers = dict(evidence.sites["shopping"].headers)
    who = {"username": admin.username, "password": admin.password}
    try:
        with httpx.Client(base_url=shop, headers=headers, timeout=30) as client:
            token = client.post("/rest/default/V1/integration/admin/token", json=who)
            token.raise_for_status()
            bearer = {"Authorization": f"Bearer {token.json()}"}
            answer = client.get(path, params=params, headers=bearer)
            answer.raise_for_status()
            return answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise SiteError(f"the shop at {shop} did not answer {path}: {error}") from error


def _shop(evidence: Evidence) -> str:
    if "shopping" not in evidence.sites:
        raise SiteError("the site shopping is not configured; set SHOPPING to its address")
    return evidence.sites["shopping"].url


def _admin(evidence: Evidence) -> Account:
    """The back office's account when it is configured, else the published one."""
    known = "shopping_admin" in evidence.sites
    return (evidence.sites["shopping_admin"].account if known else None) or DEFAULT_ADMIN
