"""The first page as text."""

from functools import cache
from typing import TYPE_CHECKING

from pytest_vwa.reporting import faults, units

from .overview import Overview

if TYPE_CHECKING:
    from jinja2 import Environment


def render(overview: Overview) -> str:
    """``index.html``; the list of runs and what is known of each is read by its scripts."""
    return _templates().get_template("index.html").render(overview=overview)


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "percent": units.percent,
        "percent_range": units.percent_range,
        "tokens": units.tokens,
        "dollars": units.dollars,
        "duration": units.duration,
        "place": lambda share: f"{share * 100:.2f}%",
        "faults": faults.lines,
        "plain": lambda name: name.replace("_", " "),
    }
    return environment
