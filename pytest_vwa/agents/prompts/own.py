"""Prompts in our own form: YAML, in which everything that is said has a name."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pytest_vwa.core.forms import FORMS, Form
from pytest_vwa.core.observation import Observation, ObservationKind, Tab
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.ports import EARLIER_TASKS, Brief, Message, Part

from . import file
from .turn import Turn, sections, titled
from .wording import Example, Wording

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class OwnPrompt:
    """Renders a wording. The tutorial comes first, then what belongs to the
    objective, page, picture, objective, history."""

    label: str
    wording: Wording

    def lacks(self, kind: ObservationKind) -> str:
        told = [("pages", self.wording.pages)]
        told += [(f"examples.{n}.pages", each.pages) for n, each in enumerate(self.examples)]
        missing = (field for field, pages in told if kind not in pages)
        return next((f"{field} has nothing for --vwa-observation={kind}" for field in missing), "")

    @property
    def examples(self) -> tuple[Example, ...]:
        return self.wording.examples

    def step(self, turn: Turn) -> tuple[Message, ...]:
        kind = turn.observation.kind
        shown = [message for each in self.examples for message in self._example(each, kind)]
        standing = self.system(kind, PARSINGS[turn.brief.parsing].forms)
        return (Message("system", (standing,)), *shown, Message("user", _parts(turn)))

    def system(self, kind: ObservationKind = "som", forms: Sequence[Form] = FORMS) -> str:
        """The standing instructions: observation, actions, rules, form of the answer."""
        width = max(len(form.usage) for form in forms)
        actions = "\n".join(f"{form.usage:{width}}  {form.means}" for form in forms)
        return sections(
            ROLE=self.wording.role,
            THE_PAGE=self.wording.pages[kind],
            ACTIONS=actions,
            RULES=self.wording.rules,
            YOUR_REPLY=self.wording.aimed(self.wording.reply, kind),
        )

    def question(self, text: str, tutorial: Sequence[Part] = ()) -> tuple[Message, ...]:
        role = self.wording.question if tutorial else self.wording.question_unseen
        user = (*titled("TUTORIAL", tutorial), *titled("QUESTION", (text,)))
        return Message("system", (role.strip(),)), Message("user", user)

    def again(self, problem: str) -> Message:
        return Message("user", (self.wording.again.replace("{problem}", problem).strip(),))

    def heard(self, reply: str) -> str:
        return reply

    def _example(self, example: Example, kind: ObservationKind) -> tuple[Message, Message]:
        """Laid out as the turns themselves are."""
        seen = Observation(
            example.pages[kind].strip(),
            None,
            (),
            example.url,
            (Tab(example.title, example.url, True),),
            kind=kind,
        )
        deeds = (self.wording.aimed(deed, kind) for deed in example.done)
        done = tuple(f"{number}. {deed}" for number, deed in enumerate(deeds, 1))
        turn = Turn(Brief("", example.objective, (example.url,), {}), seen, done=done)
        reply = self.wording.aimed(example.reply, kind).strip()
        asked = Message("user", _parts(turn)).text
        return Message("user", (asked,)), Message("assistant", (reply,))


def _parts(turn: Turn) -> tuple[Part, ...]:
    """The message of one turn; what stays the same from step to step comes first."""
    seen = turn.observation
    return (
        *titled("TUTORIAL", turn.tutorial),
        *titled(EARLIER_TASKS, (turn.earlier,) if turn.earlier else ()),
        *turn.given,
        sections(URL=seen.url, OPEN_TABS=turn.tabs) + "\n\nOBSERVATION:",
        turn.page,
        *turn.picture,
        sections(
            OBJECTIVE=turn.objective,
            PREVIOUS_ACTIONS="\n".join(turn.done) or "none",
            NOTE=seen.note,
        ),
    )


@cache
def built_in(name: str = "default") -> OwnPrompt:
    """One of those that come along."""
    path = FOLDER / f"{name}.yaml"
    wording = file.checked(Wording, _yaml(path), path)
    return OwnPrompt(f"{name} {wording.version}", wording)


def names() -> tuple[str, ...]:
    """Those that come along."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def read(path: Path) -> OwnPrompt:
    """A user's own; what it leaves out is the default's. Raises UsageError."""
    given = _yaml(path)
    merged = built_in().wording.model_dump(exclude={"version"}) | given
    wording = file.checked(Wording, merged, path)
    return OwnPrompt(f"{path.stem} {wording.version} {file.fingerprint(wording)}", wording)


def _yaml(path: Path) -> dict[str, Any]:
    import yaml

    try:
        return file.mapping(yaml.safe_load(file.text(path)), path)
    except yaml.YAMLError as error:
        raise file.wrong(path, f"it is no YAML: {' '.join(str(error).split())}") from error
