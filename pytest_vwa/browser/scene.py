"""Where an action is done, and what it aims at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from playwright.sync_api import ElementHandle, Page

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Element

from . import marks
from .marks import Target
from .tabs import Tabs

PATIENCE_MS = 3000
_POINT = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*")


class MishapError(Exception):
    """Why an action was not done, as the sentence that the agent reads."""


@dataclass(frozen=True)
class Scene:
    """The tabs, the files that may be uploaded, and the elements that the agent was shown, by
    their marks; unless it is shown no marks at all. ``resolve`` tells which address is meant."""

    tabs: Tabs
    files: tuple[Path, ...] = ()
    seen: Mapping[str, Element] = field(default_factory=dict)
    marked: bool = True
    resolve: Callable[[str], str] = lambda url: url

    @property
    def page(self) -> Page:
        return self.tabs.active


def aim(scene: Scene, action: Action) -> Target:
    """What the action means: an element by its mark, or what lies at ``x,y`` of the viewport."""
    if place := _POINT.fullmatch(action.element):
        return _at(scene.page, float(place[1]), float(place[2]))
    if not scene.marked:
        raise MishapError(_by_point(action))
    target = marks.aim(scene.page, action.element)
    shown = scene.seen.get(action.element)
    # A page that was loaded meanwhile counts from 1 again: the number may be another element's.
    if target and (shown is None or shown.tag == target.tag):
        return target
    if shown:
        raise MishapError(
            f"the element {shown.id}, [{shown.tag}] [{shown.text}], is gone: the page has changed "
            "since you saw it; choose from the page as it is now"
        )
    raise MishapError(f"no element has the mark {action.element} on this page")


def _by_point(action: Action) -> str:
    example = replace(action, element="640,300")
    return (
        f"{action.element!r} is no point: elements have no numbers here; tell the x and y of one "
        f"in pixels from the picture's top left corner, e.g. {example}"
    )


def _at(page: Page, x: float, y: float) -> Target:
    target = marks.at(page, x, y)
    if target is None:
        width, height = page.evaluate("[innerWidth, innerHeight]")
        raise MishapError(
            f"the point {x:g},{y:g} is outside of the viewport, which is {width} pixels wide and "
            f"{height} high"
        )
    return target


def usable(scene: Scene, action: Action) -> Target:
    """What it aims at, if that is not disabled."""
    target = aim(scene, action)
    if target.disabled:
        raise MishapError(f"{target}; it is disabled")
    return target


def reach(target: Target) -> tuple[float, float]:
    """Where to put the mouse."""
    if target.point:
        return target.point
    if target.covered_by:
        raise MishapError(f"{target}; it is covered by {target.covered_by}")
    raise MishapError(f"{target}; it cannot be seen now")


def grasp(scene: Scene, target: Target) -> ElementHandle:
    """The element itself, or the control that a label stands for."""
    handle = marks.element(scene.page, target.id)
    if handle is None:
        raise MishapError(f"{target}; it is gone, the page has changed")
    return handle
