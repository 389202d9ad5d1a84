"""The world of still pages that pytest_vwa.testing offers for tests of agents."""

import pytest

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import AgentError
from pytest_vwa.core.ports import Brief
from pytest_vwa.core.site import Sites
from pytest_vwa.core.trajectory import StopReason
from pytest_vwa.episode import Limits
from pytest_vwa.testing import StillPage, StillWorld, button, link, play, text_field
from pytest_vwa.testing.fixtures import resolved

START = "http://shop.test/"
CART = "http://shop.test/cart"
PAGES = (
    StillPage(START, "Shop", (text_field("Search"), link("Cart", CART)), ("From <$5>",)),
    StillPage(CART, "Cart", (button("Check out"),)),
)


def world() -> StillWorld:
    return StillWorld(PAGES)


class Script:
    """An agent that replies what it was given, in order."""

    def __init__(self, *replies: str) -> None:
        self.replies = iter(replies)
        self.notes: list[str] = []

    def begin(self, brief: Brief) -> None:
        self.brief = brief

    def act(self, observation) -> str:
        self.notes.append(observation.note)
        return next(self.replies)


def test_still_world_shows_elements_texts_and_tabs() -> None:
    seen = StillWorld(PAGES, [START, CART]).observe()
    assert seen.text.splitlines() == [
        "[1] [INPUT] [Search]",
        "[2] [A] [Cart]",
        "[] [StaticText] [From <$5>]",
    ]
    assert [(element.id, element.tag, element.text) for element in seen.elements] == [
        ("1", "INPUT", "Search"),
        ("2", "A", "Cart"),
    ]
    assert [(tab.title, tab.url, tab.active) for tab in seen.tabs] == [
        ("Shop", START, True),
        ("Cart", CART, False),
    ]


def test_still_world_needs_a_page_or_a_start_url() -> None:
    with pytest.raises(ValueError, match="needs a page or a start URL"):
        StillWorld([])


@pytest.mark.parametrize(
    ("pages", "given"),
    [
        ([PAGES[0], "https://x"], "given a collection that holds the str 'https://x'; it expects"),
        ({START: PAGES[0]}, "given a collection that holds the str 'http://shop.test/'; it"),
        ("https://x", "given the str 'https://x'; it expects"),
        (PAGES[0], "given the StillPage StillPage("),
        (None, "given the NoneType None; it expects"),
    ],
    ids=["list of URLs", "dict", "URL", "page", "None"],
)
def test_still_world_refuses_what_is_no_list_of_pages(pages, given: str) -> None:
    with pytest.raises(TypeError) as refused:
        StillWorld(pages)
    assert given in str(refused.value)
    assert 'such as StillWorld([StillPage("https://shop.test/")])' in str(refused.value)


def test_still_pages_fixture_refuses_what_is_no_page() -> None:
    with pytest.raises(
        TypeError, match=r"given a collection that holds the str '__SHOPPING__'; it"
    ):
        resolved(["__SHOPPING__"], Sites({}))


def test_still_world_takes_pages_that_are_made_one_by_one() -> None:
    still = StillWorld(page for page in PAGES)
    assert (still.url, still.page_at(CART).title) == (START, "Cart")


def test_still_world_click_opens_what_the_link_leads_to() -> None:
    still = world()
    assert still.perform(Action("click", "1")) == ""
    assert still.url == START
    assert still.perform(Action("click", "2")) == ""
    assert (still.url, still.page.title) == (CART, "Cart")


def test_still_world_logs_actions_in_order() -> None:
    still = world()
    actions = [Action("type", "1", "kayak\n"), Action("scroll", value="down"), Action("click", "9")]
    for action in actions:
        still.perform(action)
    assert still.actions == actions


@pytest.mark.parametrize(
    ("action", "note"),
    [
        (Action("click", "3"), "not done: no element has the mark 3"),
        (Action("hover", "0"), "not done: no element has the mark 0"),
        (Action("type", "12,40", "x"), "not done: no element has the mark 12,40"),
        (Action("tab_focus", value="1"), "not done: there is no tab 1; open are 0 to 0"),
        (Action("go_back"), "not done: the tab has no page to go_back to"),
        (Action("go_forward"), "not done: the tab has no page to go_forward to"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_still_world_notes_what_is_not_there(action: Action, note: str) -> None:
    still = world()
    assert still.perform(action) == note
    assert still.observe().note == note
    assert still.url == START


def test_still_world_stop_is_refused() -> None:
    with pytest.raises(ValueError, match="stop ends the run"):
        world().perform(Action("stop"))


def test_still_world_unknown_url_shows_an_empty_page() -> None:
    still = world()
    assert still.perform(Action("goto", value="http://shop.test/nowhere")) == ""
    assert still.page.title == "No such page"
    assert "no still page has the URL http://shop.test/nowhere" in still.observe().text


def test_still_world_resolves_urls_of_agents() -> None:
    still = StillWorld(PAGES, resolve=lambda url: url.replace("__SHOPPING__", "http://shop.test"))
    still.perform(Action("goto", value="__SHOPPING__/cart"))
    assert still.page.title == "Cart"


def test_still_world_keeps_a_history_for_each_tab() -> None:
    still = world()
    still.perform(Action("click", "2"))
    still.perform(Action("go_back"))
    assert still.url == START
    still.perform(Action("go_forward"))
    assert still.url == CART
    still.perform(Action("go_back"))
    still.perform(Action("goto", value="http://shop.test/new"))
    assert "no page to go_forward to" in still.perform(Action("go_forward"))
    still.perform(Action("new_tab"))
    assert still.url == "about:blank"
    assert "no page to go_back to" in still.perform(Action("go_back"))
    still.perform(Action("tab_focus", value="0"))
    assert still.last_url == "http://shop.test/new"


def test_still_world_closing_the_last_tab_leaves_an_empty_one() -> None:
    still = StillWorld(PAGES, [START, CART])
    still.perform(Action("tab_close"))
    assert still.url == CART
    still.perform(Action("tab_close"))
    assert still.url == "about:blank"


def test_still_world_new_tab_is_empty() -> None:
    still = world()
    still.perform(Action("new_tab"))
    seen = still.observe()
    assert (seen.url, seen.text, seen.elements, seen.note) == ("about:blank", "", (), "")
    assert [(tab.title, tab.active) for tab in seen.tabs] == [("Shop", False), ("", True)]


def test_still_world_shows_the_blank_page_it_was_given() -> None:
    still = StillWorld([*PAGES, StillPage("about:blank", "New tab")])
    still.perform(Action("new_tab"))
    assert still.page.title == "New tab"


def test_still_page_html_escapes_text() -> None:
    (snapshot,) = world().snapshots()
    assert snapshot.url == START
    assert "<title>Shop</title>" in snapshot.html
    assert "<p>From &lt;$5&gt;</p>" in snapshot.html
    assert f'<a href="{CART}">Cart</a>' in snapshot.html
    assert "<input>" in snapshot.html


def test_play_returns_the_trajectory_and_briefs_the_agent() -> None:
    agent, still, seen = Script("```click [7]```", "```stop [empty]```"), world(), []
    trajectory = play(agent, still, "What is in the cart?", watch=seen.append)
    assert (trajectory.stop, trajectory.answer) == (StopReason.ANSWERED, "empty")
    assert agent.brief.intent == "What is in the cart?"
    assert agent.brief.start_urls == (START,)
    assert agent.notes == ["", "not done: no element has the mark 7"]
    assert seen == list(trajectory.steps)


def test_play_takes_a_brief_and_limits() -> None:
    brief = Brief("shop/1", "Buy", (START,), {})
    agent = Script("```click [1]```", "```scroll [down]```")
    trajectory = play(agent, world(), brief=brief, limits=Limits(steps=2))
    assert (trajectory.stop, agent.brief) == (StopReason.STEP_LIMIT, brief)


def test_play_raises_the_agents_exception_as_agent_error() -> None:
    with pytest.raises(AgentError, match="the agent raised StopIteration"):
        play(Script(), world(), "Buy")


class Idle:
    """An agent that nobody taught to begin."""

    def act(self, observation) -> str:
        return "```stop []```"


class Deaf:
    """An agent that begins and has nothing to act with."""

    act = None

    def begin(self, brief: Brief) -> None:
        pass


def test_play_refuses_the_class_of_an_agent() -> None:
    with pytest.raises(
        TypeError, match=r"class Script; give an instance: play\(Script\(\), \.\.\.\)"
    ):
        play(Script, world(), "Buy")


@pytest.mark.parametrize(
    ("agent", "lacks"),
    [(Idle(), "begin(brief)"), (Deaf(), "act(observation)"), ("noop", "begin(brief)")],
    ids=["no begin", "no act", "name"],
)
def test_play_refuses_an_agent_without_a_method(agent: object, lacks: str) -> None:
    with pytest.raises(TypeError) as refused:
        play(agent, world(), "Buy")
    said = str(refused.value)
    assert f"the agent has no method {lacks}; it needs begin and act" in said
    assert f"was given a value of type {type(agent).__name__}" in said


def test_play_shows_an_agent_that_it_takes() -> None:
    with pytest.raises(TypeError) as refused:
        play("noop", world(), "Buy")
    example = str(refused.value).partition("this is an agent:\n")[2]
    names: dict[str, type] = {}
    exec(example, names)
    assert play(names["Mine"](), world(), "Buy").answer == "done"
