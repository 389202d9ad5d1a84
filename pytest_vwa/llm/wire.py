"""Messages in the shape of OpenAI's chat protocol, which litellm takes for every provider."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pytest_vwa.core.errors import ModelError, VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording

_SOUNDS = {
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/wave": "wav",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
}


@dataclass(frozen=True)
class Wire:
    """How one model takes recordings. ``video`` is the part a video becomes: ``video_url`` as
    vLLM has it, ``file`` as litellm has it, None when the model takes no video."""

    name: str
    video: Literal["video_url", "file"] | None = None
    audio: bool = True

    def chat(self, messages: Sequence[Message]) -> list[dict[str, Any]]:
        """JSON-able messages. Raises ModelError for a recording that the model cannot take,
        VideoError for one that cannot be read."""
        return [self._message(message) for message in messages]

    def _message(self, message: Message) -> dict[str, Any]:
        """Texts alone are one string, for servers that know nothing else."""
        if all(isinstance(part, str | Excerpt) for part in message.parts):
            return {"role": message.role, "content": message.text}
        return {"role": message.role, "content": [self._part(part) for part in message.parts]}

    def _part(self, part: Part) -> dict[str, Any]:
        match part:
            case str(text) | Excerpt(text):
                return {"type": "text", "text": text}
            case (Image() as image) | Frame(image=image):
                return {"type": "image_url", "image_url": {"url": image.url}}
            case Recording():
                return self._recording(part)

    def _recording(self, part: Recording) -> dict[str, Any]:
        url = f"data:{part.mime};base64,"
        match part.mime.partition("/")[0], self.video:
            case "audio", _:
                return self._sound(part)
            case _, "video_url":
                return {"type": "video_url", "video_url": {"url": url + _base64(part)}}
            case _, "file":
                return {"type": "file", "file": {"file_data": url + _base64(part)}}
        raise ModelError(
            f"model {self.name} takes no video file, and got {part.path.name}: agents that need "
            "none are frames (pictures and transcript) and summary"
        )

    def _sound(self, part: Recording) -> dict[str, Any]:
        if part.mime not in _SOUNDS:
            known = ", ".join(_SOUNDS)
            raise ModelError(f"{part.path.name} is {part.mime}; models are sent {known}")
        if not self.audio:
            raise ModelError(
                f"model {self.name} takes no audio file, and got {part.path.name}: agents that "
                "need none are frames and summary, which read the transcript"
            )
        sound = {"data": _base64(part), "format": _SOUNDS[part.mime]}
        return {"type": "input_audio", "input_audio": sound}


def _base64(part: Recording) -> str:
    try:
        return b64encode(part.path.read_bytes()).decode()
    except OSError as error:
        raise VideoError(f"{part.path} cannot be read: {error.strerror or error}") from error
