"""Pages for everybody: the front page, search, a listing and what can be said about it."""

import json
import sqlite3

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pytest_vwa.arena import pictures
from pytest_vwa.arena.web import flash, go, not_found, whole

from . import listings
from .frame import fields, member, show, store_of, user_of
from .seed import RESET_TOKEN

HOME_COUNT = 8
MARKS = {
    "favourite": "The listing is now among your favourites.",
    "spam": "Thank you, the listing has been reported as spam.",
}


def item_url(number: int) -> str:
    return f"/index.php?page=item&id={number}"


def asked_listing(request: Request) -> sqlite3.Row:
    """The listing named by ``id``; the 404 page when there is none."""
    listing = listings.find(store_of(request), whole(request.query_params.get("id")))
    if not listing:
        raise not_found()
    return listing


async def home(request: Request) -> Response:
    return show(request, "home.html", listings=listings.latest(store_of(request), HOME_COUNT))


async def search(request: Request) -> Response:
    wanted = listings.Search(request.query_params)
    found, page = wanted.run(store_of(request))
    return show(
        request, "search.html", search=wanted, listings=found, page=page, orders=listings.ORDERS
    )


async def item(request: Request) -> Response:
    listing = asked_listing(request)
    comments = store_of(request).rows(
        "SELECT * FROM comments WHERE listing_id = ? ORDER BY id", listing["id"]
    )
    return show(request, "item.html", listing=listing, comments=comments)


@member
async def comment(request: Request, user: sqlite3.Row) -> Response:
    listing, form = asked_listing(request), await fields(request)
    if not form.get("body"):
        flash(request, "A comment cannot be empty: please write something.", "error")
    else:
        store_of(request).write(
            "INSERT INTO comments (listing_id, user_id, author, title, body, stars)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *(listing["id"], user["id"], user["name"], form.get("title", ""), form["body"]),
            min(5, max(0, whole(form.get("rating")) or 0)),
        )
        flash(request, "Your comment has been published.")
    return go(item_url(listing["id"]) + "#comments")


async def contact(request: Request) -> Response:
    listing, form = asked_listing(request), await fields(request)
    if not all(form.get(name) for name in ("yourName", "yourEmail", "message")):
        flash(request, "Please give your name, your e-mail and a message.", "error")
    else:
        store_of(request).write(
            "INSERT INTO messages (listing_id, name, email, phone, body) VALUES (?, ?, ?, ?, ?)",
            *(listing["id"], form["yourName"], form["yourEmail"], form.get("phoneNumber", "")),
            form["message"],
        )
        flash(request, f"Your message to {listing['contact_name']} has been sent.")
    return go(item_url(listing["id"]))


@member
async def mark(request: Request, user: sqlite3.Row) -> Response:
    listing, kind = asked_listing(request), (await fields(request)).get("as", "")
    if kind not in MARKS:
        raise not_found()
    store_of(request).write(
        "INSERT OR IGNORE INTO marks VALUES (?, ?, ?)", listing["id"], user["id"], kind
    )
    flash(request, MARKS[kind])
    return go(item_url(listing["id"]))


async def public_profile(request: Request) -> Response:
    number = whole(request.query_params.get("id"))
    seller = store_of(request).row("SELECT * FROM users WHERE id = ?", number)
    if not seller:
        raise not_found()
    theirs = listings.of_seller(store_of(request), seller["id"])
    viewer = user_of(request)
    own = bool(viewer and viewer["id"] == seller["id"])
    return show(request, "seller.html", seller=seller, listings=theirs, own=own)


def picture(request: Request) -> Response:
    """Drawing takes its time, so this is no coroutine: it runs in a thread of its own."""
    number = request.path_params["number"]
    listing = listings.find(store_of(request), number)
    if not listing or request.path_params["folder"] != number:
        raise not_found()
    image = listing["photo"] or pictures.draw(json.loads(listing["picture"]))
    return Response(image, media_type="image/png")


async def reset(request: Request) -> Response:
    """All data as new, for whoever knows the token."""
    if (await fields(request)).get("token") != RESET_TOKEN:
        return PlainTextResponse("The reset token is wrong.", 403)
    store_of(request).fresh()
    return PlainTextResponse("The site has been reset.")
