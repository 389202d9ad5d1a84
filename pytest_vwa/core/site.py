"""Where the sites are, and the mapping between addresses and the placeholders of task files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

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

_END = r"(?![\w@-]|\.\w|:\d)"


@dataclass(frozen=True)
class Account:
    """Who logs in. Never shown to an agent."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Site:
    """One web application: its name, its base URL without a trailing slash, its account if any."""

    name: str
    url: str
    account: Account | None = None

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

    def resolve(self, text: str) -> str:
        """``__SHOPPING__/cart`` -> ``http://127.0.0.1:7770/cart``; unknown placeholders stay."""
        for site in self.by_name.values():
            text = text.replace(site.placeholder, site.url)
        return text

    def conceal(self, text: str) -> str:
        """The way back: known addresses become placeholders, the longest address first. One that
        goes on within its host, port or last segment is another address."""
        for site in sorted(self.by_name.values(), key=lambda site: -len(site.url)):
            if site.url in text:
                text = re.sub(re.escape(site.url) + _END, site.placeholder, text)
        return text
