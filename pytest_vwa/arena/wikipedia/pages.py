"""The pages: the library, the landing page, articles, search."""

import json
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from pytest_vwa.arena import pictures
from pytest_vwa.arena.web import Pagination, not_found, whole

from . import finding
from .article import anchor, headings, rendered
from .frame import BOOK, PAGES, address, store_of
from .portal import PORTAL

PAGE_SIZE = 25


async def library(request: Request) -> Response:
    count = store_of(request).rows("SELECT title FROM article")
    return PAGES.TemplateResponse(request, "library.html", {"count": len(count)})


async def landing(request: Request) -> Response:
    about = {row["title"]: row["about"] for row in store_of(request).rows("SELECT * FROM article")}
    return PAGES.TemplateResponse(request, "landing.html", {"portal": PORTAL, "about": about})


async def article(request: Request) -> Response:
    title = request.path_params["title"].replace("_", " ").strip()
    store = store_of(request)
    found = finding.known(store, title)
    if not found:
        return _elsewhere(request, title)
    if found["title"] != title:
        return RedirectResponse(address(found["title"]), 302)
    asked = request.query_params.get("redirected", "")
    shown = {
        "article": found,
        "html": Markup(rendered(found["text"])),
        "contents": [(name, anchor(name)) for name in headings(found["text"])],
        "box": json.loads(found["box"]),
        "redirected": asked if finding.target(store, asked) == title else "",
    }
    return PAGES.TemplateResponse(request, "article.html", shown)


def _elsewhere(request: Request, title: str) -> Response:
    """To the article that this is another name of, or what might have been meant."""
    store = store_of(request)
    other = finding.target(store, title)
    if other:
        return RedirectResponse(f"{address(other)}?{urlencode({'redirected': title})}", 302)
    shown = {"title": title, "near": finding.alike(store, title)}
    return PAGES.TemplateResponse(request, "404.html", shown, 404)


def picture(request: Request) -> Response:
    """Drawing takes its time, so this is no coroutine: it runs in a thread of its own."""
    found = finding.known(store_of(request), request.path_params["title"].replace("_", " "))
    spec = json.loads(found["picture"]) if found else None
    if not spec:
        raise not_found()
    return Response(pictures.draw(spec), media_type="image/png")


async def search(request: Request) -> Response:
    """``start`` (from 1) and ``pageLength`` page through the results, as in Kiwix."""
    asked = request.query_params
    pattern = asked.get("pattern", "").strip()
    store = store_of(request)
    hits = finding.search(store, pattern)
    size = min(100, max(1, whole(asked.get("pageLength")) or PAGE_SIZE))
    number = ((whole(asked.get("start")) or 1) - 1) // size + 1
    page = Pagination.at(str(number), size, len(hits))
    starts = {n: _results(pattern, (n - 1) * size + 1, size) for n in range(1, page.pages + 1)}
    shown = {"hits": hits[page.offset : page.last], "page": page, "starts": starts}
    return PAGES.TemplateResponse(request, "search.html", {**shown, "pattern": pattern})


def _results(pattern: str, start: int, size: int) -> str:
    asked = {"books.name": BOOK, "pattern": pattern, "start": start, "pageLength": size}
    return f"/search?{urlencode(asked)}"


async def suggest(request: Request) -> Response:
    """Titles for the search box, as JSON."""
    term = request.query_params.get("term", "")
    found = finding.suggestions(store_of(request), term) if term.strip() else []
    return JSONResponse(
        [
            {"value": title, "label": title, "kind": "path", "path": f"A/{title.replace(' ', '_')}"}
            for title in found
        ]
    )
