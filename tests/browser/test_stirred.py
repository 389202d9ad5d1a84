"""Whether anything came of an action can be told from what is seen next."""

from collections.abc import Callable

import pytest
from pages import Pages

from pytest_vwa.browser.readings import Sight
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

pytestmark = pytest.mark.usefixtures("one_tab")

BUTTON = "<button {}>Save</button><p>Draft</p>"


def clicked(world: BrowserWorld) -> bool:
    """Whether a click on the first element stirs anything."""
    world.observe()
    assert world.perform(Action("click", "1")) == ""
    return world.observe().stirred


@pytest.mark.parametrize(
    ("does", "stirs"),
    [
        ("", False),
        ("onfocus=\"this.style.color='red'\"", False),
        ("onclick=\"document.querySelector('p').textContent = 'Saved'\"", True),
        ("onclick=\"fetch('/save', {method: 'POST'})\"", True),
        ("onclick=\"fetch('/save?x=1')\"", True),
        ("onclick=\"new Image().src = '/pixel.png'\"", False),
        ("onclick=\"navigator.sendBeacon('/count')\"", False),
        ("onclick=\"location.hash = 'saved'\"", True),
        ('onclick="location.reload()"', True),
        ("onclick=\"open('/other')\"", True),
    ],
)
def test_click_effect_is_page_change_or_site_request(
    world_at: Callable[..., BrowserWorld], pages: Pages, does: str, stirs: bool
) -> None:
    pages["/other"] = "<p>Other</p>"
    assert clicked(world_at(BUTTON.format(does))) is stirs


def test_click_effect_ignores_earlier_requests(
    world_at: Callable[..., BrowserWorld],
) -> None:
    world = world_at(BUTTON.format("onclick=\"fetch('/save'); this.onclick = null\""))
    assert [clicked(world), clicked(world)] == [True, False]


def test_click_effect_is_assumed_for_screenshot_only(
    world_at: Callable[..., BrowserWorld],
) -> None:
    for kind, stirs in (("html", False), ("screenshot", True)):
        world = world_at(BUTTON.format(""), sight=Sight(kind))
        world.observe()
        assert world.perform(Action("click", "30,15" if kind == "screenshot" else "1")) == ""
        assert world.observe().stirred is stirs
