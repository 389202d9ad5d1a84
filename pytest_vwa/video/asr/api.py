"""Speech heard by a server: OpenAI's, any that speaks its protocol, or a provider of litellm's."""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.transcript import Cue
from pytest_vwa.core.usage import Usage
from pytest_vwa.llm import litellm_api, openai_api
from pytest_vwa.llm.calls import Calls
from pytest_vwa.llm.terms import Terms

from . import answer, sound
from .answer import Heard
from .choice import Choice
from .fare import Fare

if TYPE_CHECKING:
    from openai.types import AudioResponseFormat

NAME = "api"


def model_of(choice: Choice) -> str:
    """The one that is named, else OpenAI's."""
    return choice.model or "whisper-1"


class TranscriptionApi:
    """``api:whisper-1``, ``api:groq/whisper-large-v3``, or, where a base URL is given, any model
    of that server. Keys are read from the providers' own variables; calls are limited, paid and
    tried again as those of chat models are. ``usage`` is what they cost so far."""

    resident = False

    def __init__(self, choice: Choice) -> None:
        model, terms = model_of(choice), choice.terms
        self.name = f"{NAME} {model}"
        self.usage = Usage()
        self._calls = Calls(terms)
        self._fare = Fare(model, terms)
        self._api: _Api = (_OpenAi if _speaks_openai(model, terms) else _Litellm)(model, terms)

    def hear(self, video: Path) -> tuple[Cue, ...]:
        started = monotonic()
        samples = sound.samples(video)
        recorded = Recorded(f"{video.stem}.flac", sound.flac(samples), len(samples) / sound.RATE)
        spent: list[Usage] = []
        heard = self._calls.tried(lambda: self._attempt(recorded, spent))
        usage = sum(spent, Usage(seconds=monotonic() - started, calls=1))
        self.usage += usage
        if isinstance(heard, Exception):
            # Not chained: the provider's own text may quote the key.
            complaint = self._calls.complaint(self.name, f"transcript of {video.name}", heard)
            del heard  # a traceback with local variables would show what it quotes
            raise ModelError(complaint, usage) from None
        return heard.cues

    def _attempt(self, recorded: "Recorded", spent: list[Usage]) -> Heard:
        self._api.prepare()
        heard, usage = self._calls.paid(
            self._fare.at_most(recorded.length),
            lambda: self._api.hear(recorded),
            lambda heard: self._fare.usage(heard, recorded.length),
        )
        spent.append(usage)
        return heard


@dataclass(frozen=True)
class Recorded:
    """A video's sound as it is sent: FLAC, and its length in seconds."""

    name: str
    data: bytes
    length: float

    @property
    def upload(self) -> tuple[str, bytes, str]:
        return self.name, self.data, "audio/flac"


class _Api(Protocol):
    """``prepare`` loads what the first call needs, before a limit counts it. ``hear`` makes one
    attempt; both raise openai.OpenAIError, httpx.HTTPError, Spoiled or ValueError."""

    def prepare(self) -> None: ...

    def hear(self, recorded: Recorded) -> Heard: ...


class _OpenAi:
    def __init__(self, model: str, terms: Terms) -> None:
        self._model = model.removeprefix("openai/")
        self._terms = terms
        self._form: AudioResponseFormat = "verbose_json"

    def prepare(self) -> None:
        openai_api.client(self._terms)

    def hear(self, recorded: Recorded) -> Heard:
        from openai import BadRequestError

        try:
            return self._send(recorded)
        except BadRequestError as error:
            # Some models tell no times, and say so.
            if self._form == "json" or "response_format" not in str(error):
                raise
        self._form = "json"
        return self._send(recorded)

    def _send(self, recorded: Recorded) -> Heard:
        transcriptions = openai_api.client(self._terms).audio.transcriptions
        raw = transcriptions.with_raw_response.create(
            file=recorded.upload, model=self._model, response_format=self._form
        )
        kind = raw.headers.get("content-type", "")
        return answer.read(kind, raw.http_response.text, recorded.length)


class _Litellm:
    def __init__(self, model: str, terms: Terms) -> None:
        self._model = model
        self._timeout = terms.timeout

    def prepare(self) -> None:
        litellm_api.package()

    def hear(self, recorded: Recorded) -> Heard:
        response = litellm_api.package().transcription(
            model=self._model,
            file=recorded.upload,
            response_format="verbose_json",
            drop_params=True,  # models that tell no times are asked without
            timeout=self._timeout,
            max_retries=0,
        )
        return answer.decoded(response.model_dump(), recorded.length)


def _speaks_openai(model: str, terms: Terms) -> bool:
    provider, slash, _ = model.partition("/")
    return bool(terms.base_url) or not slash or provider == "openai"
