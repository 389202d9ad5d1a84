"""Where the sites of a run are: a file of the user's, or variables that they have set already."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.nearest import meant
from pytest_vwa.core.site import SITE_NAMES, Sites

from . import file, known
from .entry import Entry, Login
from .recipe import RECIPES


@dataclass(frozen=True)
class Catalog:
    """The real sites by name; with none at all, the embedded ones serve."""

    by_name: Mapping[str, Entry]

    def __bool__(self) -> bool:
        return bool(self.by_name)

    @property
    def known(self) -> tuple[str, ...]:
        """The names that tasks may use: the published ones and those of the user's file."""
        return tuple(dict.fromkeys((*SITE_NAMES, *self.by_name)))

    def sites(self, places: Mapping[str, str] | None = None) -> Sites:
        """With the replicas of these ``places``, by name; of others the first one."""
        chosen = places or {}
        return Sites(
            {
                name: entry.at(chosen.get(name, entry.replicas[0]))
                for name, entry in self.by_name.items()
            }
        )

    def login(self, name: str) -> Login:
        """How one logs in there; the embedded sites have the published applications' forms."""
        return self.by_name[name].login if self else RECIPES.get(name)

    def missing(self, names: tuple[str, ...], embedded: tuple[str, ...]) -> str | None:
        """Why a task on these sites cannot run here; None when it can."""
        there = tuple(self.by_name) or embedded
        for name in names:
            if name not in there:
                whose = "sites with an address" if self else "sites of the arena"
                near = "" if name in SITE_NAMES else meant(name, there)
                return (
                    f"site {name} has no address: set {name.upper()}=http://HOST:PORT or name it "
                    f"in sites.yaml ({whose}: {', '.join(there)}{near})"
                )
        return None


def read(path: Path | None, environ: Mapping[str, str] = os.environ) -> Catalog:
    """The sites of the file and, for those it does not name, of the variables SHOPPING, REDDIT,
    ... Raises UsageError for a file that cannot be read and for a variable that is no address."""
    given = {entry.name: entry for entry in (file.read(path, environ) if path else ())}
    told = {
        name: known.entry(name, (file.address(name.upper(), environ[name.upper()]),), environ)
        for name in SITE_NAMES
        if environ.get(name.upper()) and name not in given
    }
    return Catalog({**given, **told})


def require(names: tuple[str, ...], sites: Sites) -> Sites:
    """Those of a task alone; Unavailable names the one that is not there."""
    for name in names:
        if name not in sites:
            raise Unavailable(f"site {name} has no address: set {name.upper()}")
    return Sites({name: sites[name] for name in names})
