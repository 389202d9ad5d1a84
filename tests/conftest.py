"""What the tests start in processes of their own starts quickly."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """What they import is compiled once, and not by each of hundreds of runs, whatever the
    environment says: without it a run takes half as long again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield
