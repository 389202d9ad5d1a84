"""An embedded forum site in the shape of Postmill."""

from pathlib import Path

from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import SiteApp, application

from . import account, community, letters, member_pages, reading, replies, voting, wiki, writing
from .frame import PAGES
from .posts import SORTS
from .seed import ACCOUNT, build

POST = "/f/{forum}/{post:int}"
COMMENT = POST + "/-/comment/{comment:int}"
USER = "/user/{name}"


def site() -> SiteApp:
    store = Store(build)
    app = application(_routes(), PAGES, cookie="postmill")
    app.state.store = store
    return SiteApp("reddit", app, store, ACCOUNT)


def _routes() -> list[Route | Mount]:
    return [
        *_reading(),
        *_writing(),
        *_people(),
        Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
    ]


def _reading() -> list[Route]:
    front, all_posts, one = reading.front, reading.everything, reading.forum
    return [
        Route("/", front),
        *(Route(f"/{sort}", front, name=sort) for sort in SORTS),
        Route("/all", all_posts),
        *(Route(f"/all/{sort}", all_posts, name=sort) for sort in SORTS),
        Route("/forums", community.by_size),
        Route("/forums/all", community.names),
        Route("/forums/by_{order}", community.ordered),
        Route("/search", reading.search),
        Route("/f/{forum}", one),
        *(Route(f"/f/{{forum}}/{sort}", one, name=sort) for sort in SORTS),
        Route(POST, reading.post),
        Route(COMMENT, reading.comment),
        Route(POST + "/{slug}", reading.post),
        Route(POST + "/{slug}/linear", reading.linear),
        Route(POST + "/{slug}/-/comment/{comment:int}", reading.comment),
        Route("/submission_images/{name}.png", reading.picture),
        Route("/wiki", wiki.page),
        Route("/wiki/_all", wiki.every),
        Route("/wiki/{path}", wiki.page),
    ]


def _writing() -> list[Route]:
    return [
        Route("/submit", writing.submit_form),
        Route("/submit", writing.submit, methods=["POST"]),
        Route("/submit/{forum}", writing.submit_form),
        Route(POST + "/-/edit", writing.edit_form),
        Route(POST + "/-/edit", writing.edit, methods=["POST"]),
        Route(POST + "/-/delete", writing.delete, methods=["POST"]),
        Route(POST + "/-/lock", writing.lock, methods=["POST"]),
        Route(POST + "/-/comment", replies.to_post, methods=["POST"]),
        Route(COMMENT, replies.to_comment, methods=["POST"]),
        Route(COMMENT + "/edit", replies.edit_form),
        Route(COMMENT + "/edit", replies.edit, methods=["POST"]),
        Route(COMMENT + "/delete", replies.delete, methods=["POST"]),
        Route("/sv/{number:int}", voting.on_post, methods=["POST"]),
        Route("/cv/{number:int}", voting.on_comment, methods=["POST"]),
        Route("/create_forum", community.create_form),
        Route("/create_forum", community.create, methods=["POST"]),
        Route("/f/{forum}/edit", community.edit_form),
        Route("/f/{forum}/edit", community.edit, methods=["POST"]),
        Route("/f/{forum}/subscribe", community.subscribe, methods=["POST"]),
        Route("/f/{forum}/unsubscribe", community.unsubscribe, methods=["POST"]),
        Route("/wiki/_edit/{path}", wiki.edit_form),
        Route("/wiki/_edit/{path}", wiki.edit, methods=["POST"]),
    ]


def _people() -> list[Route]:
    return [
        Route("/login", account.login_form),
        Route("/login_check", account.login, methods=["POST"]),
        Route("/logout", account.logout, methods=["POST"]),
        Route("/registration", account.register_form),
        Route("/registration", account.register, methods=["POST"]),
        Route(USER, member_pages.overview),
        Route(USER + "/submissions", member_pages.submissions),
        Route(USER + "/comments", member_pages.comments),
        Route(USER + "/account", account.account_form),
        Route(USER + "/account", account.save_account, methods=["POST"]),
        Route(USER + "/delete_account", account.delete_form),
        Route(USER + "/delete_account", account.delete, methods=["POST"]),
        Route(USER + "/edit_biography", account.biography_form),
        Route(USER + "/edit_biography", account.save_biography, methods=["POST"]),
        Route(USER + "/preferences", account.preferences_form),
        Route(USER + "/preferences", account.save_preferences, methods=["POST"]),
        Route(USER + "/block_list", member_pages.block_list),
        Route(USER + "/block_user", member_pages.block_form),
        Route(USER + "/block_user", member_pages.block, methods=["POST"]),
        Route(USER + "/unblock_user", member_pages.unblock, methods=["POST"]),
        Route(USER + "/compose_message", letters.compose_form),
        Route(USER + "/compose_message", letters.compose, methods=["POST"]),
        Route("/messages", letters.threads),
        Route("/messages/thread/{number:int}", letters.thread),
        Route("/messages/thread/{number:int}", letters.answer, methods=["POST"]),
        Route("/notifications", letters.notifications),
    ]
