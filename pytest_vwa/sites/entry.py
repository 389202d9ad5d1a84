"""What is known of one site: where it is, how one logs in, how it is made new."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.nearest import meant
from pytest_vwa.core.site import Account, Site, When

from .recipe import Proof, Recipe


@dataclass(frozen=True)
class Health:
    """The page ``path``, asked with ``headers``, answers with one of ``statuses`` and shows the
    text ``shows``. A site that keeps failing is waited for so many ``seconds``."""

    path: str = "/"
    statuses: tuple[int, ...] = (200,)
    shows: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seconds: float = 300.0


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
    proof: Proof | None = None


@dataclass(frozen=True)
class StateFile:
    """Logging in by a storage state that was made elsewhere."""

    path: Path
    proof: Proof | None = None


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

    @property
    def sent(self) -> Mapping[str, str]:
        """The headers of each request, those that log in among them."""
        entering = self.login.values if isinstance(self.login, Headers) else {}
        return {**self.headers, **entering}

    def at(self, replica: str) -> Site:
        return Site(self.name, replica, self.account, self.pretends, self.sent)


def require_hook(entry: Entry, hooks: Collection[str]) -> None:
    """Raises UsageError for a site that is made new by a hook that nobody registered."""
    by = entry.reset.by if entry.reset else None
    if isinstance(by, Hook) and by.name not in hooks:
        raise UsageError(
            f"sites.{entry.name}.reset.hook: nobody registered {by.name!r}{meant(by.name, hooks)}; "
            "a conftest.py does with registry.resets.add(name, function)"
        )
