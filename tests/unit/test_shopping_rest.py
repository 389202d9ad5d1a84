"""What the functions ask of the shop's REST interface, against a small shop of the test's own."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from judging import evidence

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.site import Account, Site, Sites
from pytest_vwa.evaluators import shopping_rest as shopping

REVIEWS = [
    {"nickname": "Ann", "title": "Bad", "detail": "It broke.", "ratings": [{"percent": 20}]},
    {"nickname": "Bob", "title": "Good", "detail": "It holds.", "ratings": [{"percent": 80}]},
]


ANSWERS = {
    "/rest/V1/orders": {"items": [{"increment_id": "000000191"}]},
    "/rest/V1/products/B00/reviews": REVIEWS,
    "/rest/V1/products/B01/reviews": [],
}


class Shop(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._reply("token" if body == {"username": "boss", "password": "secret"} else None)

    def do_GET(self) -> None:
        known = self.headers["Authorization"] == "Bearer token"
        self._reply(ANSWERS.get(self.path.partition("?")[0]) if known else None)

    def _reply(self, answer: Any) -> None:
        self.send_response(404 if answer is None else 200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: Any) -> None:
        """Tests stay quiet."""


@pytest.fixture
def seen() -> Iterator[Evidence]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        admin = Site("shopping_admin", f"{url}/admin", Account("boss", "secret"))
        yield evidence(sites=Sites({"shopping": Site("shopping", url), "shopping_admin": admin}))
        server.shutdown()


def test_shopping_latest_order_url_uses_order_id(seen: Evidence) -> None:
    shop = seen.sites["shopping"].url
    assert shopping.shopping_get_latest_order_url(seen) == f"{shop}/sales/order/view/order_id/191/"


def test_shopping_latest_review_fields_are_read(seen: Evidence) -> None:
    read = [
        shopping.shopping_get_sku_latest_review_author,
        shopping.shopping_get_sku_latest_review_rating,
        shopping.shopping_get_sku_latest_review_text,
        shopping.shopping_get_sku_latest_review_title,
    ]
    assert [function(seen, "B00") for function in read] == ["Bob", "80", "It holds.", "Good"]
    assert [function(seen, "B01") for function in read] == ["", "", "", ""]


def test_shopping_rest_refusal_is_site_error(seen: Evidence) -> None:
    with pytest.raises(SiteError, match="did not answer /rest/V1/products/nope/reviews"):
        shopping.shopping_get_sku_latest_review_text(seen, "nope")


def test_shopping_without_site_url_is_site_error() -> None:
    with pytest.raises(SiteError, match="set SHOPPING"):
        shopping.shopping_get_latest_order_url(evidence(sites=Sites({})))
