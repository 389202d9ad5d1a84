"""Anthropic's and Gemini's own protocols, spoken by local servers and asked through litellm."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import anthropic_provider
import gemini_provider
import pytest
from anthropic_provider import AnthropicProvider
from gemini_provider import GeminiProvider
from provider import CUT_OFF, EMPTY, HTML, MALFORMED, Answer

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Frame, Message, Recording
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.litellm_api import LitellmApi
from pytest_vwa.llm.routes import route
from pytest_vwa.llm.terms import Terms

KEY = "quoted-key-0123456789abcdef"
HELLO = (Message("user", ("Hello",)),)
JPEG, PNG = Image(b"\xff\xd8", "image/jpeg"), Image(b"\x89PNG", "image/png")
SPOKEN = {
    "anthropic": (anthropic_provider, AnthropicProvider),
    "gemini": (gemini_provider, GeminiProvider),
}


@pytest.fixture(params=list(SPOKEN))
def protocol(request: pytest.FixtureRequest) -> Any:
    """The module that words replies and refusals."""
    return SPOKEN[request.param][0]


@pytest.fixture
def server(protocol: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    kind = next(kind for module, kind in SPOKEN.values() if module is protocol)
    with kind("Good day.") as server:
        base, key = protocol.VARIABLES
        monkeypatch.setenv(base, server.url)
        monkeypatch.setenv(key, KEY)
        yield server


def model(protocol: Any, **terms: Any) -> ChatModel:
    return ChatModel(protocol.MODEL, Terms(**{"retries": 1, "pause": 0.01, **terms}))


def coded(data: bytes) -> str:
    return b64encode(data).decode()


def test_litellm_sends_provider_api_key(protocol: Any, server: Any) -> None:
    assert isinstance(route(protocol.MODEL, Terms()).api, LitellmApi)
    assert model(protocol).complete(HELLO).text == "Good day."
    assert server.key() == KEY
    assert KEY not in str(server.paths) + str(server.asked)


def test_litellm_sends_roles_text_and_images_in_order(protocol: Any, server: Any) -> None:
    model(protocol).complete(
        (
            Message("system", ("Be brief.",)),
            Message("user", ("An example",)),
            Message("assistant", ("A reply",)),
            Message("user", ("One", JPEG, "Two", Frame(3.0, PNG), "Three")),
        )
    )
    assert server.standing() == ["Be brief."]
    assert server.turns() == [
        ("user", ["An example"]),
        ("assistant", ["A reply"]),
        (
            "user",
            [
                "One",
                f"image/jpeg {coded(JPEG.data)}",
                "Two",
                f"image/png {coded(PNG.data)}",
                "Three",
            ],
        ),
    ]


@pytest.mark.parametrize("mime", ["video/mp4", "video/quicktime", "video/webm"])
def test_gemini_gets_video_inside_request(
    mime: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = tmp_path / "film"
    film.write_bytes(b"moving pictures")
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    with GeminiProvider("I see.") as server:
        monkeypatch.setenv("GEMINI_API_BASE", server.url)
        watching = Message("user", ("Watch:", Recording(film, mime), PNG, "What is shown?"))
        assert model(gemini_provider).complete((watching,)).text == "I see."
        parts = ["Watch:", f"{mime} {coded(film.read_bytes())}", f"image/png {coded(PNG.data)}"]
        assert server.turns() == [("user", [*parts, "What is shown?"])]


def test_gemini_gets_audio_inside_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    song = tmp_path / "song.wav"
    song.write_bytes(b"song")
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    with GeminiProvider() as server:
        monkeypatch.setenv("GEMINI_API_BASE", server.url)
        model(gemini_provider).complete((Message("user", ("Hear:", Recording(song, "audio/wav"))),))
        assert server.turns() == [("user", ["Hear:", f"audio/wav {coded(b'song')}"])]


def test_claude_video_error_suggests_other_agents(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(b"moving pictures")
    with pytest.raises(ModelError, match=r"takes no video file, .* frames .* and summary"):
        model(anthropic_provider).complete((Message("user", (Recording(film, "video/mp4"),)),))


def test_litellm_counts_usage_and_price(protocol: Any, server: Any) -> None:
    server.say(protocol.reply("Yes.", input_tokens=1000, output_tokens=100))
    asked = model(protocol)
    usage = asked.complete(HELLO).usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.calls) == (1000, 100, 1)
    price = route(protocol.MODEL, Terms()).facts.price
    assert price is not None
    assert usage.cost_usd == pytest.approx(1000 * price.input + 100 * price.output)


def test_litellm_truncated_reply_is_returned_with_note(protocol: Any, server: Any) -> None:
    end = "max_tokens" if protocol is anthropic_provider else "MAX_TOKENS"
    server.say(protocol.reply("I click on", end=end))
    said = model(protocol).complete(HELLO)
    assert (said.text, said.note) == (
        "I click on",
        "the model's reply was cut off at its greatest length",
    )
    server.say(protocol.reply("", end=end))
    with pytest.raises(ModelError, match="cut off before its first word"):
        model(protocol).complete(HELLO)
    assert len(server.asked) == 2


def test_litellm_content_filter_is_not_retried(protocol: Any, server: Any) -> None:
    held = (
        protocol.reply("", end="refusal") if protocol is anthropic_provider else protocol.blocked()
    )
    server.say(held)
    with pytest.raises(ModelError, match="content filter held the reply back"):
        model(protocol).complete(HELLO)
    assert len(server.asked) == 1


def test_litellm_respects_retry_after(protocol: Any, server: Any) -> None:
    server.say(protocol.refusal(429, "slow down", retry_after="0.6"), "Good day.")
    assert model(protocol).complete(HELLO).text == "Good day."
    first, second = server.times
    assert second - first > 0.55


def test_litellm_hour_long_retry_after_is_not_awaited(protocol: Any, server: Any) -> None:
    server.say(protocol.refusal(429, "come back later", retry_after="3600"))
    with pytest.raises(ModelError, match=r"^HTTP 429: come back later \(no reply from "):
        model(protocol).complete(HELLO)
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_litellm_retries_busy_server(protocol: Any, server: Any, status: int) -> None:
    busy = protocol.refusal(status, "Overloaded")
    server.say(busy, "Good day.")
    assert model(protocol).complete(HELLO).text == "Good day."
    server.say(busy)
    words = rf"^HTTP {status}: Overloaded \(no reply from .*, in 2 attempts\)$"
    with pytest.raises(ModelError, match=words):
        model(protocol).complete(HELLO)
    assert len(server.asked) == 4


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (CUT_OFF, "peer closed connection"),
        (HTML, "the endpoint gave no JSON but 'Bad gateway upstream is away'"),
        (MALFORMED, 'the endpoint gave no JSON but \'{"choices": [{"mess\''),
        (EMPTY, "the endpoint gave an empty answer"),
        (Answer(502, HTML.body, "text/html"), "HTTP 502: Bad gateway upstream is away"),
    ],
    ids=["cut off", "html", "malformed", "empty", "502"],
)
def test_litellm_retries_malformed_response(
    protocol: Any, server: Any, fault: Answer, words: str
) -> None:
    server.say(fault, "Good day.")
    assert model(protocol).complete(HELLO).text == "Good day."
    server.say(fault)
    with pytest.raises(ModelError, match=r"\(no reply from .*, in 2 attempts\)$") as caught:
        model(protocol).complete(HELLO)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_litellm_empty_reply_is_retried_and_charged(protocol: Any, server: Any) -> None:
    server.say(protocol.reply(""))
    with pytest.raises(ModelError, match="the reply was empty") as caught:
        model(protocol).complete(HELLO)
    assert caught.value.usage.prompt_tokens == 200


def test_litellm_wrong_key_error_hides_key(
    protocol: Any, server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    server.say(protocol.refusal(401, f"the key {KEY} is not valid"))
    with pytest.raises(ModelError) as caught:
        model(protocol).complete(HELLO)
    assert str(caught.value).startswith("HTTP 401: the key *** is not valid (no reply from ")
    assert caught.value.__cause__ is None
    assert KEY not in caplog.text
    assert len(server.asked) == 1


def test_litellm_missing_key_error_names_variable(
    protocol: Any, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = protocol.VARIABLES[1]
    monkeypatch.delenv(variable)
    with pytest.raises(ModelError, match=variable):
        model(protocol).complete(HELLO)
    assert server.asked == []


def test_litellm_slow_reply_times_out(protocol: Any, server: Any) -> None:
    slow = protocol.reply("late")
    server.say(Answer(body=slow.body, after=20))
    with pytest.raises(ModelError, match=r"(?i:time).*in 2 attempts"):
        model(protocol, timeout=1).complete(HELLO)
    assert len(server.asked) == 2


def test_litellm_context_overflow_shrinks_prompt(protocol: Any, server: Any) -> None:
    words = (
        "prompt is too long: 210000 tokens > 200000 maximum"
        if protocol is anthropic_provider
        else "The input token count (1200000) exceeds the maximum number of tokens allowed."
    )
    shown = tuple(Frame(float(number), JPEG) for number in range(8))
    server.say(protocol.refusal(400, words), "Good day.")
    said = model(protocol).complete((Message("user", ("Look:", *shown)),))
    assert said.note == "left out of a prompt that was too large: 6 of 8 frames"


def test_litellm_trickling_reply_ends_at_five_timeouts(protocol: Any, server: Any) -> None:
    model(protocol).complete(HELLO)  # litellm's import takes its time
    body = protocol.reply("late" * 500).body
    server.say(Answer(body=body, drip=0.02))
    started = monotonic()
    with pytest.raises(ModelError, match="still on its way after 2 seconds"):
        model(protocol, timeout=0.4).complete(HELLO)
    assert 2 <= monotonic() - started < 0.02 * len(body) / 2
    assert len(server.asked) == 2
