"""Models are shown the addresses that sites pretend to have, and may use them."""

from collections.abc import Callable

import pytest
from pages import Pages

from pytest_vwa import episode
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Brief
from pytest_vwa.core.site import Site, Sites


@pytest.fixture
def sites(pages: Pages) -> Sites:
    pages["/"] = f"<p>Front page of {pages.url}/</p><a href=/f/books>Books</a>"
    pages["/f/books"] = "<p>Books</p>"
    return Sites({"reddit": Site("reddit", pages.url, pretends="http://reddit.com")})


@pytest.fixture
def world(world_at: Callable[..., BrowserWorld], sites: Sites) -> BrowserWorld:
    return world_at(resolve=sites.meant)


class Notes:
    """An agent that notes what it is shown, and writes these actions."""

    def __init__(self, *actions: str) -> None:
        self.actions = [*actions, "stop []"]
        self.seen: list[Observation] = []

    def begin(self, brief: Brief) -> None: ...

    def act(self, observation: Observation) -> str:
        self.seen.append(observation)
        return self.actions.pop(0)

    def answer(self, question: str) -> str:
        return ""


def test_agent_sees_public_url_of_site(world: BrowserWorld, sites: Sites, pages: Pages) -> None:
    agent = Notes("new_tab []", "goto [http://reddit.com/f/books]", "goto [http://shop.com/]")
    trajectory = episode.run(
        agent, world, episode.Limits(), shown=lambda seen: seen.reworded(sites.shown)
    )
    shown = [seen.url for seen in agent.seen]
    assert shown == ["http://reddit.com/", "about:blank", *["http://reddit.com/f/books"] * 2]
    assert [tab.url for tab in agent.seen[2].tabs] == [
        "http://reddit.com/",
        "http://reddit.com/f/books",
    ]
    assert "Front page of http://reddit.com/" in agent.seen[0].text
    assert "may only visit http://reddit.com" in agent.seen[3].note
    assert not any(pages.url in f"{seen.text} {seen.note}" for seen in agent.seen)
    # What is judged and recorded is where it was.
    assert trajectory.steps[-1].observation.url == world.last_url == f"{pages.url}/f/books"


def test_goto_accepts_public_and_internal_url(world: BrowserWorld, pages: Pages) -> None:
    for written in (
        "http://reddit.com/f/books",
        "https://reddit.com/f/books",
        "reddit.com/f/books",
        "/f/books",
        f"{pages.url}/f/books",
    ):
        assert world.perform(Action("goto", value="http://reddit.com/")) == ""
        assert world.last_url == f"{pages.url}/"
        assert world.perform(Action("goto", value=written)) == "", written
        assert world.last_url == f"{pages.url}/f/books", written


def test_goto_refuses_host_with_public_url_as_prefix(world: BrowserWorld, pages: Pages) -> None:
    note = world.perform(Action("goto", value="http://reddit.com.evil.example/f/books"))
    assert "may only visit" in note
    assert world.last_url == f"{pages.url}/"


def test_observation_is_unchanged_without_public_url(sites: Sites, pages: Pages) -> None:
    plain = Sites({"reddit": Site("reddit", pages.url)})
    seen = Observation(f"[] [] [{pages.url}/x]", None, (), f"{pages.url}/x", (), f"at {pages.url}")
    assert seen.reworded(plain.shown) == seen
    assert seen.reworded(sites.shown).note == "at http://reddit.com"
