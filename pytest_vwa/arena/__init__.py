"""The embedded sites, their data and their tutorial videos."""

from pathlib import Path

TUTORIALS = Path(__file__).parent / "tutorials"

BUILDERS = {
    "classifieds": "pytest_vwa.arena.classifieds:site",
    "map": "pytest_vwa.arena.map:site",
    "shopping": "pytest_vwa.arena.shopping:site",
    "wikipedia": "pytest_vwa.arena.wikipedia:site",
    "homepage": "pytest_vwa.arena.homepage:site",
    "reddit": "pytest_vwa.arena.reddit:site",
}
SITES = tuple(BUILDERS)
