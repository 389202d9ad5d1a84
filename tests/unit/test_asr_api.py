"""Speech heard by a server that speaks OpenAI's protocol, over real HTTP."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import av
import pytest
from dictation import Answer, Dictation, heard, refusal, untimed
from sounds import tone, video

from pytest_vwa.core.errors import BudgetSpent, ModelError
from pytest_vwa.core.transcript import Cue
from pytest_vwa.core.usage import Usage
from pytest_vwa.llm.budget import Ledger
from pytest_vwa.llm.price import Price
from pytest_vwa.llm.terms import Allowance, Terms
from pytest_vwa.video.asr.api import TranscriptionApi
from pytest_vwa.video.asr.choice import Choice

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def spoken(tmp_path: Path) -> Path:
    return video(tmp_path / "lesson.mkv", [(0, tone(4))])


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def api(server: Dictation, model: str = "whisper-1", **terms: Any) -> TranscriptionApi:
    """Pauses before further attempts are short."""
    given = Terms(base_url=server.url, **({"pause": 0.01} | terms))
    return TranscriptionApi(Choice("api", model, Path(), given))


def test_the_sound_is_sent_as_a_file_and_the_segments_come_back_as_cues(spoken: Path) -> None:
    with Dictation(heard("Look for a kayak.", "It is red.")) as server:
        cues = api(server).hear(spoken)
    assert cues == (Cue(0.0, 1.5, "Look for a kayak."), Cue(2.0, 3.5, "It is red."))
    (asked,) = server.asked
    assert asked.path == "/v1/audio/transcriptions"
    assert asked.fields == {"model": "whisper-1", "response_format": "verbose_json"}
    assert asked.file == "lesson.flac"
    assert asked.authorization == f"Bearer {KEY}"
    with av.open(BytesIO(asked.data)) as container:
        assert container.streams.audio[0].rate == 16_000
        assert container.duration / av.time_base == pytest.approx(4, abs=0.05)


def test_a_model_that_tells_no_times_is_asked_without_them(spoken: Path) -> None:
    no = refusal(400, "response_format 'verbose_json' is not compatible with model 'gpt-4o'.")
    with Dictation(no, untimed("Look for a kayak. ")) as server:
        assert api(server, "gpt-4o-transcribe").hear(spoken) == (
            Cue(0.0, pytest.approx(4, abs=0.05), "Look for a kayak."),
        )
    assert [asked.fields["response_format"] for asked in server.asked] == ["verbose_json", "json"]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"Look for\na kayak.\n", "text/plain; charset=utf-8"),
        Answer(b"WEBVTT\n\n00:00.000 --> 00:04.000\nLook for a kayak.\n", "text/vtt"),
    ],
    ids=["text", "subtitles"],
)
def test_a_server_that_answers_in_text_is_understood(answer: Answer, spoken: Path) -> None:
    with Dictation(answer) as server:
        (cue,) = api(server).hear(spoken)
    assert cue == Cue(0.0, pytest.approx(4, abs=0.05), "Look for a kayak.")


def test_who_hears_nothing_says_nothing(spoken: Path) -> None:
    with Dictation(untimed("  ")) as server:
        assert api(server).hear(spoken) == ()


def test_a_leading_openai_is_not_part_of_the_name(spoken: Path) -> None:
    with Dictation(heard("Hello.")) as server:
        api(server, "openai/whisper-1").hear(spoken)
        api(server, "Systran/faster-whisper-base").hear(spoken)
    models = [asked.fields["model"] for asked in server.asked]
    assert models == ["whisper-1", "Systran/faster-whisper-base"]


def test_a_server_without_keys_is_asked_without_one(
    spoken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with Dictation(heard("Hello.")) as server:
        api(server).hear(spoken)
    assert server.asked[0].authorization == "Bearer none"


@pytest.mark.parametrize(
    "first",
    [
        refusal(429, "slower"),
        refusal(503, "busy"),
        Answer(b"<html><h1>Bad gateway</h1></html>", "text/html"),
        Answer(b'{"text": "Lo'),
        Answer(b"{}"),
        replace(heard("Too late."), after=30),
    ],
    ids=["429", "503", "html", "cut off", "empty", "slow"],
)
def test_what_may_pass_is_tried_again_as_with_models(first: Answer, spoken: Path) -> None:
    with Dictation(first, heard("Hello.")) as server:
        assert api(server, timeout=1.0).hear(spoken)[0].text == "Hello."
    assert len(server.asked) == 2


def test_what_does_not_pass_is_given_up(spoken: Path) -> None:
    with Dictation(refusal(503, "busy")) as server, pytest.raises(ModelError) as caught:
        api(server, retries=2).hear(spoken)
    told = f"HTTP 503: busy (no transcript of lesson.mkv from api whisper-1 at {server.url}"
    assert str(caught.value) == f"{told}, in 3 attempts)"
    assert len(server.asked) == 3


COUNTED = {
    "type": "tokens",
    "input_tokens": 40,
    "input_token_details": {"audio_tokens": 40, "text_tokens": 0},
    "output_tokens": 6,
}


@pytest.mark.parametrize(
    ("model", "answer", "terms", "usage"),
    [
        ("whisper-1", heard("Hello."), {}, Usage(0, 0, 4 * 0.0001)),
        ("groq/whisper-large-v3", heard("Hello."), {}, Usage(0, 0, 4 * 3.083e-05)),
        (
            "gpt-4o-transcribe",
            untimed("Hello.", usage=COUNTED),
            {},
            Usage(40, 6, 40 * 2.5e-06 + 6 * 1e-05),
        ),
        ("gpt-4o-transcribe", untimed("Hello."), {}, Usage(0, 0, 4 * 0.0001)),
        ("mine", untimed("Hello."), {"price": Price(0.01, 0.1)}, Usage(128, 2, 1.28 + 0.2)),
        ("mine", untimed("Hello.", usage=COUNTED), {}, Usage(40, 6, 0.0)),
    ],
    ids=["by time", "provider", "by tokens", "not counted", "price given", "price not known"],
)
def test_what_is_heard_has_its_price(
    model: str, answer: Answer, terms: dict[str, Any], usage: Usage, spoken: Path
) -> None:
    with Dictation(answer) as server:
        engine = api(server, model, **terms)
        assert engine.usage == Usage()
        engine.hear(spoken)
    tokens = (engine.usage.prompt_tokens, engine.usage.completion_tokens)
    assert tokens == pytest.approx((usage.prompt_tokens, usage.completion_tokens), abs=1)
    assert engine.usage.cost_usd == pytest.approx(usage.cost_usd, rel=0.02)
    assert engine.usage.calls == 1


def test_a_call_that_could_pass_the_budget_is_not_made(spoken: Path, tmp_path: Path) -> None:
    with Dictation(heard("Hello.")) as server:
        engine = api(server, allowance=Allowance(tmp_path, budget_usd=0.0006))
        engine.hear(spoken)
        with pytest.raises(BudgetSpent, match="too small for the next call"):
            engine.hear(spoken)
    assert len(server.asked) == 1
    assert Ledger(tmp_path, 0.0006).spent() == pytest.approx(0.0004, rel=0.02)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (refusal(401, f"Incorrect API key provided: {KEY}."), "HTTP 401: "),
        (refusal(413, "25 MB at most"), "25 MB at most"),
        (Answer(b"<html><h1>Welcome</h1></html>", "text/html"), "gave a web page: Welcome"),
        (Answer(b'{"text": "Lo'), """gave no JSON but '{"text": "Lo'"""),
        (Answer(b"{}"), "neither text nor timed segments: {}"),
        (Answer(b'{"segments": [{"start": 0}]}'), "neither text nor timed segments"),
        (Answer(b'{"segments": [{"start": "x", "end": 1, "text": ""}]}'), "nor timed segments"),
        (Answer(b""), "gave an empty answer"),
    ],
)
def test_a_failure_is_told_in_the_servers_words_and_without_the_key(
    answer: Answer, told: str, spoken: Path
) -> None:
    with Dictation(answer) as server, pytest.raises(ModelError) as caught:
        api(server, retries=0).hear(spoken)
    said = str(caught.value)
    assert said.endswith(f" (no transcript of lesson.mkv from api whisper-1 at {server.url})")
    assert told in said
    assert KEY not in said
    assert caught.value.__suppress_context__
    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_told(spoken: Path) -> None:
    terms = Terms(base_url="http://127.0.0.1:9/v1", retries=0)
    nowhere = TranscriptionApi(Choice("api", "", Path(), terms))
    with pytest.raises(ModelError, match=r"Connection error.* \(no transcript of lesson\.mkv"):
        nowhere.hear(spoken)


def test_a_missing_key_is_told(spoken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        TranscriptionApi(Choice("api", "", Path())).hear(spoken)


def test_another_provider_is_reached_through_litellm(
    spoken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Dictation(heard("Look for a kayak.")) as server:
        monkeypatch.setenv("GROQ_API_BASE", server.url)
        monkeypatch.setenv("GROQ_API_KEY", "gsk-0123456789")
        engine = TranscriptionApi(Choice("api", "groq/whisper-large-v3", Path()))
        assert engine.hear(spoken) == (Cue(0.0, 1.5, "Look for a kayak."),)
    (asked,) = server.asked
    assert asked.fields == {"model": "whisper-large-v3", "response_format": "verbose_json"}
    assert asked.authorization == "Bearer gsk-0123456789"
    assert (asked.file, asked.data[:4]) == ("lesson.flac", b"fLaC")


def test_a_failure_of_another_provider_is_told_in_its_words(
    spoken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Dictation(refusal(400, "no such model, gsk-0123456789")) as server:
        monkeypatch.setenv("GROQ_API_BASE", server.url)
        monkeypatch.setenv("GROQ_API_KEY", "gsk-0123456789")
        with pytest.raises(ModelError, match=r"HTTP 400: .*no such model, ") as caught:
            TranscriptionApi(Choice("api", "groq/whisper", Path())).hear(spoken)
    assert "0123456789" not in str(caught.value)
