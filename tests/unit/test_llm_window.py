"""A prompt that is too large is made smaller by rules, and what was left out is said."""

from io import BytesIO

import pytest
from PIL import Image as Pillow
from provider import Answer, Provider, refusal

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.size import tokens
from pytest_vwa.llm.terms import Terms
from pytest_vwa.llm.window import Prompt, fit


def picture(width: int, height: int) -> Image:
    out = BytesIO()
    Pillow.new("RGB", (width, height)).save(out, "PNG")
    return Image(out.getvalue(), "image/png")


SMALL = picture(10, 10)
"""255 tokens."""
PAGE = "".join(f"[{number}] [A] [link]\n" for number in range(100))


def film(count: int, *, captions: bool = False) -> Message:
    parts: list[str | Frame] = []
    for second in range(count):
        parts += [f"Picture at 0:{second:02}:"] * captions + [Frame(float(second), SMALL)]
    return Message("user", ("Watch:\nthis:", *parts))


def times(prompt: Prompt) -> list[float]:
    return [part.seconds for each in prompt for part in each.parts if isinstance(part, Frame)]


def test_token_estimate_uses_bytes_and_pixels() -> None:
    assert tokens([Message("user", ("four" * 3,))]) == 4 + 3
    assert tokens([Message("user", (Excerpt("f"),))]) == 4 + 1
    assert tokens([Message("user", ("\u754c" * 4,))]) == 4 + 3
    assert tokens([Message("user", (SMALL,))]) == 4 + 255
    assert tokens([Message("user", (picture(750, 1000),))]) == 4 + 1000
    assert tokens([Message("user", (Image(b"no picture", "image/png"),))]) == 4 + 1600


def test_fit_leaves_small_prompt_unchanged() -> None:
    prompt = (film(60), Message("user", (Excerpt(PAGE),)))
    assert fit(prompt, tokens(prompt)) == (prompt, "")


@pytest.mark.parametrize(
    ("room", "kept"),
    [
        (10_000, [float(second) for second in range(0, 30, 2)]),
        (3_000, [0.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 28.0]),
        (1_200, [0.0, 8.0, 16.0, 24.0]),
        (1, [0.0, 16.0]),
    ],
)
def test_fit_drops_every_second_frame_first(room: int, kept: list[float]) -> None:
    room = min(room, tokens((film(30),)) - 1) if room == 10_000 else room
    fitted, note = fit((film(30),), room)
    assert times(fitted) == kept
    assert note == (f"left out of a prompt that was too large: {30 - len(kept)} of 30 frames")


def test_fit_drops_captions_with_their_frames() -> None:
    (message,), _ = fit((film(3, captions=True),), 600)
    assert [part for part in message.parts if isinstance(part, str)] == [
        "Watch:\nthis:",
        "Picture at 0:00:",
        "Picture at 0:02:",
    ]


def test_fit_truncates_excerpts_at_line_end_after_frames() -> None:
    prompt = (film(3), Message("user", ("OBSERVATION:", Excerpt(PAGE), "Act.")))
    fitted, note = fit(prompt, 800)
    assert tokens(fitted) <= 800
    assert len(times(fitted)) == 2
    before, excerpt, after = fitted[1].parts
    assert (before, after) == ("OBSERVATION:", "Act.")
    assert isinstance(excerpt, Excerpt)
    *kept, last = excerpt.text.splitlines()
    assert kept == PAGE.splitlines()[: len(kept)]
    gone = 100 - len(kept)
    assert last == f"[{gone} more lines are left out here: the prompt was too large]"
    assert note.endswith(f"1 of 3 frames, {gone} lines of text")


def test_fit_truncates_longest_excerpt_first() -> None:
    prompt = (Message("user", (Excerpt("a\n" * 10), Excerpt(PAGE), Excerpt("b\n" * 10))),)
    (message,), _ = fit(prompt, tokens(prompt) - 50)
    assert message.parts[0] == Excerpt("a\n" * 10)
    assert message.parts[2] == Excerpt("b\n" * 10)
    assert message.parts[1] != Excerpt(PAGE)


def test_fit_drops_only_oldest_turns() -> None:
    turns = [Message("user" if n % 2 == 0 else "assistant", ("x" * 400,)) for n in range(4)]
    prompt = (Message("system", ("Be brief.",)), *turns, Message("user", ("Now?",)))
    fitted, note = fit(prompt, 250)
    assert fitted == (prompt[0], *turns[2:], prompt[-1])
    assert note.endswith("2 earlier messages")
    fitted, _ = fit(prompt, 1)
    assert fitted == (prompt[0], prompt[-1])


def test_chat_model_fits_prompt_to_context_window(provider: Provider) -> None:
    model = ChatModel("openai/x", Terms(base_url=provider.url, context_window=4000))
    said = model.complete((film(30),))
    sent = provider.asked[0]["messages"][0]["content"]
    assert sum(part["type"] == "image_url" for part in sent) == 8
    assert said.note == "left out of a prompt that was too large: 22 of 30 frames"


def test_context_window_of_known_model_is_used(provider: Provider) -> None:
    model = ChatModel("gpt-4", Terms(base_url=provider.url))  # 8,192 tokens
    assert "of 60 frames" in model.complete((film(60),)).note


TOO_LONG = refusal(
    400, "This model's maximum context length is 8 tokens", code="context_length_exceeded"
)


@pytest.mark.parametrize(
    "fault",
    [
        TOO_LONG,
        refusal(400, "the request exceeds the available context size, try increasing it"),
        refusal(400, "prompt is too long: 210000 tokens > 200000 maximum"),
        refusal(413, "Please reduce the length of the messages"),
    ],
    ids=["openai", "llama.cpp", "anthropic", "413"],
)
def test_context_overflow_shrinks_prompt_and_retries(provider: Provider, fault: Answer) -> None:
    provider.say(fault, fault, "Good day.")
    said = ChatModel("openai/x", Terms(base_url=provider.url)).complete((film(32),))
    sizes = [
        sum(part["type"] == "image_url" for part in asked["messages"][0]["content"])
        for asked in provider.asked
    ]
    assert sizes == [32, 8, 2]  # half the room is a little less than half the frames
    assert "of 32 frames" in said.note


def test_context_overflow_fails_after_three_halvings(provider: Provider) -> None:
    provider.say(TOO_LONG)
    with pytest.raises(ModelError, match="HTTP 400: This model's maximum context length"):
        ChatModel("openai/x", Terms(base_url=provider.url)).complete((film(200),))
    assert len(provider.asked) == 4


def test_context_overflow_of_minimal_prompt_is_not_retried(provider: Provider) -> None:
    provider.say(TOO_LONG)
    with pytest.raises(ModelError):
        ChatModel("openai/x", Terms(base_url=provider.url)).complete([Message("user", ("Hi",))])
    assert len(provider.asked) == 1
