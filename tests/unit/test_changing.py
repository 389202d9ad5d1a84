"""Which tasks change their sites: real ones of the published files, read by hand."""

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from pytest_vwa.core.task import Check, Task
from pytest_vwa.dialects.load import load
from pytest_vwa.sites.changing import changes

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("VWA_SHARED", ROOT.parent / "shared")) / "data"
published = pytest.mark.skipif(not DATA.is_dir(), reason=f"no published task files in {DATA}")
KINDS = ("string_match", "url_match", "program_html", "page_image_query")

CHANGE = {
    "wa/727": "a delivery address is changed, though only an answer is judged",
    "wa/661": "submissions are liked, though only an answer is judged",
    "wa/723": "reviews are deleted",
    "wa/429": "somebody is notified",
    "wa/374": "'can you reorder it': judged by the latest order",
    "wa/558": "'ask for advice in a subreddit': judged by the post",
    "wa/608": "an issue is opened",
    "wa/625": "'promote ... to subreddit funny'",
    "wa/630": "an e-mail is drafted in a form",
    "vwa/shopping/399": "a cake is bought",
    "vwa/shopping/428": "items are put into the cart, which is looked at afterwards",
    "vwa/reddit/136": "'can you help me block them?'",
    "vwa/reddit/137": "a direct message is sent",
    "vwa/classifieds/196": "a comment is left, only if the picture shows something",
    "vwa/reddit/187": "a sum is asked for, but its file wants a reset",
    "videowa/reddit/9": "posts are voted on, and nothing is checked",
    "videowa/shopping_admin/25": "a price is decreased",
    "videowa/gitlab/30": "a merge request is assigned",
    "videowa/classifieds/32": "a comment is left, though only the address is judged",
}
READ = {
    "wa/36": "'check out my todos' is to look at them",
    "wa/139": "'checkout merge requests' as well",
    "wa/159": "'open my latest created issue' makes none",
    "wa/181": "'order id' is no order",
    "wa/238": "'share the price range' is to say it",
    "wa/253": "how to clone is asked, not to do it",
    "wa/327": "a theme is previewed",
    "wa/617": "orders are looked up",
    "wa/642": "a report is generated",
    "vwa/reddit/159": "an address of a picture that I could send",
    "vwa/shopping/297": "what size should I buy?",
    "vwa/shopping/150": "I ordered something; its page is asked for",
    "videowa/shopping/50": "what somebody else added to the cart is asked",
    "videowa/shopping_admin/13": "the page where I can change something is asked for",
    "videowa/gitlab/33": "a merge request is shown",
}


@cache
def tasks() -> dict[str, Task]:
    return {
        "/".join((path.parent.name, *_name(task))): task
        for path in sorted(DATA.rglob("*.raw.json"))
        for task in load(path, KINDS)
    }


def _name(task: Task) -> tuple[str, ...]:
    _, *rest = task.key.split("/")
    return tuple(part for part in rest if part != "webarena")


@published
def test_changes_detects_published_tasks_that_write() -> None:
    assert {key: why for key, why in CHANGE.items() if not changes(tasks()[key])} == {}


@published
def test_changes_ignores_published_tasks_that_only_read() -> None:
    assert {key: why for key, why in READ.items() if changes(tasks()[key])} == {}


@published
def test_changes_counts_match_real_sites_docs() -> None:
    """The figures of docs/real-sites.md."""
    all_of, changing = Counter[str](), Counter[str]()
    for task in tasks().values():
        all_of.update(task.sites)
        changing.update(task.sites if changes(task) else ())
    told = (ROOT / "docs/real-sites.md").read_text()
    for site in all_of:
        assert f"| `{site}` | {all_of[site]:,} | {changing[site]} |" in told


@pytest.mark.parametrize(
    ("intent", "changing"),
    [
        ("I want to buy the red bike", True),
        ("Please add it to my cart", True),
        ("Find the post, then upvote it", True),
        ("Can you help me block them?", True),
        ("Tell me how to delete my account", False),
        ("How many posts did she make?", False),
    ],
)
def test_changes_depends_on_requested_action(intent: str, changing: bool) -> None:
    assert changes(task(intent)) is changing


def test_changes_detects_task_checked_on_another_page() -> None:
    def judged(url: str) -> Task:
        return task("Go on.", checks=(Check("program_html", {"url": url}),))

    assert changes(judged("__SHOPPING__/checkout/cart"))
    assert not changes(judged("last"))


def test_changes_prefers_changes_sites_field() -> None:
    assert not changes(task("Delete it.", changes_sites=False, require_reset=True))
    assert changes(task("Look at it.", changes_sites=True))


def task(intent: str, **more: object) -> Task:
    common = {"key": "a/0", "name": "a-0", "benchmark": "a", "kind": "action"}
    return Task(**common, intent=intent, sites=("reddit",), start_urls=(), **more)
