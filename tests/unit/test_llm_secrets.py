"""No key is ever told: not in errors, not in logs, not in what values show of themselves."""

import logging

import pytest
from provider import Answer, Provider, refusal, reply

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.redaction import scrub
from pytest_vwa.llm.terms import Terms

KEY = "sk-test-0123456789abcdef"
HELLO = (Message("user", ("Hello",)),)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_api_key_is_sent_only_in_header(provider: Provider) -> None:
    ChatModel("openai/x", Terms(base_url=provider.url)).complete(HELLO)
    assert provider.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in str(provider.asked) + str(provider.paths)


@pytest.mark.parametrize(
    "fault",
    [
        refusal(401, f"Incorrect API key provided: {KEY}."),
        refusal(500, f"no, Bearer {KEY}, not now"),
        Answer(body=f"<html>{KEY}</html>".encode(), kind="text/html"),
        Answer(body=f'{{"error": "{KEY}"}}'.encode()),
    ],
    ids=["401", "500", "html", "error in 200"],
)
def test_error_redacts_api_key_quoted_by_provider(provider: Provider, fault: Answer) -> None:
    provider.say(fault)
    with pytest.raises(ModelError) as caught:
        ChatModel("openai/x", Terms(base_url=provider.url, retries=0)).complete(HELLO)
    assert KEY not in str(caught.value)
    assert "***" in str(caught.value)
    assert caught.value.__cause__ is None


def test_base_url_password_is_used_but_never_shown(
    provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    terms = Terms(base_url=provider.url.replace("//", "//me:open%20sesame@"), retries=0)
    model = ChatModel("openai/x", terms)
    model.complete(HELLO)
    assert provider.headers[0]["Authorization"] == "Basic bWU6b3BlbiBzZXNhbWU="
    provider.say(refusal(400, "no"))
    with pytest.raises(ModelError) as caught:
        model.complete(HELLO)
    told = f"{caught.value} {model!r} {vars(model)} {terms!r} {caplog.text}"
    assert "chat/completions" in told
    for secret in ("sesame", "bWU6b3Blb", KEY):
        assert secret not in told


def test_timeout_error_hides_base_url_password(provider: Provider) -> None:
    provider.say(reply("late", after=20))
    terms = Terms(base_url=provider.url.replace("//", "//me:sesame@"), retries=0, timeout=0.2)
    with pytest.raises(ModelError) as caught:
        ChatModel("openai/x", terms).complete(HELLO)
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "Bearer abc.def",
        "api_key=abc.def rest",
        "Incorrect API key provided: abc.def.",
        "http://user:abc.def@host/v1",
        "the value abc.def of a variable",
        '{"api_key": "abc.def"}',
        "password=abc.def",
    ],
)
def test_scrub_removes_keys(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "the value abc.def")
    assert "abc.def" not in scrub(text)
    assert "***" in scrub(text)


def test_scrub_removes_base64_of_base_url_login() -> None:
    quoted = "asked with Authorization bWU6aHVudGVyMg== by x"  # me:hunter2
    assert scrub(quoted, "http://me:hunter2@host/v1") == "asked with Authorization *** by x"


def test_error_redacts_base_url_password_quoted_by_server(provider: Provider) -> None:
    provider.say(refusal(401, "the user me with pass word hunter2 is not known"))
    terms = Terms(base_url=provider.url.replace("//", "//me:hunter2@"), retries=0)
    with pytest.raises(ModelError, match=r"with pass word \*\*\* is not known") as caught:
        ChatModel("openai/x", terms).complete(HELLO)
    assert "hunter2" not in str(caught.value)
