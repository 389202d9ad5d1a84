"""Where the sites are, and the mapping between addresses and the placeholders of task files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

SITE_NAMES = (
    "shopping",
    "shopping_admin",
    "reddit",
    "gitlab",
    "classifieds",
    "map",
    "wikipedia",
    "homepage",
)

When = Literal["never", "per-run", "per-mutating-task", "on-request"]
"""When a site is made new."""
WHENS: tuple[When, ...] = ("never", "per-run", "per-mutating-task", "on-request")

_END = r"(?![\w@-]|\.\w|:\d)"


@dataclass(frozen=True)
class Account:
    """Who logs in. Never shown to an agent."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Site:
    """One web application: its name, its base URL without a trailing slash, its account if any.
    ``pretends`` is the address that models are shown in its place; "" for none. ``headers`` are
    sent with each request to it, and to nobody else."""

    name: str
    url: str
    account: Account | None = None
    pretends: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)

    @property
    def placeholder(self) -> str:
        return f"__{self.name.upper()}__"


@dataclass(frozen=True)
class Sites:
    """The sites of one run, by name."""

    by_name: Mapping[str, Site]

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def __getitem__(self, name: str) -> Site:
        return self.by_name[name]

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(site.url for site in self.by_name.values())

    @property
    def headers(self) -> Mapping[str, Mapping[str, str]]:
        """What is sent with each request to a site, by its address; of those that ask for it."""
        return {site.url: site.headers for site in self.by_name.values() if site.headers}

    def headers_to(self, url: str) -> dict[str, str]:
        """What is sent with a request to this address: those of the sites of its origin."""
        sent: dict[str, str] = {}
        for own, headers in self.headers.items():
            if urlsplit(own)[:2] == urlsplit(url)[:2]:
                sent |= headers
        return sent

    def resolve(self, text: str) -> str:
        """``__SHOPPING__/cart`` -> ``http://127.0.0.1:7770/cart``; unknown placeholders stay. An
        address that a site pretends to have becomes its own."""
        for site in self.by_name.values():
            text = text.replace(site.placeholder, site.url)
        return _replaced(text, {site.pretends: site.url for site in self.by_name.values()})

    def conceal(self, text: str) -> str:
        """The way back: known addresses become placeholders, the longest address first. One that
        goes on within its host, port or last segment is another address."""
        known = {site.url: site.placeholder for site in self.by_name.values()}
        pretended = {site.pretends: site.placeholder for site in self.by_name.values()}
        return _replaced(text, pretended | known)

    def meant(self, url: str) -> str:
        """What an agent writes as an address, as the site's own: also with ``https`` where it
        pretends to have ``http``."""
        plain = re.sub(r"^https://", "http://", url)
        known = self.resolve(plain)
        return self.resolve(url) if known == plain else known

    def shown(self, text: str) -> str:
        """As a model is shown it: sites that pretend to have another address have that one."""
        return _replaced(
            text, {site.url: site.pretends for site in self.by_name.values() if site.pretends}
        )


def _replaced(text: str, addresses: Mapping[str, str]) -> str:
    for address in sorted(filter(None, addresses), key=len, reverse=True):
        if address in text:
            to = addresses[address].replace("\\", r"\\")
            text = re.sub(re.escape(address) + _END, to, text)
    return text
