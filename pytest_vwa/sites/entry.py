"""What is known of one site: where it is, how one logs in, how it is made new."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vwa.core.site import Account, Site, When

from .recipe import Recipe


@dataclass(frozen=True)
class Health:
    """The page ``path`` answers with one of ``statuses`` and shows the text ``shows``."""

    path: str = "/"
    statuses: tuple[int, ...] = (200,)
    shows: str = ""


@dataclass(frozen=True)
class Call:
    """An HTTP request that makes the site new; ``{url}`` stands for the replica's address and
    ``{host}`` for its host alone. It is over when ``done``, where given, answers with 200; then
    the request itself may remain without an answer."""

    url: str
    form: Mapping[str, str] = field(default_factory=dict, repr=False)  # it may hold a token
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    method: str = "POST"
    done: str = ""


@dataclass(frozen=True)
class Command:
    """A program and its arguments, run without a shell; ``{url}`` and ``{host}`` as for a Call."""

    args: tuple[str, ...]


@dataclass(frozen=True)
class Hook:
    """A function registered as ``registry.resets.add(name, function)``."""

    name: str


@dataclass(frozen=True)
class Reset:
    """How a replica is made new, how long it may take in seconds, and when it is done: as
    ``--vwa-reset`` says unless ``when`` does."""

    by: Call | Command | Hook
    seconds: float = 600.0
    when: When | None = None


@dataclass(frozen=True)
class Headers:
    """Logging in by headers that each request to the site carries."""

    values: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class StateFile:
    """Logging in by a storage state that was made elsewhere."""

    path: Path


Login = Recipe | Headers | StateFile | None
"""None: nobody logs in."""


@dataclass(frozen=True)
class Entry:
    """One site of a catalog. Its ``replicas`` are alike: any of them serves a task."""

    name: str
    replicas: tuple[str, ...]
    account: Account | None = None
    login: Login = None
    pretends: str = ""
    """The address that models are shown in place of the replica's; "" for none."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    health: Health = Health()
    reset: Reset | None = None
    read_only: bool = False
    """No task can change it."""

    def at(self, replica: str) -> Site:
        return Site(self.name, replica, self.account, self.pretends)
