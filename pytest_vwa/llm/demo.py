"""The keyless stand-in for a chat model."""

import re
from collections.abc import Mapping, Sequence

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording, Reply, Usage

from . import demo_policy, lexical

_HEADING = re.compile(r"^([A-Z][A-Z ]+):[ \t]*$", re.MULTILINE)
_CHARACTERS_PER_TOKEN = 4
_TOKENS_PER_PICTURE = 765
_TOKENS_PER_RECORDING = 10_000


class DemoModel:
    """No language model: a deterministic policy that counts words.

    It is given the prompts that a real model would get and answers in the same grammar, so that
    everything around the model runs without key, network or cost. It looks at no picture,
    understands nothing, and loses a share of the tasks. Its tokens are estimated.
    """

    name = "demo"

    def complete(self, messages: Sequence[Message]) -> Reply:
        text = _reply(_sections(messages[-1]))
        tokens = sum(_tokens(part) for message in messages for part in message.parts)
        return Reply(text, Usage(tokens, _tokens(text), calls=1))


def _reply(sections: Mapping[str, str]) -> str:
    """By the job that the headings of the prompt show."""
    if "TRANSCRIPT" in sections:
        return lexical.summarise(sections["TRANSCRIPT"], sections.get("OBJECTIVE", ""))
    if "OBSERVATION" in sections:
        return demo_policy.act(sections)
    if "QUESTION" in sections:
        return lexical.answer(sections["QUESTION"], sections.get("TUTORIAL", ""))
    return "The stand-in model can summarise, answer and act; this prompt asks for something else."


def _sections(message: Message) -> dict[str, str]:
    """What stands under each heading, a line of capitals that ends in a colon."""
    _, *pieces = _HEADING.split(message.text)
    return {heading: body.strip() for heading, body in zip(pieces[::2], pieces[1::2], strict=True)}


def _tokens(part: Part) -> int:
    match part:
        case str(text) | Excerpt(text):
            return -(-len(text) // _CHARACTERS_PER_TOKEN)
        case Image() | Frame():
            return _TOKENS_PER_PICTURE
        case Recording():
            return _TOKENS_PER_RECORDING
