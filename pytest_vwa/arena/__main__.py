"""``python -m pytest_vwa.arena``: the embedded sites, for a person to look around in."""

import argparse
import sys
from contextlib import suppress
from threading import Event

from pytest_vwa.core.errors import VwaError
from pytest_vwa.core.site import Sites

from . import SITES
from .server import Arena


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m pytest_vwa.arena",
        description="Serve the embedded sites on this machine, for a person to look around in.",
    )
    parser.add_argument("site", nargs="*", help=f"which (default: all): {', '.join(SITES)}")
    parser.add_argument("--port", type=int, default=7000, help="the first site's (default 7000)")
    asked = parser.parse_args()
    try:
        serve(Arena(asked.site or SITES, port=asked.port))
    except VwaError as error:
        parser.error(str(error))


def serve(arena: Arena) -> None:
    """Print where the sites are and who may log in; return after Ctrl-C."""
    with suppress(KeyboardInterrupt), arena:
        sys.stdout.write(f"{table(arena.sites)}\nChanges last until the end. Ctrl-C stops.\n")
        sys.stdout.flush()
        for_ever = Event()
        while not for_ever.wait(1):  # Ctrl-C may reach another thread, which wakes nobody
            pass
    sys.stdout.write("\n")


def table(sites: Sites) -> str:
    """Addresses, and the account of each site that has one: as wide as they need, because what
    is to be copied must be whole."""
    rows = [("site", "address", "user", "password")]
    for site in sites.by_name.values():
        who = site.account
        rows.append((site.name, site.url, *((who.username, who.password) if who else ("", ""))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


if __name__ == "__main__":
    main()
