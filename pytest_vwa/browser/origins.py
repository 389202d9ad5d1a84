"""Where the browser may go."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from pytest_vwa.core.trajectory import NOT_OPENED

_PORTS = {"http": 80, "https": 443}
_COMPATIBLE = IPv6Network("::/96")
"""``::127.0.0.1``, out of use and yet routed by some to the IPv4 address."""
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_NAT64 = IPv6Network("64:ff9b::/96")
_OWN_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")


def origin_of(url: str) -> str:
    """``HTTP://Shop.com:80/cart`` -> ``http://shop.com``; "" for what is no web address."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in _PORTS or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = f":{port}" if port and port != _PORTS[parts.scheme] else ""
    return f"{parts.scheme}://{host}{shown}"


def is_public(address: str) -> bool:
    """Of an IP address: does it belong to the internet, and to one host of it? Those that carry
    another address belong where that does. Raises ValueError when it is none."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return is_public(str(found.ipv4_mapped))
        if found in _COMPATIBLE or found in _LOCAL_NAT64:
            return False
        inner = IPv4Address(int(found) & 0xFFFF_FFFF) if found in _NAT64 else found.sixtofour
        if inner and not is_public(str(inner)):
            return False
    return found.is_global and not found.is_multicast


def is_private(url: str) -> bool:
    """Does the address name this machine or its network? A name that a public server resolves is
    taken for public: what it stands for is not looked up."""
    try:
        host = (urlsplit(url.strip()).hostname or "").rstrip(".")
    except ValueError:
        return True
    try:
        return not is_public(host)
    except ValueError:
        return "." not in host or host.endswith(_OWN_NAMES)


@dataclass(frozen=True)
class Origins:
    """The origins of the task's sites: scheme, host and port."""

    allowed: tuple[str, ...]

    @classmethod
    def of(cls, urls: Iterable[str]) -> "Origins":
        """Of any addresses of the sites; what is no web address is left out."""
        return cls(tuple(dict.fromkeys(filter(None, map(origin_of, urls)))))

    def allows(self, url: str) -> bool:
        return origin_of(url) in self.allowed

    @cached_property
    def foreign(self) -> re.Pattern[str]:
        """Matches the web addresses of all other origins, and local files; nothing of the sites'
        own."""
        own = "|".join(re.escape(origin) for origin in self.allowed)
        return re.compile(rf"^(?!(?:{own})(?:[/?#]|$))(?:https?|file)://", re.IGNORECASE)

    def refusal(self, url: str) -> str:
        return f"{url}{NOT_OPENED}the browser may only visit {', '.join(self.allowed)}"
