"""Speech heard by a server: OpenAI's, any that speaks its protocol, or a provider of litellm's."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.transcript import Cue
from pytest_vwa.llm import failure
from pytest_vwa.llm.redaction import scrub

from . import answer, sound
from .choice import Choice

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types import AudioResponseFormat

TIMEOUT = 300.0
"""Seconds for one attempt: a server may take a while over a long video."""

RETRIES = 2
"""More attempts after rate limits, server errors, lost connections and time-outs."""


@dataclass(frozen=True)
class Recorded:
    """A video's sound as it is sent: FLAC, and its length in seconds."""

    name: str
    data: bytes
    length: float

    @property
    def upload(self) -> tuple[str, bytes, str]:
        return self.name, self.data, "audio/flac"


class TranscriptionApi:
    """``api:whisper-1``, ``api:groq/whisper-large-v3``, or, where a base URL is given, any model
    of that server. Keys are read from the providers' own variables."""

    resident = False

    def __init__(self, choice: Choice) -> None:
        self._model = choice.model or "whisper-1"
        self._base_url = choice.base_url

    @property
    def name(self) -> str:
        return f"api {self._model}"

    def hear(self, video: Path) -> tuple[Cue, ...]:
        from httpx import HTTPError
        from openai import OpenAIError  # the root of litellm's errors as well

        heard = sound.samples(video)
        recorded = Recorded(f"{video.stem}.flac", sound.flac(heard), len(heard) / sound.RATE)
        try:
            return self._openai(recorded) if self._speaks_openai() else self._litellm(recorded)
        except (OpenAIError, HTTPError, ValueError) as error:
            # Not chained: the provider's own text may quote the key.
            raise ModelError(self._complaint(video, error)) from None

    def _speaks_openai(self) -> bool:
        provider, slash, _ = self._model.partition("/")
        return bool(self._base_url) or not slash or provider == "openai"

    def _openai(self, recorded: Recorded) -> tuple[Cue, ...]:
        from openai import BadRequestError, OpenAI

        # Servers of one's own ask for no key, but the package does.
        key = os.environ.get("OPENAI_API_KEY") or ("none" if self._base_url else None)
        with OpenAI(
            api_key=key, base_url=self._base_url or None, timeout=TIMEOUT, max_retries=RETRIES
        ) as client:
            try:
                return self._send(client, recorded, "verbose_json")
            except BadRequestError as error:
                # Some models tell no times, and say so.
                if "response_format" not in str(error):
                    raise
            return self._send(client, recorded, "json")

    def _send(
        self, client: "OpenAI", recorded: Recorded, form: "AudioResponseFormat"
    ) -> tuple[Cue, ...]:
        raw = client.audio.transcriptions.with_raw_response.create(
            file=recorded.upload, model=self._model.removeprefix("openai/"), response_format=form
        )
        kind = raw.headers.get("content-type", "")
        return answer.read(kind, raw.http_response.text, recorded.length)

    def _litellm(self, recorded: Recorded) -> tuple[Cue, ...]:
        # Otherwise litellm downloads its price list while it is imported, which takes seconds.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        import litellm

        litellm.suppress_debug_info = True
        response = litellm.transcription(
            model=self._model,
            file=recorded.upload,
            response_format="verbose_json",
            drop_params=True,  # models that tell no times are asked without
            timeout=TIMEOUT,
            max_retries=RETRIES,
        )
        return answer.cues(response.model_dump(), recorded.length)

    def _complaint(self, video: Path, error: Exception) -> str:
        status = failure.status(error)
        code = f"HTTP {status}: " if status else ""
        place = f" at {self._base_url}" if self._base_url else ""
        what = f"{self.name}{place} gave no transcript of {video.name}: "
        return scrub(what + code + failure.words(error), self._base_url)
