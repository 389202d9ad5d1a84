"""A model that is opened when it is first asked."""

from collections.abc import Callable, Sequence
from functools import cached_property

from pytest_vwa.core.ports import LLM, Message, Reply


class LateModel:
    """Stands for the model that ``open_it`` gives; who never asks needs none."""

    def __init__(self, open_it: Callable[[], LLM]) -> None:
        self._open_it = open_it

    @cached_property
    def _llm(self) -> LLM:
        return self._open_it()

    @property
    def name(self) -> str:
        return self._llm.name

    def complete(self, messages: Sequence[Message]) -> Reply:
        return self._llm.complete(messages)
