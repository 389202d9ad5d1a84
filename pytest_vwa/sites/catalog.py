"""Where the sites are: addresses that users of these benchmarks have set already."""

import os
from collections.abc import Mapping

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.site import SITE_NAMES, Account, Site, Sites

# The public default accounts of the published images.
ACCOUNTS: Mapping[str, Account] = {
    "shopping": Account("emma.lopez@gmail.com", "Password.123"),
    "shopping_admin": Account("admin", "admin1234"),
    "reddit": Account("MarvelsGrantMan136", "test1234"),
    "gitlab": Account("byteblaze", "hello1234"),
    "classifieds": Account("blake.sullivan@gmail.com", "Password.123"),
}


def configured(environ: Mapping[str, str] = os.environ) -> Sites:
    """The sites whose variables (SHOPPING, REDDIT, ...) hold an address."""
    return Sites(
        {
            name: Site(name, environ[name.upper()].rstrip("/"), ACCOUNTS.get(name))
            for name in SITE_NAMES
            if environ.get(name.upper())
        }
    )


def missing(names: tuple[str, ...], real: Sites, embedded: tuple[str, ...]) -> str | None:
    """Why a task on these sites cannot run here; None when it can.

    With no address given at all, the embedded sites serve; with some, only those given do.
    """
    there = tuple(real.by_name) or embedded
    for name in names:
        if name not in there:
            whose = "sites with an address" if real.by_name else "sites of the arena"
            return (
                f"site {name} has no address: set {name.upper()}=http://HOST:PORT "
                f"({whose}: {', '.join(there)})"
            )
    return None


def require(names: tuple[str, ...], sites: Sites) -> Sites:
    """Those of a task alone; Unavailable names the one that is not there."""
    for name in names:
        if name not in sites:
            raise Unavailable(f"site {name} has no address: set {name.upper()}")
    return Sites({name: sites[name] for name in names})
