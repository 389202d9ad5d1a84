"""What sites did to a run, in words."""

from collections.abc import Iterator

from .summary import Fault
from .units import counted


def lines(fault: Fault) -> Iterator[str]:
    """``reddit: 3 x down``, ``reddit: 14 tasks not run: down since 12:03: ...``: whole, for what
    is wrong with a site is mended by people."""
    site = fault.site or "a site"
    if fault.kinds:
        met = ", ".join(f"{count} x {kind}" for kind, count in fault.kinds.items())
        yield f"{site}: {met}"
    if fault.not_run:
        yield f"{site}: {counted(fault.not_run, 'tasks')} not run: {fault.why}"
