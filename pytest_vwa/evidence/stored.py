"""Evidence as a value that can be written down: no page, no login, no password."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from pydantic import Field

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Evidence, Judge, Snapshot, View
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.core.source import Source
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.core.value import Value

from .memory import Memory

_HIDDEN = "***"


class StoredStep(Value):
    """A turn of the agent's; ``url`` is where it was when it took it, and ``stirred`` whether
    anything had happened since the turn before."""

    number: int
    url: str
    reply: str = ""
    action: Action | None = None
    note: str = ""
    stirred: bool = True


class StoredTrajectory(Value):
    stop: StopReason
    answer: str = ""
    from_outside: bool = False
    steps: tuple[StoredStep, ...] = ()


class StoredPage(Value):
    """A page of an evaluator's own after these scripts ran on it: its address and its source, and
    the value of the last script or what it threw; left out what nobody asked for."""

    visit: str
    scripts: tuple[str, ...] = ()
    url: str | None = None
    html: str | None = None
    value: Any = None
    error: str | None = None


class Stored(Value):
    """``sites`` maps names to addresses, ``pretends`` to those that the agent was shown instead,
    ``looks`` keys to what was seen."""

    source: Source
    question: str = ""
    intent: str = ""
    answer: str = ""
    last_url: str = ""
    sites: dict[str, str] = Field(default_factory=dict)
    pretends: dict[str, str] = Field(default_factory=dict)
    tabs: tuple[Snapshot, ...] = ()
    trajectory: StoredTrajectory | None = None
    pages: tuple[StoredPage, ...] = ()
    looks: dict[str, Any] = Field(default_factory=dict)


def freeze(source: Source, evidence: Evidence, memory: Memory) -> Stored:
    """What the run left behind and what its evaluators saw, as ``memory`` has it."""
    accounts = (site.account for site in evidence.sites.by_name.values())
    hide = _Hiding(account.password for account in accounts if account and account.password)
    trajectory = evidence.trajectory
    return Stored(
        source=source,
        question=evidence.question,
        intent=evidence.intent,
        answer=evidence.answer,
        last_url=evidence.last_url,
        sites={name: site.url for name, site in evidence.sites.by_name.items()},
        pretends={name: s.pretends for name, s in evidence.sites.by_name.items() if s.pretends},
        tabs=tuple(Snapshot(tab.url, hide.in_html(tab.html)) for tab in evidence.tabs),
        trajectory=_frozen(trajectory, hide) if trajectory else None,
        pages=tuple(_page(key, seen, hide) for key, seen in memory.pages.items() if seen),
        looks=memory.looks,
    )


def thaw(stored: Stored, judge: Judge | None) -> Evidence:
    """Evidence that shows what was seen, and raises Unavailable for what was not."""
    sites = Sites(
        {
            name: Site(name, url, pretends=stored.pretends.get(name, ""))
            for name, url in stored.sites.items()
        }
    )

    def visit(address: str) -> View:
        raise Unavailable(
            f"what this asks of the page {sites.conceal(address)} was not looked at in that run"
        )

    def once(key: str, _: object) -> Any:
        raise Unavailable(f"{sites.conceal(key)} was not looked at in that run")

    memory = Memory({(p.visit, *p.scripts): _seen(p) for p in stored.pages}, stored.looks)
    return memory.watch(
        Evidence(
            stored.intent,
            stored.answer,
            _thawed(stored.trajectory) if stored.trajectory else None,
            stored.tabs,
            stored.last_url,
            sites,
            visit,
            judge,
            once,
            stored.question,
        )
    )


class KeptObservation(Observation):
    """Address and note of what the agent saw, and whether it stirred; asking for the rest raises
    Unavailable."""

    def __init__(self, url: str, note: str, stirred: bool) -> None:
        object.__setattr__(self, "url", url)
        object.__setattr__(self, "note", note)
        object.__setattr__(self, "stirred", stirred)

    def __getattr__(self, name: str) -> Any:
        if name in {field.name for field in fields(Observation)}:
            raise Unavailable(f"the {name} of what the agent saw is not kept with a run")
        raise AttributeError(name)


class _Hiding:
    """Passwords do not leave the process: not as they were typed, nor as a form shows them."""

    def __init__(self, passwords: Iterable[str]) -> None:
        self._passwords = sorted(set(passwords), key=len, reverse=True)

    def in_text(self, text: str) -> str:
        for password in self._passwords:
            text = text.replace(password, _HIDDEN)
        return text

    def in_html(self, html: str) -> str:
        for password in self._passwords:
            html = html.replace(f'value="{password}"', f'value="{_HIDDEN}"')
        return html


def _frozen(trajectory: Trajectory, hide: _Hiding) -> StoredTrajectory:
    steps = (
        StoredStep(
            number=step.number,
            url=step.observation.url,
            reply=hide.in_text(step.reply),
            action=_without(step.action, hide),
            note=step.note,
            stirred=step.observation.stirred,
        )
        for step in trajectory.steps
    )
    return StoredTrajectory(
        stop=trajectory.stop,
        answer=trajectory.answer,
        from_outside=trajectory.from_outside,
        steps=tuple(steps),
    )


def _without(action: Action | None, hide: _Hiding) -> Action | None:
    """Only what is typed may be a password; an answer is judged as it was given."""
    if action is None or action.kind != "type":
        return action
    return Action(action.kind, action.element, hide.in_text(action.value))


def _thawed(stored: StoredTrajectory) -> Trajectory:
    notes = ["", *(step.note for step in stored.steps)]
    steps = (
        Step(step.number, _kept(step, note), step.reply, step.action, step.note)
        for step, note in zip(stored.steps, notes, strict=False)
    )
    return Trajectory(tuple(steps), stored.stop, stored.answer, stored.from_outside)


def _kept(step: StoredStep, note: str) -> KeptObservation:
    return KeptObservation(step.url, note, step.stirred)


def _page(key: tuple[str, ...], seen: Mapping[str, Any], hide: _Hiding) -> StoredPage:
    html = {"html": hide.in_html(seen["html"])} if "html" in seen else {}
    return StoredPage(visit=key[0], scripts=key[1:], **{**seen, **html})


def _seen(page: StoredPage) -> dict[str, Any]:
    """As the memory had it: a script's value may be null, yet it was looked at."""
    found = {name: getattr(page, name) for name in ("url", "html", "error")}
    known = {name: value for name, value in found.items() if value is not None}
    return known if "error" in known or not page.scripts else known | {"value": page.value}
