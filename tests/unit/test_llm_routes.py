"""Which package serves which model, and what the price list says of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from provider import CUT_OFF, HTML, MALFORMED, Answer, Provider, refusal, reply

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Message, Recording
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.litellm_api import LitellmApi
from pytest_vwa.llm.openai_api import OpenAiApi
from pytest_vwa.llm.price import Price, Tokens
from pytest_vwa.llm.pricelist import UNKNOWN, facts
from pytest_vwa.llm.routes import route
from pytest_vwa.llm.terms import Terms

OWN = Terms(base_url="http://127.0.0.1:9/v1")
HELLO = (Message("user", ("Hello",)),)


@pytest.mark.parametrize(
    ("name", "terms", "api"),
    [
        ("gpt-4o", Terms(), OpenAiApi),
        ("openai/gpt-4o", Terms(), OpenAiApi),
        ("openai/of-next-year", Terms(), OpenAiApi),
        ("gpt-99", Terms(), OpenAiApi),
        ("o3", Terms(), OpenAiApi),
        ("ft:gpt-4o-2024-08-06", Terms(), OpenAiApi),
        ("o3-pro", Terms(), LitellmApi),  # not served by the chat protocol, which litellm hides
        ("claude-sonnet-4-5", Terms(), LitellmApi),
        ("anthropic/claude-sonnet-4-5", Terms(), LitellmApi),
        ("gemini/gemini-2.5-pro", Terms(), LitellmApi),
        ("nonsense", Terms(), LitellmApi),
        ("anthropic/claude-sonnet-4-5", OWN, OpenAiApi),
        ("Qwen/Qwen2.5-VL-7B-Instruct", OWN, OpenAiApi),
    ],
)
def test_route_uses_openai_api_or_litellm(name: str, terms: Terms, api: type) -> None:
    assert isinstance(route(name, terms).api, api)


def test_custom_endpoint_model_name_drops_only_openai_prefix(provider: Provider) -> None:
    for name in ("openai/gpt-oss", "Qwen/Qwen2.5-VL", "meta/openai/x"):
        ChatModel(name, Terms(base_url=provider.url)).complete(HELLO)
    assert [asked["model"] for asked in provider.asked] == [
        "gpt-oss",
        "Qwen/Qwen2.5-VL",
        "meta/openai/x",
    ]


def test_price_list_is_read_without_litellm_import() -> None:
    script = (
        "import sys; from pytest_vwa.llm.client import ChatModel, unpriced, Terms\n"
        "assert unpriced('gpt-4o', Terms()) == '' and ChatModel('gpt-4o').name == 'gpt-4o'\n"
        "sys.exit(str([name for name in ('litellm', 'openai', 'httpx') if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


def test_price_list_has_window_price_and_modalities() -> None:
    known = facts("gemini/gemini-2.5-pro")
    assert known.provider == "gemini"
    assert known.window is not None
    assert known.window > 1_000_000
    assert (known.takes_video, known.takes_audio, known.reasons) == (True, True, True)
    assert known.price is not None
    assert known.price.input > 0
    assert facts("openai/gpt-4o") == facts("gpt-4o")
    assert facts("anthropic/claude-sonnet-4-5") == facts("claude-sonnet-4-5")
    assert facts("groq/gpt-4o") == facts("nonsense") == UNKNOWN


def test_price_has_cached_audio_and_long_prompt_rates() -> None:
    price = Price(2.0, 10.0, cached=1.0, audio=40.0, dearer=((1000, 4.0, 15.0),))
    assert price.of(Tokens(100, 10)) == 300
    assert price.of(Tokens(100, 10, cached=50)) == 250
    assert price.of(Tokens(100, 0, audio=100)) == 4000
    assert price.of(Tokens(1001, 1, cached=1)) == 4000 + 2 + 15
    assert Price(0.0, 0.0, cached=0.0).of(Tokens(100, 10, cached=50)) == 0


class TestAnotherProvider:
    """litellm's way, with a provider whose address can be set."""

    @pytest.fixture
    def model(self, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> ChatModel:
        monkeypatch.setenv("DEEPSEEK_API_BASE", provider.url)
        monkeypatch.setenv("DEEPSEEK_API_KEY", "ds-0123456789")
        return ChatModel("deepseek/deepseek-chat", Terms(retries=1, pause=0.01))

    def test_litellm_serves_and_prices_provider(self, provider: Provider, model: ChatModel) -> None:
        said = model.complete(HELLO)
        assert said.text == "Good day."
        assert (said.usage.prompt_tokens, said.usage.completion_tokens) == (100, 10)
        assert said.usage.cost_usd > 0
        (asked,) = provider.asked
        assert (asked["model"], asked["temperature"]) == ("deepseek-chat", 0)
        assert provider.headers[0]["Authorization"] == "Bearer ds-0123456789"

    @pytest.mark.parametrize(
        ("fault", "words"),
        [
            (refusal(429, "slow down"), "HTTP 429: slow down"),
            (refusal(500, "oh dear"), "HTTP 500: oh dear"),
            (HTML, ""),
            (MALFORMED, ""),
            (CUT_OFF, ""),
            (Answer(), ""),
            (reply(""), "the reply was empty"),
        ],
        ids=["429", "500", "html", "malformed", "cut off", "empty", "silent"],
    )
    def test_litellm_transient_error_is_retried_then_reported(
        self, provider: Provider, model: ChatModel, fault: Answer, words: str
    ) -> None:
        provider.say(fault, "Good day.")
        assert model.complete(HELLO).text == "Good day."
        provider.say(fault)
        with pytest.raises(ModelError, match=f"^{words}.*no reply from.*, in 2 attempts") as caught:
            model.complete(HELLO)
        assert "\n" not in str(caught.value)

    def test_litellm_wrong_key_is_not_retried(self, provider: Provider, model: ChatModel) -> None:
        provider.say(refusal(401, "the key ds-0123456789 is wrong"))
        with pytest.raises(ModelError, match=r"HTTP 401: the key \*\*\* is wrong"):
            model.complete(HELLO)
        assert len(provider.asked) == 1

    def test_litellm_unknown_provider_is_one_line_error(self) -> None:
        with pytest.raises(ModelError) as caught:
            ChatModel("nonsense").complete(HELLO)
        assert "Provider NOT provided" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_gemini_gets_video_as_file_part(tmp_path: Path) -> None:
    film = tmp_path / "a.mp4"
    film.write_bytes(b"film")
    (message,) = route("gemini/gemini-2.5-pro", Terms()).wire.chat(
        [Message("user", (Recording(film, "video/mp4"), Image(b"x", "image/png")))]
    )
    assert message["content"][0] == {
        "type": "file",
        "file": {"file_data": "data:video/mp4;base64,ZmlsbQ=="},
    }
