"""What visitors write to the shop: reviews, messages, newsletter subscriptions."""

import sqlite3

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pytest_vwa.arena.web import TODAY, flash, go, not_found, whole

from .front import back, customer, fields, members, page, store


async def review(request: Request) -> Response:
    form, shop = await fields(request), store(request)
    product = shop.row("SELECT * FROM product WHERE id = ?", request.path_params["number"])
    if product is None:
        raise not_found()
    texts = [form.get(name, "") for name in ("nickname", "title", "detail")]
    stars = whole(form.get("rating")) or 0
    if not all(texts) or not 1 <= stars <= 5:
        flash(request, "Please choose a rating and fill in nickname, summary and review.", "error")
        return back(request)
    member = customer(request)
    shop.write(
        "INSERT INTO review (product, customer, nickname, title, detail, stars, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        product["id"],
        member and member["id"],
        *texts,
        stars,
        TODAY.isoformat(),
    )
    flash(request, "You submitted your review. Thank you!")
    return go(f"/{product['slug']}.html#reviews")


@members
async def own_reviews(request: Request, member: sqlite3.Row) -> Response:
    reviews = store(request).rows(
        "SELECT review.*, product.name, slug FROM review JOIN product ON product.id = product"
        " WHERE customer = ? ORDER BY review.id DESC",
        member["id"],
    )
    return page(request, "own_reviews.html", reviews=reviews)


async def contact(request: Request) -> Response:
    return page(request, "contact.html")


async def write(request: Request) -> Response:
    form = await fields(request)
    if not all(form.get(name) for name in ("name", "email", "comment")):
        flash(request, "Please fill in name, email and what is on your mind.", "error")
        return go("/contact/")
    store(request).write(
        "INSERT INTO message (name, email, phone, comment) VALUES (?, ?, ?, ?)",
        *(form.get(name, "") for name in ("name", "email", "telephone", "comment")),
    )
    flash(request, "Thanks for writing to us. We answer within two days.")
    return go("/contact/")


async def subscribe(request: Request) -> Response:
    email = (await fields(request)).get("email", "")
    if "@" not in email:
        flash(request, "Please enter a valid email address.", "error")
        return back(request)
    shop = store(request)
    shop.write("INSERT OR IGNORE INTO subscriber (email) VALUES (?)", email)
    shop.write("UPDATE customer SET subscribed = 1 WHERE email = ?", email)
    flash(request, "Thank you for your subscription.")
    return back(request)


@members
async def subscription(request: Request, member: sqlite3.Row) -> Response:
    return page(request, "newsletter.html")


@members
async def change_subscription(request: Request, member: sqlite3.Row) -> Response:
    wanted = bool((await fields(request)).get("is_subscribed"))
    store(request).write("UPDATE customer SET subscribed = ? WHERE id = ?", wanted, member["id"])
    flash(request, "We saved your subscription." if wanted else "We removed your subscription.")
    return go("/customer/account/")


ROUTES = [
    Route("/review/product/post/id/{number:int}/", review, methods=["POST"]),
    Route("/review/customer/", own_reviews),
    Route("/contact/", contact),
    Route("/contact/index/post/", write, methods=["POST"]),
    Route("/newsletter/subscriber/new/", subscribe, methods=["POST"]),
    Route("/newsletter/manage/", subscription),
    Route("/newsletter/manage/save/", change_subscription, methods=["POST"]),
]
