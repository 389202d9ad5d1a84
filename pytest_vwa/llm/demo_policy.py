"""How the stand-in model acts: the first rule that has something to do on this page does it."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pytest_vwa.core.action import Action

from . import lexical

_LINE = re.compile(r"^\[(\d*)\] \[([^\]]+)\] \[(.*)\]$", re.MULTILINE)
_DONE = re.compile(r"^(?:\d+\. )?(\w+) \[.*?\](?: \[.*\])? on \[\w+\] \[(.*)\]$", re.MULTILINE)
_DEEDS: tuple[tuple[str, str], ...] = (
    (r"\b(cart|buy|order|purchase)\b", r"add to (cart|basket)"),
    (r"\bwish ?-?list\b", r"add to wish list"),
    (r"\bcompar(e|ison)\b", r"add to compare"),
)
_ORDERS = re.compile(r"(?:^|you |please |and |then )(?:add|put|buy|order|place|save)\b")
_ASKS = re.compile(r"\b(?:tell|what|how (?:much|many)|who|whose|which|where|when|name)\b")
_NEVER = re.compile(r"sign out|log ?out|add to|remove|delete", re.IGNORECASE)
_SUCCESS = re.compile(r"\b(you added|has been added|thank you|successfully)\b", re.IGNORECASE)
_SEARCH = re.compile(r"search|looking for", re.IGNORECASE)
_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"\b(price|cost|much)\b", r"\$\s?\d[\d,]*(?:\.\d+)?"),
    (r"\be-?mail\b", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    (r"\b(phone|call)\b", r"\(?\d{3}\)?[ -.]\d{3}[-.]\d{4}"),
    (r"\b(date|when|published|posted)\b", r"\d{4}[/-]\d\d[/-]\d\d|\w+ \d{1,2}, \d{4}"),
)
_EVERYWHERE = frozenset(
    {
        *("cheapest", "cost", "first", "highest", "listing", "lowest", "order", "page"),
        *("presenter", "price", "product", "result", "search", "second", "seller", "site"),
    }
)

Move = tuple[str, Action]


@dataclass(frozen=True)
class Line:
    """One line of the observation; ``id`` is "" where there is only something to read."""

    id: str
    tag: str
    text: str


@dataclass(frozen=True)
class Turn:
    """What one prompt says, read once."""

    objective: str
    tutorial: str
    lines: tuple[Line, ...]
    done: str

    @cached_property
    def wish(self) -> str:
        """The part of the objective that asks for something: its last sentence."""
        return (lexical.sentences(self.objective) or [""])[-1].lower()

    @cached_property
    def deed(self) -> str | None:
        """The pattern of the button that does what is asked for."""
        asked = (button for verb, button in _DEEDS if re.search(verb, self.wish))
        return next(asked, None) if _ORDERS.search(self.wish) else None

    @cached_property
    def asks(self) -> bool:
        return not self.deed and bool(_ASKS.search(self.wish))

    @cached_property
    def told(self) -> list[tuple[str, float]]:
        """The sentences to follow, each with its weight."""
        told = lexical.sentences(self.tutorial)
        told += lexical.sentences(self.objective)
        nearness = lexical.relevance(told, self.objective)
        return [(text, 1 + near) for text, near in zip(told, nearness, strict=True)]

    @cached_property
    def clicked(self) -> list[str]:
        return [text for verb, text in _DONE.findall(self.done) if verb == "click"]

    def readable(self) -> list[str]:
        return [line.text for line in self.lines if not line.id]

    def marked(self, *tags: str) -> list[Line]:
        return [line for line in self.lines if line.id and line.tag in tags]


def act(sections: Mapping[str, str]) -> str:
    """One action, in the form every model is asked for."""
    turn = Turn(
        objective=sections.get("OBJECTIVE", ""),
        tutorial=sections.get("TUTORIAL", ""),
        lines=tuple(Line(*found) for found in _LINE.findall(sections["OBSERVATION"])),
        done=sections.get("PREVIOUS ACTIONS", ""),
    )
    moves = (rule(turn) for rule in RULES)
    reason, action = next(move for move in moves if move)
    return f"{reason} ```{action}```"


def finish_the_deed(turn: Turn) -> Move | None:
    """The button was pressed and the page says thank you."""
    pressed = turn.deed and turn.clicked and re.search(turn.deed, turn.clicked[-1].lower())
    if pressed and any(_SUCCESS.search(text) for text in turn.readable()):
        return "The page confirms it.", Action("stop")
    return None


def do_the_deed(turn: Turn) -> Move | None:
    """On the page of what is meant: choose what has to be chosen, then press the button."""
    if not turn.deed or not _on_target(turn):
        return None
    buttons = [
        line for line in turn.marked("BUTTON", "A") if re.search(turn.deed, line.text.lower())
    ]
    if not buttons or buttons[0].text in turn.clicked:
        return None
    return "This is the one; I do what is asked.", Action("click", buttons[0].id)


def tell(turn: Turn) -> Move | None:
    """On the page of what is meant: read what is asked for."""
    if not turn.asks or not _on_target(turn):
        return None
    value = _value(turn)
    return ("The page says it.", Action("stop", value=value)) if value else None


def show(turn: Turn) -> Move | None:
    """On the page of what is meant, and nothing more is asked for."""
    if not turn.deed and not turn.asks and _on_target(turn):
        return "This is the page.", Action("stop")
    return None


def open_the_nearest(turn: Turn) -> Move | None:
    """Follow the link whose words stand in what was told."""
    links = [
        link
        for link in turn.marked("A", "IMG")
        if link.text not in turn.clicked and not _NEVER.search(link.text)
    ]
    rarity = Counter(stem for link in links for stem in lexical.stems(link.text))
    scores = {link: _pull(link, turn, rarity) for link in links}
    best = max(scores, key=lambda link: scores[link], default=None)
    if best is None or scores[best] <= 0:
        return None
    return "This link is what was meant.", Action("click", best.id)


def search(turn: Turn) -> Move | None:
    """Look for what was told, at most three times."""
    box = next((line for line in turn.marked("INPUT") if _SEARCH.search(line.text)), None)
    if box is None or turn.done.count("type [") >= 3:
        return None
    fresh = next((query for query in _queries(turn) if f"[{query}]" not in turn.done), None)
    if fresh is None:
        return None
    return "I search for what was mentioned.", Action("type", box.id, f"{fresh}\n")


def look_further(turn: Turn) -> Move | None:
    """Scroll once before giving up on a page."""
    latest = turn.done.splitlines()[-1:]
    if latest and "scroll" in latest[0]:
        return None
    return "Perhaps it is further down.", Action("scroll", value="down")


def give_up(turn: Turn) -> Move | None:
    """What was told may still hold the answer."""
    guess = lexical.answer(turn.objective, turn.tutorial) if turn.asks else ""
    return "I find nothing that fits.", Action("stop", value=guess or "N/A")


RULES: tuple[Callable[[Turn], Move | None], ...] = (
    finish_the_deed,
    do_the_deed,
    tell,
    show,
    open_the_nearest,
    search,
    look_further,
    give_up,
)


def _queries(turn: Turn) -> list[str]:
    """The names that were told, the weightiest first, then the most told words."""
    by_weight = [text for text, _ in sorted(turn.told, key=lambda told: -told[1])]
    told = [name for text in by_weight for name in lexical.names(text) if " " in name]
    often = Counter(stem for text in by_weight for stem in lexical.stems(text))
    wanted = [word for word in lexical.stems_in_order(turn.objective) if word not in _EVERYWHERE]
    # Of words told equally often the last: in "the student violin" it is what the thing is.
    wanted.reverse()
    by_frequency = sorted(wanted, key=lambda word: -often[word])[:1]
    return told + by_frequency + _favourite(turn.tutorial)


def _favourite(tutorial: str) -> list[str]:
    """The word that the tutorial says most often, the first of equals: what it is about."""
    words = [word for word in lexical.stems_in_order(tutorial) if word not in _EVERYWHERE]
    return [word for word, _ in Counter(words).most_common(1)]


def _on_target(turn: Turn) -> bool:
    """The text of the link that was followed last is now there to be read."""
    followed = [text for text in turn.clicked if len(lexical.stems(text)) > 1]
    if not followed:
        return False
    return any(_same(text, followed[-1]) for text in turn.readable())


def _same(one: str, other: str) -> bool:
    shared = lexical.stems(one) & lexical.stems(other)
    return len(shared) > 1 and len(shared) >= 0.8 * len(lexical.stems(one))


def _pull(link: Line, turn: Turn, rarity: Counter[str]) -> float:
    """How well the link's words fit one sentence; words that few links have count most."""
    words = lexical.stems(link.text)
    pulls = (
        weight * sum(1 / rarity[word] for word in sorted(shared))
        for text, weight in turn.told
        if (shared := words & lexical.stems(text))
        and (len(shared) > 1 or link.text.lower() in text.lower())
        and len(shared) > len(words) / 4
    )
    return max(pulls, default=0.0)


def _value(turn: Turn) -> str:
    """What a known pattern finds, or what stands beside the label that is asked for."""
    texts = turn.readable()
    for asked, pattern in _PATTERNS:
        if re.search(asked, turn.wish):
            found = (match[0] for text in texts for match in re.finditer(pattern, text))
            return next(found, "")
    wanted = lexical.stems(turn.wish)
    for label, value in zip(texts, [*texts[1:], ""], strict=True):
        if len(label) < 30 and lexical.stems(label) & wanted:
            return label.partition(":")[2].strip() or value
    return ""
