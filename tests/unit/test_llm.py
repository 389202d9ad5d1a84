"""The model client, against a local server that speaks OpenAI's chat protocol."""

import json
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from provider import CUT_OFF, EMPTY, HTML, MALFORMED, NO_CHOICES, Answer, Provider, refusal, reply

from pytest_vwa.core.errors import ModelError, UsageError, VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording, Reply, Usage
from pytest_vwa.llm.client import ChatModel, open_model
from pytest_vwa.llm.price import Price
from pytest_vwa.llm.terms import Terms
from pytest_vwa.llm.usage import Metered

PICTURE = Image(b"\xff\xd8", "image/jpeg")
URL = {"url": "data:image/jpeg;base64,/9g="}
HELLO = (Message("system", ("Be brief.",)), Message("user", ("Hello", PICTURE)))


def model(provider: Provider, name: str = "openai/test-model", **terms: Any) -> ChatModel:
    return ChatModel(name, Terms(base_url=provider.url, pause=0.01, **terms))


def say(provider: Provider, *parts: Part) -> Any:
    model(provider).complete([Message("user", parts)])
    return provider.asked[0]["messages"][0]["content"]


# --- what is asked --------------------------------------------------------------------------------


def test_chat_model_sends_text_and_images_in_order(provider: Provider) -> None:
    assert model(provider).complete(HELLO).text == "Good day."
    (request,) = provider.asked
    assert (request["model"], request["temperature"]) == ("test-model", 0)
    assert provider.paths == ["/v1/chat/completions"]
    assert request["messages"] == [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Hello"},
                {"type": "image_url", "image_url": URL},
            ],
        },
    ]


def test_chat_model_sends_excerpts_as_text_frames_as_images(provider: Provider) -> None:
    assert say(provider, Excerpt("page"), Frame(3.0, PICTURE)) == [
        {"type": "text", "text": "page"},
        {"type": "image_url", "image_url": URL},
    ]


def test_custom_endpoint_gets_video_and_audio(provider: Provider, tmp_path: Path) -> None:
    video, sound = tmp_path / "a.mp4", tmp_path / "a.wav"
    video.write_bytes(b"film")
    sound.write_bytes(b"song")
    assert say(provider, Recording(video, "video/mp4"), Recording(sound, "audio/wav")) == [
        {"type": "video_url", "video_url": {"url": "data:video/mp4;base64,ZmlsbQ=="}},
        {"type": "input_audio", "input_audio": {"data": "c29uZw==", "format": "wav"}},
    ]


def test_unreadable_recording_is_video_error(provider: Provider, tmp_path: Path) -> None:
    with pytest.raises(VideoError, match=r"gone\.mp4 cannot be read: No such file"):
        say(provider, Recording(tmp_path / "gone.mp4", "video/mp4"))


def test_unknown_audio_type_is_model_error(provider: Provider, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"a\.ogg is audio/ogg; models are sent audio/wav"):
        say(provider, Recording(tmp_path / "a.ogg", "audio/ogg"))


def test_model_without_video_error_suggests_other_agents(tmp_path: Path) -> None:
    film = Message("user", (Recording(tmp_path / "a.mp4", "video/mp4"),))
    for name in ("gpt-4o", "openai/gpt-4o"):
        with pytest.raises(ModelError, match=r"takes no video file, .* frames .* and summary"):
            ChatModel(name).complete([film])
    with pytest.raises(ModelError, match="takes no audio file"):
        ChatModel("gpt-4o").complete([Message("user", (Recording(tmp_path / "a", "audio/wav"),))])


def test_max_tokens_is_sent_only_when_given(provider: Provider) -> None:
    model(provider).complete(HELLO)
    model(provider, max_tokens=77).complete(HELLO)
    assert [asked.get("max_tokens") for asked in provider.asked] == [None, 77]


def test_temperature_is_dropped_after_refusal(provider: Provider) -> None:
    provider.say(
        lambda asked: (
            refusal(400, "Unsupported value: 'temperature'") if "temperature" in asked else "Fine."
        )
    )
    stubborn = model(provider)
    assert [stubborn.complete(HELLO).text for _ in range(2)] == ["Fine.", "Fine."]
    assert ["temperature" in asked for asked in provider.asked] == [True, False, False]


def test_reasoning_model_gets_no_temperature(provider: Provider) -> None:
    model(provider, "o3").complete(HELLO)
    assert "temperature" not in provider.asked[0]


# --- what it costs --------------------------------------------------------------------------------


def test_usage_is_counted_with_zero_cost_for_unknown_price(provider: Provider) -> None:
    usage = model(provider).complete(HELLO).usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.calls) == (100, 10, 1)
    assert usage.cost_usd == 0.0
    assert usage.seconds > 0


def test_usage_of_known_model_is_priced(provider: Provider) -> None:
    usage = model(provider, "gpt-4o").complete(HELLO).usage
    assert usage.cost_usd == pytest.approx(100 * 2.5e-6 + 10 * 10e-6)


def test_price_option_prices_unknown_model(provider: Provider) -> None:
    usage = model(provider, price=Price(1.0, 2.0)).complete(HELLO).usage
    assert usage.cost_usd == 120.0


def test_usage_without_token_counts_is_estimated(provider: Provider) -> None:
    provider.say(reply("Good day, all.", prompt_tokens=None))
    usage = model(provider).complete([Message("user", ("x" * 400,))]).usage
    assert (usage.prompt_tokens, usage.completion_tokens) == (104, 4)


def test_metered_model_sums_usage_and_collects_notes() -> None:
    class Parrot:
        name = "parrot"

        def complete(self, messages: object) -> Reply:
            return Reply("hello", Usage(prompt_tokens=2, completion_tokens=1, calls=1), "cut")

    metered = Metered(Parrot())
    metered.complete(HELLO)
    metered.complete(HELLO)
    assert metered.name == "parrot"
    assert metered.usage == Usage(prompt_tokens=4, completion_tokens=2, calls=2)
    assert metered.notes == ["cut", "cut"]


def test_metered_model_counts_failed_replies(provider: Provider) -> None:
    provider.say(reply(""))
    metered = Metered(model(provider, retries=1))
    with pytest.raises(ModelError):
        metered.complete(HELLO)
    assert metered.usage.prompt_tokens == 200


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (refusal(429, "slow down"), "HTTP 429: slow down"),
        (refusal(500, "oh dear"), "HTTP 500: oh dear"),
        (refusal(503, "busy"), "HTTP 503: busy"),
        (refusal(408, "late"), "HTTP 408: late"),
        (Answer(502, HTML.body, "text/html"), "HTTP 502: Bad gateway upstream is away"),
        (Answer(500), "HTTP 500: "),
        (EMPTY, "the endpoint gave an empty answer"),
        (HTML, "the endpoint gave no JSON but 'Bad gateway upstream is away'"),
        (MALFORMED, 'the endpoint gave no JSON but \'{"choices": [{"mess\''),
        (Answer(body=b"[]"), "the endpoint gave a JSON list, not an object"),
        (NO_CHOICES, "the endpoint gave an answer without choices"),
        (Answer(body=b'{"error": {"message": "overloaded"}}'), "the endpoint gave overloaded"),
        (Answer(body=b'{"choices": [null]}'), "the endpoint gave an answer without choices"),
        (Answer(body=b'{"choices": [{"message": "hi"}]}'), "the reply was empty"),
        (CUT_OFF, "Connection error. (peer closed connection"),
        (reply(""), "the reply was empty"),
        (reply(None), "the reply was empty"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_transient_error_is_retried_then_reported(
    provider: Provider, fault: Answer, words: str
) -> None:
    provider.say(fault, fault, "Good day.")
    assert model(provider, retries=2).complete(HELLO).text == "Good day."
    assert len(provider.asked) == 3
    provider.say(fault)
    with pytest.raises(ModelError) as caught:
        model(provider, retries=1).complete(HELLO)
    assert str(caught.value).startswith(words)
    assert str(caught.value).endswith(
        f" (no reply from model openai/test-model at {provider.url}, in 2 attempts)"
    )
    assert "\n" not in str(caught.value)
    assert len(provider.asked) == 5


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (refusal(401, "wrong key"), "HTTP 401: wrong key"),
        (refusal(404, "no such model"), "HTTP 404: no such model"),
        (refusal(429, "pay first", code="insufficient_quota"), "HTTP 429: pay first"),
        (refusal(429, "tomorrow", retry_after="86400"), "HTTP 429: tomorrow"),
        (refusal(400, "bad words", code="content_filter"), "HTTP 400: bad words"),
        (reply("", finish="length"), "cut off before its first word; --vwa-max-tokens"),
        (reply("", finish="content_filter"), "the provider's content filter held"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_permanent_error_is_not_retried(provider: Provider, fault: Answer, words: str) -> None:
    provider.say(fault)
    with pytest.raises(ModelError, match=words):
        model(provider).complete(HELLO)
    assert len(provider.asked) == 1


def test_truncated_reply_is_returned_with_note(provider: Provider) -> None:
    provider.say(reply("I click on", finish="length"))
    said = model(provider).complete(HELLO)
    assert said.text == "I click on"
    assert said.note == "the model's reply was cut off at its greatest length"


def test_refusal_is_returned_as_reply(provider: Provider) -> None:
    provider.say(reply(None, refusal="I cannot help with that."))
    assert model(provider).complete(HELLO).text == "I cannot help with that."


def test_reply_in_parts_is_joined(provider: Provider) -> None:
    parts = [{"type": "text", "text": "Good "}, {"type": "text", "text": "day."}]
    body = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()
    provider.say(Answer(body=body))
    assert model(provider).complete(HELLO).text == "Good day."


@pytest.mark.parametrize("how", ["seconds", "date"])
def test_retry_after_header_is_respected(provider: Provider, how: str) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    provider.say(refusal(429, retry_after="0.6" if how == "seconds" else date), "Good day.")
    assert model(provider).complete(HELLO).text == "Good day."
    first, second = provider.times
    assert second - first > 0.55


def test_retry_pauses_grow(provider: Provider) -> None:
    provider.say(refusal(500), refusal(500), refusal(500), "Good day.")
    ChatModel("openai/x", Terms(base_url=provider.url, pause=0.2)).complete(HELLO)
    pauses = [late - soon for soon, late in zip(provider.times, provider.times[1:], strict=False)]
    for pause, least in zip(pauses, (0.1, 0.2, 0.4), strict=True):
        assert pause >= least


def test_timeout_aborts_and_retries_slow_reply(provider: Provider) -> None:
    provider.say(reply("late", after=20), "Good day.")
    assert model(provider, timeout=0.3).complete(HELLO).text == "Good day."
    provider.say(reply("late", after=20))
    with pytest.raises(ModelError, match=r"^Request timed out.*, in 2 attempts"):
        model(provider, timeout=0.3, retries=1).complete(HELLO)


def test_trickling_reply_ends_at_five_timeouts(provider: Provider) -> None:
    body = reply("late" * 500).body
    provider.say(Answer(body=body, drip=0.02))
    started = monotonic()
    with pytest.raises(ModelError, match=r"still on its way after 2 seconds, 5 times --vwa-tim"):
        model(provider, timeout=0.4).complete(HELLO)
    assert 2 <= monotonic() - started < 0.02 * len(body) / 2
    assert len(provider.asked) == 1


def test_reply_in_pieces_may_exceed_timeout(
    provider: Provider,
) -> None:
    whole = reply("Good day.").body
    provider.say(Answer(body=whole, drip=2 / len(whole)))
    assert model(provider, timeout=1).complete(HELLO).text == "Good day."


def test_unreachable_server_is_model_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    gone = ChatModel("openai/x", Terms(base_url="http://127.0.0.1:9/v1", retries=1, pause=0.01))
    with pytest.raises(ModelError, match=r"^Connection error.*, in 2 attempts"):
        gone.complete(HELLO)


def test_missing_api_key_error_names_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelError, match=r"OPENAI_API_KEY.* \(no reply from model gpt-4o\)"):
        ChatModel("gpt-4o").complete(HELLO)


def test_chat_model_is_shared_by_threads(provider: Provider) -> None:
    shared, replies = model(provider), []
    threads = [
        threading.Thread(target=lambda: replies.append(shared.complete(HELLO).text))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert replies == ["Good day."] * 4


def test_open_model_resolves_names_and_suggests_nearest() -> None:
    assert open_model("demo").name == "demo"
    assert open_model("openai/x", Terms(base_url="http://127.0.0.1:9/v1")).name == "openai/x"
    with pytest.raises(
        UsageError, match=r"serve a model 'gtp-4o'; did you mean 'gpt-4o'\? write PROVIDER/MODEL"
    ):
        open_model("gtp-4o")
    with pytest.raises(UsageError, match="--vwa-model=gpt-4o"):
        open_model(" ")
