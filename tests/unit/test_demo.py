"""The stand-in model does all three jobs from the prompt alone, the same way every time."""

from collections.abc import Sequence

import pytest

from pytest_vwa.agents import prompts
from pytest_vwa.agents.prompts import Turn
from pytest_vwa.core.action import Action
from pytest_vwa.core.grammar import parse
from pytest_vwa.core.observation import Image, Observation, ObservationKind
from pytest_vwa.core.ports import Brief, Message
from pytest_vwa.llm import lexical
from pytest_vwa.llm.demo import DemoModel

TRANSCRIPT = """\
[0:01] Hello and welcome to this short tutorial.
[0:04] First I search for lamps and open the Fennel Desk Lamp.
[0:09] It costs $39.50, but that is too much for me.
[0:14] Then I open the Orrin Clip Lamp, and this is the one I would give to my sister.
[0:21] Let me scroll down a little.
[0:22] A covered lamp in green stands there.
[0:24] The reviews say that its cable is 2.5 metres long.
[0:28] Thank you for watching."""
SHOP = "http://127.0.0.1:7770"


def summary(objective: str, keep: int = 3) -> str:
    return lexical.summarise(TRANSCRIPT, objective, keep)


def ask(text: str, notes: str = TRANSCRIPT) -> str:
    return DemoModel().complete(prompts.default().question(text, (notes,) if notes else ())).text


def act(
    intent: str, lines: Sequence[str], done: Sequence[str] = (), tutorial: str = TRANSCRIPT
) -> Action:
    brief = Brief("arena/shopping/1", intent, (SHOP,), {"shopping": SHOP})
    seen = Observation("\n".join(lines), Image(b"", "image/jpeg"), (), SHOP, ())
    turn = Turn(brief, seen, (tutorial,), done=tuple(done))
    return parse(DemoModel().complete(prompts.default().step(turn)).text)


def test_demo_model_documents_that_it_is_a_stand_in() -> None:
    assert DemoModel().name == "demo"
    assert "No language model" in str(DemoModel.__doc__)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("axtree", "[1] RootWebArea 'Lamps' focused: True\n\t[2] link 'Orrin Clip Lamp'"),
        ("html", '<main>\n  <a mark="2" href="/orrin">Orrin Clip Lamp</a>\n</main>'),
        ("screenshot", ""),
    ],
)
@pytest.mark.parametrize("intent", ["What does the lamp cost?", "Buy the lamp.", "Show the lamp."])
def test_demo_model_stops_on_unsupported_observations(
    kind: ObservationKind, text: str, intent: str
) -> None:
    brief = Brief("arena/shopping/1", intent, (SHOP,), {"shopping": SHOP})
    seen = Observation(text, Image(b"", "image/jpeg"), (), SHOP, (), kind=kind)
    done: list[str] = []
    while not done or "stop" not in done[-1]:
        turn = Turn(brief, seen, (TRANSCRIPT,), done=tuple(done))
        reply = DemoModel().complete(prompts.default().step(turn)).text
        done.append(f"{len(done) + 1}. {parse(reply)}")
    assert len(done) < 5


def test_demo_summary_keeps_relevant_sentences_in_order() -> None:
    told = summary("Buy the lamp that she would give to her sister.")
    assert told.index("Fennel Desk Lamp") < told.index("Orrin Clip Lamp")
    assert "welcome" not in told


def test_demo_model_summarises_video_prompt() -> None:
    user = f"TRANSCRIPT:\n{TRANSCRIPT}\n\nOBJECTIVE:\nBuy the lamp for the sister"
    messages = [
        Message("system", ("You summarise a tutorial video",)),
        Message("user", (user, "Picture at 0:01:", Image(b"", "image/jpeg"))),
    ]
    assert "Orrin Clip Lamp" in DemoModel().complete(messages).text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much does the Fennel Desk Lamp cost?", "$39.50"),
        ("How many metres long is the cable?", "2.5"),
        ("Which lamp would the person give to their sister?", "Orrin Clip Lamp"),
        ("Which colour does the covered lamp have?", "green"),
    ],
)
def test_demo_answer_contains_requested_span(question: str, answer: str) -> None:
    assert answer in ask(question)


def test_demo_answer_includes_referenced_sentence() -> None:
    notes = "Now the yellow kayak. I think this is the right one for my cousin. Goodbye."
    assert ask("Which boat is right for the cousin?", notes) == (
        "Now the yellow kayak. I think this is the right one for my cousin."
    )


def test_demo_answer_is_empty_without_notes() -> None:
    assert ask("Which lamp?", "") == ""


LAMPS = [
    "[1] [A] [My Account]",
    "[2] [INPUT] [Search]",
    "[3] [A] [Fennel Desk Lamp, Brass]",
    "[] [StaticText] [$39.50]",
    "[4] [A] [Orrin Clip Lamp, Green]",
]
GIFT = "The person says which lamp they would give to their sister. "
OPENED = ["1. click [4] on [A] [Orrin Clip Lamp, Green]"]
PRODUCT = [
    "[2] [INPUT] [Search]",
    "[] [StaticText] [Orrin Clip Lamp, Green]",
    "[] [StaticText] [$18.25]",
    "[] [StaticText] [Weight]",
    "[] [StaticText] [1.2 pounds]",
    "[7] [BUTTON] [Add to Cart]",
    "[8] [A] [Add to Wish List]",
]


def test_demo_model_clicks_link_named_in_tutorial() -> None:
    assert act(GIFT + "Add it to my cart.", LAMPS) == Action("click", "4")


def test_demo_model_ignores_link_with_one_common_word() -> None:
    lines = ["[1] [A] [My listings]", "[2] [INPUT] [Search]"]
    assert act("Open the listing of the lamp for the sister.", lines).kind == "type"


def test_demo_model_searches_when_no_link_matches() -> None:
    action = act(GIFT + "Add it to my cart.", ["[2] [INPUT] [Search]", "[9] [A] [Sofas]"])
    assert action == Action("type", "2", "Orrin Clip Lamp\n")


def test_demo_model_does_not_repeat_a_search() -> None:
    done = ["1. type [2] [Orrin Clip Lamp] [1] on [INPUT] [Search]"]
    action = act(GIFT + "Add it to my cart.", ["[2] [INPUT] [Search]"], done)
    assert action.value != "Orrin Clip Lamp\n"


@pytest.mark.parametrize(
    ("wish", "action"),
    [
        ("Add it to my cart.", Action("click", "7")),
        ("Please put it on my wish list.", Action("click", "8")),
        ("Open its page.", Action("stop")),
        ("Tell me its price.", Action("stop", value="$18.25")),
        ("What is its weight?", Action("stop", value="1.2 pounds")),
    ],
)
def test_demo_model_performs_request_on_product_page(wish: str, action: Action) -> None:
    assert act(GIFT + wish, PRODUCT, OPENED) == action


def test_demo_model_stops_after_confirmation() -> None:
    done = [*OPENED, "2. click [7] on [BUTTON] [Add to Cart]"]
    lines = ["[] [StaticText] [You added Orrin Clip Lamp to your shopping cart.]", *PRODUCT]
    assert act(GIFT + "Add it to my cart.", lines, done) == Action("stop")


def test_demo_model_scrolls_once_then_gives_up() -> None:
    nothing = ["[9] [A] [Sofas]"]
    assert act("Find a teapot.", nothing, tutorial="") == Action("scroll", value="down")
    done = ["1. scroll [down]"]
    assert act("Find a teapot.", nothing, done, tutorial="") == Action("stop", value="N/A")


def test_demo_model_is_free_and_estimates_tokens() -> None:
    usage = DemoModel().complete([Message("user", ("QUESTION:\n" + "word " * 80,))]).usage
    assert usage.cost_usd == 0
    assert usage.prompt_tokens == 103
    assert usage.calls == 1
