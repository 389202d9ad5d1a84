"""What is known of the published applications: facts of their images, each a public default."""

from collections.abc import Mapping

from pytest_vwa.core.site import SITE_NAMES, Account

from .entry import Call, Entry, Health, Reset
from .recipe import RECIPES

ACCOUNTS: Mapping[str, Account] = {
    "shopping": Account("emma.lopez@gmail.com", "Password.123"),
    "shopping_admin": Account("admin", "admin1234"),
    "reddit": Account("MarvelsGrantMan136", "test1234"),
    "gitlab": Account("byteblaze", "hello1234"),
    "classifieds": Account("blake.sullivan@gmail.com", "Password.123"),
}

PRETENDS: Mapping[str, str] = {
    "shopping": "http://onestopmarket.com",
    "shopping_admin": "http://luma.com/admin",
    "reddit": "http://reddit.com",
    "gitlab": "http://gitlab.com",
    "classifieds": "http://classifieds.com",
    "map": "http://openstreetmap.org",
    "wikipedia": "http://wikipedia.org",
    "homepage": "http://homepage.com",
}
"""The addresses in the published prompts."""

READ_ONLY = frozenset({"map", "wikipedia", "homepage"})

_HEALTH = {"gitlab": Health("/", (200, 302))}
_RESET_TOKEN = "CLASSIFIEDS_RESET_TOKEN"
_PUBLIC_TOKEN = "4b61655535e7ed388f0d40a93600254c"


def entry(name: str, replicas: tuple[str, ...], environ: Mapping[str, str]) -> Entry:
    """A site as far as its name tells; a name that is not known tells nothing."""
    if name not in SITE_NAMES:
        return Entry(name, replicas)
    return Entry(
        name,
        replicas,
        account=ACCOUNTS.get(name),
        login=RECIPES.get(name),
        pretends=PRETENDS[name],
        health=_HEALTH.get(name, Health()),
        reset=_reset(environ) if name == "classifieds" else None,
        read_only=name in READ_ONLY,
    )


def _reset(environ: Mapping[str, str]) -> Reset:
    token = environ.get(_RESET_TOKEN) or _PUBLIC_TOKEN
    return Reset(Call("{url}/index.php?page=reset", {"token": token}))
