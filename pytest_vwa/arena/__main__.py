"""``python -m pytest_vwa.arena``: the embedded sites, for a person to look around in."""

import argparse
import sys
from threading import Event

from .server import Arena


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m pytest_vwa.arena",
        description="Serve the embedded sites on this machine, for a person to look around in.",
    )
    parser.add_argument("--port", type=int, default=7000, help="the first site's (default 7000)")
    with Arena(port=parser.parse_args().port) as arena:
        for site in arena.sites.by_name.values():
            who = site.account
            login = f"  {who.username} / {who.password}" if who else ""
            sys.stdout.write(f"{site.name:12} {site.url}{login}\n")
        sys.stdout.write("Ctrl-C stops them.\n")
        sys.stdout.flush()
        try:
            Event().wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
