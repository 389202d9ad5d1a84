"""A chat model whose calls go through a cassette."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pytest_vwa.core.ports import LLM, Message, Reply, Usage
from pytest_vwa.core.site import Sites

from . import request, tape
from .cassette import Cassette
from .request import Kind
from .usage import lasting


class TapedModel:
    """The model as one test has it: replies come from the cassette, or are kept there.

    ``sites`` tells whose addresses are not kept, as they may be others the next time.
    ``parameters`` are those of the model's that change what it replies.
    """

    def __init__(
        self,
        kind: Kind,
        llm: LLM,
        cassette: Cassette,
        sites: Callable[[], Sites] = lambda: Sites({}),
        parameters: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.name = llm.name
        self._llm = llm
        self._kind = kind
        self._cassette = cassette
        self._sites = sites
        self._parameters = parameters
        self._asked: Counter[str] = Counter()

    def complete(self, messages: Sequence[Message]) -> Reply:
        """Raises ModelError, also for what the cassette cannot replay, and what the model does."""
        sites = self._sites()

        def ask() -> dict[str, Any]:
            return _written(self._llm.complete(messages), sites)

        reply = tape.play(self._cassette, self._request(messages, sites), ask)
        return Reply(sites.resolve(reply["text"]), Usage(**reply["usage"]), reply.get("note", ""))

    def _request(self, messages: Sequence[Message], sites: Sites) -> request.Request:
        """What a test asks again, word for word, may have another reply: it is kept apart."""
        asked = request.chat(self._kind, self.name, messages, self._parameters, sites.conceal)
        self._asked[asked.words] += 1
        times = self._asked[asked.words]
        return asked if times == 1 else request.repeated(asked, times)


def _written(reply: Reply, sites: Sites) -> dict[str, Any]:
    note = {"note": reply.note} if reply.note else {}
    return {"text": sites.conceal(reply.text), **note, "usage": lasting(reply.usage)}
