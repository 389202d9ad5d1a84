"""``python -m pytest_vwa.arena``: the embedded sites, for a person to look around in."""

import argparse
import sys
from contextlib import suppress
from threading import Event

from rich.console import Console
from rich.table import Table

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
    console = Console(highlight=False)
    with suppress(KeyboardInterrupt), arena:
        console.print(table(arena.sites))
        console.print("Changes last until the end. Ctrl-C stops.")
        sys.stdout.flush()
        Event().wait()
    console.print()


def table(sites: Sites) -> Table:
    """Addresses, and the account of each site that has one."""
    rows = Table("site", "address", "user", "password", box=None, pad_edge=False)
    for site in sites.by_name.values():
        who = site.account
        rows.add_row(site.name, site.url, *((who.username, who.password) if who else ("", "")))
    return rows


if __name__ == "__main__":
    main()
