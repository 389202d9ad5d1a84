"""The forum's tables, and the clock that stands in one of them."""

import datetime
from functools import lru_cache

from markupsafe import Markup

from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import TODAY

NOW = datetime.datetime.combine(TODAY, datetime.time(12), datetime.UTC)
"""When a visit begins; whatever is written then is a second later than what was before it."""

SCHEMA = """
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE COLLATE NOCASE, password TEXT,
    email TEXT DEFAULT '', bio TEXT DEFAULT '', joined TEXT, front TEXT DEFAULT 'all');
CREATE TABLE forums (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE COLLATE NOCASE, title TEXT,
    description TEXT, sidebar TEXT, tag TEXT DEFAULT '', created TEXT, subscribers INTEGER);
CREATE TABLE moderators (forum_id INTEGER, user_id INTEGER, PRIMARY KEY (forum_id, user_id));
CREATE TABLE subscriptions (user_id INTEGER, forum_id INTEGER, PRIMARY KEY (user_id, forum_id));
CREATE TABLE pictures (name TEXT PRIMARY KEY, spec TEXT, photo BLOB);
CREATE TABLE posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, forum_id INTEGER, user_id INTEGER, title TEXT,
    url TEXT DEFAULT '', body TEXT DEFAULT '', picture TEXT DEFAULT '', created TEXT,
    edited TEXT DEFAULT '', score INTEGER DEFAULT 1, downs INTEGER DEFAULT 0,
    locked INTEGER DEFAULT 0);
CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, post_id INTEGER, parent_id INTEGER, user_id INTEGER,
    body TEXT, created TEXT, edited TEXT DEFAULT '', score INTEGER DEFAULT 1,
    deleted INTEGER DEFAULT 0);
CREATE INDEX comments_of_post ON comments (post_id);
CREATE INDEX comments_of_user ON comments (user_id);
CREATE TABLE post_votes (user_id INTEGER, of_id INTEGER, choice INTEGER,
    PRIMARY KEY (user_id, of_id));
CREATE TABLE comment_votes (user_id INTEGER, of_id INTEGER, choice INTEGER,
    PRIMARY KEY (user_id, of_id));
CREATE TABLE threads (id INTEGER PRIMARY KEY AUTOINCREMENT, sender_id INTEGER, other_id INTEGER);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, user_id INTEGER, body TEXT,
    created TEXT);
CREATE TABLE blocks (user_id INTEGER, blocked_id INTEGER, note TEXT,
    PRIMARY KEY (user_id, blocked_id));
CREATE TABLE wiki (path TEXT PRIMARY KEY, title TEXT, body TEXT, user_id INTEGER, changed TEXT);
CREATE TABLE clock (ticks INTEGER);
INSERT INTO clock VALUES (0);
"""
_UNITS = (
    *(("year", 31_557_600), ("month", 2_629_800), ("day", 86_400)),
    *(("hour", 3600), ("minute", 60)),
)
# Times are ISO 8601 in UTC. Passwords stand in the clear: this is a stage set, whose one account
# is printed in the documentation.


def moment(store: Store) -> str:
    """The time for what is being written now; no two are the same."""
    store.write("UPDATE clock SET ticks = ticks + 1")
    ticks = store.rows("SELECT ticks FROM clock")[0]["ticks"]
    return (NOW + datetime.timedelta(seconds=ticks)).isoformat()


def ago(iso: str) -> str:
    """``2 days ago``, seen from the visit."""
    seconds = (NOW - datetime.datetime.fromisoformat(iso)).total_seconds()
    for unit, length in _UNITS:
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def full(iso: str) -> str:
    """``2024-06-09T18:20:00+00:00`` -> ``June 9, 2024 at 6:20 PM``"""
    time = datetime.datetime.fromisoformat(iso)
    return f"{time:%B} {time.day}, {time.year} at {time.hour % 12 or 12}:{time:%M %p}"


@lru_cache(maxsize=2048)
def time(iso: str) -> Markup:
    """As HTML: how long ago, the full time when pointed at."""
    html = Markup('<time datetime="{}" title="{}">{}</time>')
    return html.format(iso, full(iso), ago(iso))
