"""The embedded forum keeps the promises that tasks are written against."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import httpx
import pytest
from PIL import Image

from pytest_vwa.arena.reddit.posts import slug
from pytest_vwa.arena.reddit.prose import prose
from pytest_vwa.arena.reddit.schema import ago, full
from pytest_vwa.arena.server import Arena

ME = "MarvelsGrantMan136"
BRIDGE = "/f/pics/1668"
FERRY = "/f/Erie/1888"
MOKA = "/f/coffee/1343"
LOCKED = "/f/cooking/1068"


@pytest.fixture(scope="module")
def running() -> Iterator[Arena]:
    with Arena(["reddit"]) as arena:
        yield arena


@pytest.fixture
def arena(running: Arena) -> Arena:
    running.fresh()
    return running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[httpx.Client]:
    url = arena.sites["reddit"].url
    with httpx.Client(base_url=url, follow_redirects=True, trust_env=False) as client:
        yield client


@pytest.fixture
def me(visitor: httpx.Client) -> httpx.Client:
    visitor.post("/login_check", data={"_username": ME, "_password": "test1234"})
    return visitor


def titles(page: httpx.Response) -> list[str]:
    found = re.findall(r'class="submission__link"[^>]*>(?:<img[^>]*>)?(.*?)</a>', page.text)
    return [unescape(title) for title in found]


def scores(page: httpx.Response) -> list[int]:
    pattern = r'action="/sv/\d+" method="post" data-score="(-?\d+)"'
    return [int(score) for score in re.findall(pattern, page.text)]


def text(page: httpx.Response) -> str:
    """What a reader sees of the main part."""
    main = page.text[page.text.index("<main") : page.text.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


# --- reading ------------------------------------------------------------------------------------


def test_reddit_seed_has_minimum_size(arena: Arena) -> None:
    (site,) = arena._by_port.values()
    count = {
        table: site.store.rows(f"SELECT count(*) FROM {table}")[0][0]
        for table in ("forums", "posts", "comments", "users")
    }
    assert count["forums"] >= 10
    assert count["posts"] >= 60
    assert count["comments"] >= 400
    assert count["users"] >= 25


def test_reddit_comments_are_newer_than_their_parents(arena: Arena) -> None:
    (site,) = arena._by_port.values()
    assert not site.store.rows(
        "SELECT comments.id FROM comments JOIN posts ON posts.id = comments.post_id"
        " LEFT JOIN comments AS parent ON parent.id = comments.parent_id"
        " WHERE comments.created <= coalesce(parent.created, posts.created)"
    )


def test_reddit_new_sorts_newest_first(visitor: httpx.Client) -> None:
    times = re.findall(r'<time datetime="([^"]+)"', visitor.get("/new").text)
    assert times == sorted(times, reverse=True)


def test_reddit_top_sorts_highest_score_first(visitor: httpx.Client) -> None:
    found = scores(visitor.get("/top"))
    assert found == sorted(found, reverse=True)
    assert scores(visitor.get("/top?p=2"))[0] <= found[-1]


def test_reddit_top_of_week_excludes_older_posts(visitor: httpx.Client) -> None:
    page = visitor.get("/f/pics/top?t=week")
    assert titles(page) == ["The yellow bridge at six in the morning, nobody on it but me"]
    assert len(titles(visitor.get("/f/pics/top"))) == 7


def test_reddit_sort_orders_list_the_same_posts(visitor: httpx.Client) -> None:
    orders = ("hot", "new", "active", "top", "controversial", "most_commented")
    found = [sorted(titles(visitor.get(f"/f/Erie/{order}"))) for order in orders]
    assert all(each == found[0] for each in found)
    assert len(found[0]) == 5


def test_reddit_post_pages_do_not_overlap(visitor: httpx.Client) -> None:
    first, second = (titles(visitor.get(f"/all/new?p={page}")) for page in (1, 2))
    assert len(first) == 12
    assert not set(first) & set(second)


def test_reddit_post_url_works_without_slug(visitor: httpx.Client) -> None:
    whole = visitor.get(f"{FERRY}/the-ferry-across-the-bay-runs-again-and-it-is-still-three")
    assert "First boat leaves the foot of State Street" in text(whole)
    assert text(visitor.get(FERRY)) == text(whole)


def test_reddit_replies_nest_below_their_comment(visitor: httpx.Client) -> None:
    found = re.findall(r'data-level="(\d)"|class="fg-inherit" href="/user/(\w+)"',
                       visitor.get(FERRY).text)  # fmt: skip
    flat = [level or user for level, user in found]
    start = flat.index("ferry_fran")
    assert flat[start - 1 : start + 3] == ["1", "ferry_fran", "2", "presque_paul"]


def test_reddit_linear_comments_are_flat_and_by_time(visitor: httpx.Client) -> None:
    page = visitor.get(f"{FERRY}/x/linear").text
    times = re.findall(r'wrote <time datetime="([^"]+)"', page)
    assert times == sorted(times)
    assert set(re.findall(r'data-level="(\d)"', page)) == {"1"}


def test_reddit_comment_page_shows_only_comment_and_replies(visitor: httpx.Client) -> None:
    page = text(visitor.get(f"{FERRY}/-/comment/188801"))
    assert "The card reader is in a box" in page
    assert "I remember you." in page
    assert "wheelchair" not in page


def test_reddit_picture_post_title_links_to_image(visitor: httpx.Client) -> None:
    page = visitor.get("/f/pics").text
    link = re.search(r'class="submission__link" href="(/submission_images/\w{64}\.png)"', page)
    assert link
    picture = visitor.get(link[1])
    assert picture.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (480, 360)


def test_reddit_link_post_title_links_to_its_url(visitor: httpx.Client) -> None:
    page = visitor.get("/f/bicycling").text
    assert 'href="https://cheatlake-wheelers.example/loop38" rel="nofollow"' in page
    assert '<span class="submission__host">cheatlake-wheelers.example</span>' in page


def test_reddit_search_matches_word_prefixes(
    visitor: httpx.Client,
) -> None:
    page = visitor.get("/search", params={"q": "BADGER"})
    assert titles(page) == ["The badgers have a third one now"]
    assert "The badgers keep to the same hours." in text(page)
    assert "2 results" in text(page)


@pytest.mark.parametrize("query", ["xylophone", "%", "_", "' OR 1=1 --"])
def test_reddit_search_without_results_says_so(visitor: httpx.Client, query: str) -> None:
    assert "Nothing was found" in text(visitor.get("/search", params={"q": query}))


def test_reddit_forum_list_can_be_sorted(visitor: httpx.Client) -> None:
    for order, first in (("name", "AskPostmill"), ("subscribers", "pics"), ("submissions", "pics")):
        names = re.findall(r'<strong>(\w+)</strong></a> <span class="forum-list',
                           visitor.get(f"/forums/by_{order}").text)  # fmt: skip
        assert names[0] == first
        assert len(names) == 16
    assert "Pittsburgh" in text(visitor.get("/forums/all"))


@pytest.mark.parametrize(
    "path",
    [
        *("/nope", "/f/nope", "/f/pics/1", "/f/Erie/1668", "/f/pics/1668/-/comment/1", "/wiki/no"),
        *("/user/nobody", "/forums/by_luck", "/submission_images/no.png", "/f/pics/1668/x/y"),
    ],
)
def test_reddit_unknown_path_returns_404_page(visitor: httpx.Client, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 404
    assert "There is nothing at this address" in page.text


def test_reddit_wiki_links_its_pages(visitor: httpx.Client) -> None:
    assert 'href="/wiki/house_rules">House rules</a>' in visitor.get("/wiki").text
    assert "rests for a month" in text(visitor.get("/wiki/house_rules"))


# --- logging in ---------------------------------------------------------------------------------


def test_reddit_login_refuses_wrong_password(visitor: httpx.Client) -> None:
    page = visitor.post("/login_check", data={"_username": ME, "_password": "no"})
    assert 'role="alert">Username or password is wrong.' in page.text


def test_reddit_login_returns_to_requested_page(visitor: httpx.Client) -> None:
    assert visitor.get("/submit/cats").url.path == "/login"
    form = {"_username": ME, "_password": "test1234"}
    assert visitor.post("/login_check", data=form).url.path == "/submit/cats"


def test_reddit_logout_ends_session(me: httpx.Client) -> None:
    me.post("/logout")
    assert me.get("/messages").url.path == "/login"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"username": "x"}, "needs 3 to 25"),
        ({"username": ME.lower(), "password": "secret123"}, "is taken"),
        ({"username": "newcomer", "password": "short"}, "8 characters or more"),
        ({"username": "newcomer", "password": "secret123", "password2": "x"}, "passwords differ"),
    ],
)
def test_reddit_registration_reports_invalid_fields(
    visitor: httpx.Client, form: dict[str, str], said: str
) -> None:
    assert said in visitor.post("/registration", data=form).text


def test_reddit_new_user_can_comment(visitor: httpx.Client) -> None:
    form = {"username": "newcomer", "password": "secret123", "password2": "secret123"}
    assert "Welcome, newcomer!" in visitor.post("/registration", data=form).text
    visitor.post(f"{FERRY}/-/comment", data={"comment": "Hello"})
    assert "newcomer" in text(visitor.get(FERRY))


# --- voting and subscribing ---------------------------------------------------------------------


def test_reddit_vote_counts_once_and_can_be_changed(me: httpx.Client) -> None:
    after = []
    for choice in ("1", "1", "-1", "0"):
        page = me.post("/sv/1888", data={"choice": choice})
        shape = re.search(r'<div class="submission__vote"><form class="([^"]+)"', page.text)
        assert shape
        after.append((scores(page)[0], shape[1]))
    up, down = "vote vote--user-upvoted", "vote vote--user-downvoted"
    assert after == [(88, up), (88, up), (86, down), (87, "vote")]


def test_reddit_vote_as_json_returns_score(me: httpx.Client) -> None:
    asked = {"accept": "application/json"}
    page = me.post("/cv/188801", data={"choice": "-1"}, headers=asked)
    assert page.json() == {"netScore": 40}


def test_reddit_invalid_vote_is_refused(me: httpx.Client) -> None:
    page = me.post("/sv/1888", data={"choice": "50"})
    assert "A vote is up, down or taken back." in page.text
    assert scores(page)[0] == 87


def test_reddit_vote_requires_login(visitor: httpx.Client) -> None:
    assert visitor.post("/sv/1888", data={"choice": "1"}).url.path == "/login"


def test_reddit_subscription_counts_once_and_is_listed(me: httpx.Client) -> None:
    for _ in range(2):
        page = me.post("/f/Erie/subscribe")
    assert 'aria-label="3413 subscribers"' in page.text
    assert '<a href="/f/Erie">Erie</a>' in me.get("/").text[-4000:]
    assert 'aria-label="3412 subscribers"' in me.post("/f/Erie/unsubscribe").text


def test_reddit_front_page_can_show_subscribed_forums(me: httpx.Client) -> None:
    me.post(f"/user/{ME}/preferences", data={"front": "subscribed"})
    found = set(re.findall(r'class="submission__forum fg-inherit" href="/f/(\w+)"',
                           me.get("/").text))  # fmt: skip
    assert found == {"bicycling", "coffee", "pics", "Pittsburgh"}


# --- writing ------------------------------------------------------------------------------------


def submit(client: httpx.Client, **form: str) -> httpx.Response:
    return client.post("/submit", data={"forum": "Erie", "title": "A <title>", **form})


def test_reddit_submission_gets_its_own_url(me: httpx.Client) -> None:
    page = submit(me, body="One.\n\n- two\n- **three**")
    assert re.fullmatch(r"/f/Erie/\d+/a-title", page.url.path)
    assert f"A <title> Submitted by {ME} just now in Erie" in text(page)
    assert "<li>two</li><li><strong>three</strong></li>" in page.text
    assert titles(me.get("/f/Erie/new"))[0] == "A <title>"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"title": ""}, "The title must not be empty."),
        ({"title": "x" * 301}, "The title has 301 characters"),
        ({"body": "x" * 25_001}, "The body has 25001 characters"),
        ({"url": "javascript:alert(1)"}, "The URL must begin with http"),
        ({"forum": ""}, "choose the forum"),
    ],
)
def test_reddit_submission_error_keeps_typed_fields(
    me: httpx.Client, form: dict[str, str], said: str
) -> None:
    page = submit(me, **form)
    assert said in page.text
    assert page.url.path == "/submit"
    assert form.get("title", "A &lt;title&gt;") in page.text


def test_reddit_uploaded_image_becomes_the_post(me: httpx.Client) -> None:
    drawn = BytesIO()
    Image.new("RGB", (900, 600), "purple").save(drawn, "PNG")
    files = {"image": ("a.png", drawn.getvalue(), "image/png")}
    page = me.post("/submit", data={"forum": "pics", "title": "Purple"}, files=files)
    found = re.search(r"/submission_images/\w+\.png", page.text)
    assert found
    assert Image.open(BytesIO(me.get(found[0]).content)).size == (480, 320)


def test_reddit_upload_refuses_non_image(me: httpx.Client) -> None:
    files = {"image": ("a.png", b"no", "image/png")}
    page = me.post("/submit", data={"forum": "pics", "title": "Purple"}, files=files)
    assert "The picture could not be read" in page.text


def test_reddit_author_edits_and_deletes_own_post(me: httpx.Client) -> None:
    page = me.post(f"{MOKA}/-/edit", data={"title": "Moka pots", "body": "No."})
    assert titles(page) == ["Moka pots"]
    assert ", edited just now" in text(page)
    assert me.post(f"{MOKA}/-/delete").url.path == "/f/coffee"
    assert me.get(MOKA).status_code == 404


def test_reddit_user_cannot_change_posts_of_others(me: httpx.Client) -> None:
    for path in (f"{FERRY}/-/edit", f"{FERRY}/-/delete", f"{FERRY}/-/comment/188801/delete"):
        assert me.post(path, data={"title": "x"}).status_code == 404
    assert "still three dollars" in text(me.get(FERRY))


def test_reddit_moderator_locks_and_deletes_in_own_forum(me: httpx.Client) -> None:
    assert "lock it" not in text(me.post("/f/pics/1620/-/lock"))
    assert "nobody can comment" in text(me.get("/f/pics/1620"))
    assert me.post("/f/pics/1620/-/delete").url.path == "/f/pics"
    assert "Only moderators lock" in me.post(f"{FERRY}/-/lock").text


def test_reddit_comment_redirects_to_its_own_page(me: httpx.Client) -> None:
    page = me.post(f"{FERRY}/-/comment", data={"comment": "See you <there>"})
    assert re.fullmatch(r"/f/Erie/1888/the-ferry[-\w]+/-/comment/\d+", page.url.path)
    assert "See you <there>" in text(page)
    assert page.text.count('class="comment__body"') == 1
    assert "10 comments" in text(me.get(FERRY))


def test_reddit_new_comment_is_newest(me: httpx.Client) -> None:
    for words in ("one", "two"):
        page = me.post(f"{FERRY}/-/comment/188801", data={"comment": words})
    latest = re.search(r'wrote <time datetime="([^"]+)"', page.text)
    assert latest
    times = re.findall(r'<time datetime="([^"]+)"', me.get(FERRY).text)
    assert latest[1] == max(times)
    assert len(set(times)) == len(times)


def test_reddit_empty_comment_is_refused(me: httpx.Client) -> None:
    page = me.post(f"{FERRY}/-/comment", data={"comment": "  "})
    assert "The comment must not be empty." in page.text


def test_reddit_locked_post_refuses_comments(me: httpx.Client) -> None:
    assert "<textarea" not in me.get(LOCKED).text
    page = me.post(f"{LOCKED}/-/comment", data={"comment": "Hello"})
    assert "This submission is locked" in page.text
    assert "Hello" not in text(page)


def test_reddit_deleted_comment_keeps_replies(me: httpx.Client) -> None:
    first = me.post(f"{FERRY}/-/comment", data={"comment": "First thought"})
    number = first.url.path.rpartition("/")[2]
    me.post(f"{FERRY}/-/comment/{number}", data={"comment": "Second thought"})
    page = text(me.post(f"{FERRY}/-/comment/{number}/delete"))
    assert "First thought" not in page
    assert "[deleted]" in page
    assert "Second thought" in page


def test_reddit_comment_can_be_edited(me: httpx.Client) -> None:
    first = me.post(f"{FERRY}/-/comment", data={"comment": "Frist"})
    number = first.url.path.rpartition("/")[2]
    page = text(me.post(f"{FERRY}/-/comment/{number}/edit", data={"comment": "First"}))
    assert "First" in page
    assert "Frist" not in page


# --- forums, people, messages -------------------------------------------------------------------

NEW = {"name": "stargazing", "title": "Stars", "description": "Up", "sidebar": "Red light only"}


def test_reddit_forum_creator_moderates_it(me: httpx.Client) -> None:
    assert me.post("/create_forum", data=NEW).url.path == "/f/stargazing"
    page = me.get("/f/stargazing/edit").text
    assert re.search(r'id="forum_description"[^>]* value="Up"', page)
    assert '<textarea id="forum_sidebar" name="sidebar" rows="8">Red light only</textarea>' in page
    saved = me.post("/f/stargazing/edit", data={**NEW, "title": "Night sky"})
    assert 'value="Night sky"' in saved.text
    assert "Only moderators change a forum." in me.get("/f/Erie/edit").text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "a b"}, "3 to 25 letters"),
        ({"name": "ERIE"}, "exists already"),
        ({"sidebar": ""}, "The sidebar must not be empty."),
    ],
)
def test_reddit_invalid_forum_is_refused(
    me: httpx.Client, change: dict[str, str], said: str
) -> None:
    assert said in me.post("/create_forum", data=NEW | change).text


def test_reddit_user_page_lists_newest_first(visitor: httpx.Client) -> None:
    page = visitor.get("/user/birchgrace")
    times = re.findall(r'(?:Submitted by .*?|wrote )<time datetime="([^"]+)"', page.text)
    assert times == sorted(times, reverse=True)
    assert "This is Pepper" in text(visitor.get("/user/birchgrace/submissions"))
    assert titles(visitor.get("/user/birchgrace/comments")) == []


def test_reddit_biography_appears_on_user_page(me: httpx.Client) -> None:
    assert "user-bio__biography" not in me.get(f"/user/{ME}").text
    me.post(f"/user/{ME}/edit_biography", data={"biography": "I am a robot"})
    bio = '<div class="user-bio__biography"><p>I am a robot</p></div>'
    assert bio in me.get(f"/user/{ME}").text


def test_reddit_new_username_is_shown_everywhere(me: httpx.Client) -> None:
    page = me.post(f"/user/{ME}/account", data={"username": "MarvelsGrantMan135"})
    assert page.url.path == "/user/MarvelsGrantMan135/account"
    assert "<strong>MarvelsGrantMan135</strong></button>" in page.text
    assert "MarvelsGrantMan135" in text(me.get(BRIDGE))


def test_reddit_account_pages_are_private(me: httpx.Client) -> None:
    for path in ("account", "edit_biography", "block_list", "preferences", "delete_account"):
        assert me.get(f"/user/{ME}/{path}").status_code == 200
        assert "belongs to somebody else" in me.get(f"/user/rosa_d/{path}").text


def test_reddit_deleted_account_cannot_log_in(me: httpx.Client) -> None:
    refused = me.post(f"/user/{ME}/delete_account", data={"name": "x"})
    assert "type your username to confirm" in refused.text
    assert me.post(f"/user/{ME}/delete_account", data={"name": ME}).url.path == "/login"
    again = me.post("/login_check", data={"_username": ME, "_password": "test1234"})
    assert "Username or password is wrong." in again.text
    assert "deleted_1" in text(me.get(BRIDGE))


def test_reddit_posts_of_blocked_user_are_hidden(me: httpx.Client) -> None:
    page = me.post("/user/brickandrail/block_user", data={"comment": "puns"})
    assert page.url.path == f"/user/{ME}/block_list"
    assert "brickandrail puns" in text(page)
    assert "A bridge walks into a bar" not in titles(me.get("/f/jokes"))
    me.post("/user/brickandrail/unblock_user")
    assert "A bridge walks into a bar" in titles(me.get("/f/jokes"))


def test_reddit_message_is_listed_with_recipient(me: httpx.Client) -> None:
    page = me.post("/user/rosa_d/compose_message", data={"body": "nice rainbow"})
    assert re.fullmatch(r"/messages/thread/\d+", page.url.path)
    listed = text(me.get("/messages"))
    assert re.search(rf"nice rainbow just now {ME} rosa_d", listed)
    assert "more of it" in text(me.post(page.url.path, data={"body": "more of it"}))
    assert "must not be empty" in me.post(page.url.path, data={"body": ""}).text


def test_reddit_notifications_list_replies_of_others(me: httpx.Client) -> None:
    page = text(me.get("/notifications"))
    assert "Yours, now. Please find out where it was." in page
    assert "They have been married" not in page


def test_reddit_wiki_page_can_be_created(me: httpx.Client) -> None:
    form = {"title": "Knots", "body": "Begin with the **bowline**."}
    assert me.post("/wiki/_edit/knots", data=form).url.path == "/wiki/knots"
    assert f"Last changed by {ME} just now" in text(me.get("/wiki/knots"))
    assert "must not be empty" in me.post("/wiki/_edit/knots", data={"title": "x"}).text


# --- words and times ----------------------------------------------------------------------------


def test_reddit_prose_escapes_html() -> None:
    assert prose("<b>x</b> & *y*") == "<p>&lt;b&gt;x&lt;/b&gt; &amp; <em>y</em></p>"
    assert prose("see f/pics, or https://a.example/f/x.") == (
        '<p>see <a href="/f/pics">f/pics</a>, or '
        '<a href="https://a.example/f/x" rel="nofollow">https://a.example/f/x</a>.</p>'
    )
    assert prose("> so\n\nyes\r\nno") == ("<blockquote><p>so</p></blockquote>\n<p>yes<br>\nno</p>")
    assert prose('https://a.example/"onclick=').count("<a ") == 1


def test_reddit_slug_is_made_of_title_words() -> None:
    assert slug("Who's there? Übung 2") == "who-s-there-ubung-2"
    assert slug("...") == "-"
    assert len(slug("word " * 40)) <= 60


def test_reddit_ago_and_full_format_times() -> None:
    assert ago("2024-06-15T11:59:00+00:00") == "1 minute ago"
    assert ago("2024-06-13T12:00:00+00:00") == "2 days ago"
    assert ago("2022-06-13T12:00:00+00:00") == "2 years ago"
    assert ago("2024-06-15T12:00:09+00:00") == "just now"
    assert full("2024-06-09T00:05:00+00:00") == "June 9, 2024 at 12:05 AM"
