"""What a model is told: at each step of a task, and about a tutorial video."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_vwa.core.forms import FORMS, Form
from pytest_vwa.core.observation import Observation, ObservationKind, Tab
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.ports import Brief, Message

_ROLE = """\
You work in a web browser on behalf of a person. Each turn you are shown the page as it is now and
you choose one action; the browser performs it and shows you the page again, until you stop."""

_MARKED = """\
The page is given as text, one line per element in view, in reading order:
[id] [TAG] [text]            an element that can be acted on; id is its number
[] [StaticText] [text]       text that can only be read; [IMG] describes a picture
A screenshot of the same moment shows the numbers as labels on the elements. What is out of view
is in neither: scroll to see it. Numbers change from page to page, so use only those you see now."""

_TREE = """\
The page is given as its accessibility tree, one line per node in view, indented by what holds it:
[id] role 'name' state: value
id is the number that actions take; a line without one is a choice of the list above it, taken by
select with the list's number. A StaticText's number is that of the element it stands in. What is
out of view is not in it: scroll to see it. Numbers change from page to page, so use only those
you see now."""

_SOURCE = """\
The page is given as HTML without what only styles it, as far as it is in view: scroll to see the
rest. mark="id" is the number that actions take for that element. Numbers change from page to page,
so use only those you see now."""

_PICTURE = """\
The page is given as a screenshot and nothing else. What is out of view is not in it: scroll to see
it. Elements have no numbers: in place of an id write the point to act at as [x, y], in pixels from
the screenshot's left and top edge, e.g. click [640, 300] or type [210, 48] [red kayak] [1]."""

_RULES = """\
- One action per reply, and only what the current page shows.
- A tutorial, where there is one, was recorded on these sites. It tells how things are done there,
  and it may hold the fact that the objective speaks of.
- Do not repeat an action that changed nothing; try another way.
- When the objective asks for something to be told, stop with just that: stop [answer], brief.
- When it asks for something to be done or shown, do it, stay on that page, then stop [].
- When you have made sure that it cannot be done, stop [N/A]."""

_FORMAT = """\
First reason in a few sentences: what the page shows, what is done already, what comes next. Then
end with the action between triple backticks, as here:
The search field is [{field}], so I look for the kayak. ```type [{field}] [red kayak] [1]```"""

_QUESTION = """\
You answer a question about a tutorial video that a person recorded on a web site. You have not
seen it; what you have is the notes below. Answer with the fact alone, without explanation."""

_QUESTION_UNSEEN = """\
You answer a question about a tutorial video that a person recorded on a web site. You were given
neither the video nor notes of it. Answer with your best guess alone, without explanation."""


@dataclass(frozen=True)
class Showing:
    """How one kind of observation is explained: the paragraph, and a field as actions name it.
    ``pictured`` kinds send the picture along; the others suit models that read only text."""

    paragraph: str
    field: str = "5"
    pictured: bool = False


_SHOWINGS: dict[ObservationKind, Showing] = {
    "som": Showing(_MARKED, pictured=True),
    "axtree": Showing(_TREE),
    "html": Showing(_SOURCE),
    "screenshot": Showing(_PICTURE, field="210, 48", pictured=True),
}


def step(
    brief: Brief, tutorial: str, observation: Observation, done: Sequence[str]
) -> tuple[Message, Message]:
    """The messages of one turn; ``done`` are the actions so far, the latest last."""
    text = _sections(
        TUTORIAL=tutorial,
        OBSERVATION=observation.text or _wordless(observation),
        URL=observation.url,
        OPEN_TABS=_tabs(observation.tabs),
        OBJECTIVE=_objective(brief),
        PREVIOUS_ACTIONS="\n".join(done) or "none",
        NOTE=observation.note,
    )
    shown = observation.image if _SHOWINGS[observation.kind].pictured else None
    picture = () if shown is None else (shown,)
    standing = system(observation.kind, PARSINGS[brief.parsing].forms)
    return Message("system", (standing,)), Message("user", (text, *picture))


def question(text: str, tutorial: str) -> tuple[Message, Message]:
    """The messages that ask about the video; ``tutorial`` is "" for who has not seen it."""
    role = _QUESTION if tutorial else _QUESTION_UNSEEN
    user = _sections(TUTORIAL=tutorial, QUESTION=text)
    return Message("system", (role,)), Message("user", (user,))


def system(kind: ObservationKind = "som", forms: Sequence[Form] = FORMS) -> str:
    """The standing instructions: observation, actions, rules, form of the answer."""
    showing = _SHOWINGS[kind]
    width = max(len(form.usage) for form in forms)
    actions = "\n".join(f"{form.usage:{width}}  {form.means}" for form in forms)
    return _sections(
        ROLE=_ROLE,
        THE_PAGE=showing.paragraph,
        ACTIONS=actions,
        RULES=_RULES,
        YOUR_REPLY=_FORMAT.format(field=showing.field),
    )


def _sections(**texts: str) -> str:
    """Each text under its heading; empty ones are left out."""
    return "\n\n".join(
        f"{heading.replace('_', ' ')}:\n{text.strip()}" for heading, text in texts.items() if text
    )


def _wordless(observation: Observation) -> str:
    return "(see the screenshot)" if observation.kind == "screenshot" else "(the page is empty)"


def _tabs(tabs: Sequence[Tab]) -> str:
    return "\n".join(
        f"{index}: {tab.title} ({tab.url}){' <- in front' if tab.active else ''}"
        for index, tab in enumerate(tabs)
    )


def _objective(brief: Brief) -> str:
    pictures = "".join(f"\n(picture: {address})" for address in brief.images)
    files = f"\n(files you can upload: {', '.join(brief.files)})" if brief.files else ""
    return brief.intent + pictures + files
