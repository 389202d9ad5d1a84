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


def test_transcription_api_sends_flac_and_returns_cues(spoken: Path) -> None:
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


def test_transcription_api_falls_back_to_untimed_json(spoken: Path) -> None:
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
def test_transcription_api_accepts_text_and_vtt_responses(answer: Answer, spoken: Path) -> None:
    with Dictation(answer) as server:
        (cue,) = api(server).hear(spoken)
    assert cue == Cue(0.0, pytest.approx(4, abs=0.05), "Look for a kayak.")


def test_transcription_api_blank_text_gives_no_cues(spoken: Path) -> None:
    with Dictation(untimed("  ")) as server:
        assert api(server).hear(spoken) == ()


def test_transcription_api_strips_openai_prefix_of_model(spoken: Path) -> None:
    with Dictation(heard("Hello.")) as server:
        api(server, "openai/whisper-1").hear(spoken)
        api(server, "Systran/faster-whisper-base").hear(spoken)
    models = [asked.fields["model"] for asked in server.asked]
    assert models == ["whisper-1", "Systran/faster-whisper-base"]


def test_transcription_api_without_key_sends_placeholder(
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
def test_transcription_api_retries_transient_errors(first: Answer, spoken: Path) -> None:
    with Dictation(first, heard("Hello.")) as server:
        assert api(server, timeout=1.0).hear(spoken)[0].text == "Hello."
    assert len(server.asked) == 2


def test_transcription_api_gives_up_after_retries(spoken: Path) -> None:
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
def test_transcription_api_counts_usage_and_cost(
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


def test_transcription_api_skips_call_beyond_budget(spoken: Path, tmp_path: Path) -> None:
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
def test_transcription_api_error_quotes_server_without_key(
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


def test_transcription_api_reports_unreachable_server(spoken: Path) -> None:
    terms = Terms(base_url="http://127.0.0.1:9/v1", retries=0)
    nowhere = TranscriptionApi(Choice("api", "", Path(), terms))
    with pytest.raises(ModelError, match=r"Connection error.* \(no transcript of lesson\.mkv"):
        nowhere.hear(spoken)


def test_transcription_api_missing_key_names_variable(
    spoken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        TranscriptionApi(Choice("api", "", Path())).hear(spoken)


def test_transcription_api_supports_other_providers(
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


def test_transcription_api_other_provider_error_hides_key(
    spoken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Dictation(refusal(400, "no such model, gsk-0123456789")) as server:
        monkeypatch.setenv("GROQ_API_BASE", server.url)
        monkeypatch.setenv("GROQ_API_KEY", "gsk-0123456789")
        with pytest.raises(ModelError, match=r"HTTP 400: .*no such model, ") as caught:
            TranscriptionApi(Choice("api", "groq/whisper", Path())).hear(spoken)
    assert "0123456789" not in str(caught.value)
