"""Local servers that speak OpenAI's chat protocol and say what a test wants."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from provider import Provider, Said


@pytest.fixture
def graders() -> Iterator[Callable[..., Provider]]:
    """Start a provider that says these replies in turn."""
    with ExitStack() as started:

        def start(*replies: Said) -> Provider:
            return started.enter_context(Provider(*replies))

        yield start


@pytest.fixture
def grader(graders: Callable[..., Provider]) -> Callable[[str], str]:
    """The address of one that always says this."""
    return lambda reply: graders(reply).url


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider("Good day.") as provider:
        yield provider
