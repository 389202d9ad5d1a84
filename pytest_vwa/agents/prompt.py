"""What a model is told: at each step of a task, and about a tutorial video."""

from collections.abc import Sequence

from pytest_vwa.core.grammar import FORMS
from pytest_vwa.core.observation import Observation, Tab
from pytest_vwa.core.ports import Brief, Message

_ROLE = """\
You work in a web browser on behalf of a person. Each turn you are shown the page as it is now and
you choose one action; the browser performs it and shows you the page again, until you stop."""

_OBSERVATION = """\
The page is given as text, one line per element in view, in reading order:
[id] [TAG] [text]            an element that can be acted on; id is its number
[] [StaticText] [text]       text that can only be read; [IMG] describes a picture
A screenshot of the same moment shows the numbers as labels on the elements. What is out of view
is in neither: scroll to see it. Numbers change from page to page, so use only those you see now."""

_RULES = """\
- One action per reply, and only numbers of the current page.
- A tutorial, where there is one, was recorded on these sites. It tells how things are done there,
  and it may hold the fact that the objective speaks of.
- Do not repeat an action that changed nothing; try another way.
- When the objective asks for something to be told, stop with just that: stop [answer], brief.
- When it asks for something to be done or shown, do it, stay on that page, then stop [].
- When you have made sure that it cannot be done, stop [N/A]."""

_FORMAT = """\
First reason in a few sentences: what the page shows, what is done already, what comes next. Then
end with the action between triple backticks, as here:
The field for the search is 5, so I look for the kayak. ```type [5] [red kayak] [1]```"""

_QUESTION = """\
You answer a question about a tutorial video that a person recorded on a web site. You have not
seen it; what you have is the notes below. Answer with the fact alone, without explanation."""

_QUESTION_UNSEEN = """\
You answer a question about a tutorial video that a person recorded on a web site. You were given
neither the video nor notes of it. Answer with your best guess alone, without explanation."""


def step(
    brief: Brief, tutorial: str, observation: Observation, done: Sequence[str]
) -> tuple[Message, Message]:
    """The messages of one turn; ``done`` are the actions so far, the latest last."""
    text = _sections(
        TUTORIAL=tutorial,
        OBSERVATION=observation.text or "(the page is empty)",
        URL=observation.url,
        OPEN_TABS=_tabs(observation.tabs),
        OBJECTIVE=_objective(brief),
        PREVIOUS_ACTIONS="\n".join(done) or "none",
        NOTE=observation.note,
    )
    picture = () if observation.image is None else (observation.image,)
    return Message("system", (system(),)), Message("user", (text, *picture))


def question(text: str, tutorial: str) -> tuple[Message, Message]:
    """The messages that ask about the video; ``tutorial`` is "" for who has not seen it."""
    role = _QUESTION if tutorial else _QUESTION_UNSEEN
    user = _sections(TUTORIAL=tutorial, QUESTION=text)
    return Message("system", (role,)), Message("user", (user,))


def system() -> str:
    """The standing instructions: observation, actions, rules, form of the answer."""
    width = max(len(form.usage) for form in FORMS)
    actions = "\n".join(f"{form.usage:{width}}  {form.means}" for form in FORMS)
    return _sections(
        ROLE=_ROLE, THE_PAGE=_OBSERVATION, ACTIONS=actions, RULES=_RULES, YOUR_REPLY=_FORMAT
    )


def _sections(**texts: str) -> str:
    """Each text under its heading; empty ones are left out."""
    return "\n\n".join(
        f"{heading.replace('_', ' ')}:\n{text.strip()}" for heading, text in texts.items() if text
    )


def _tabs(tabs: Sequence[Tab]) -> str:
    return "\n".join(
        f"{index}: {tab.title} ({tab.url}){' <- in front' if tab.active else ''}"
        for index, tab in enumerate(tabs)
    )


def _objective(brief: Brief) -> str:
    pictures = "".join(f"\n(picture: {address})" for address in brief.images)
    return brief.intent + pictures
