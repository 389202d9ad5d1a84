"""The embedded sites, their data and their tutorial videos."""

from pathlib import Path

TUTORIALS = Path(__file__).parent / "tutorials"

BUILDERS = {
    "classifieds": "pytest_vwa.arena.classifieds:site",
    "shopping": "pytest_vwa.arena.shopping:site",
    "gitlab": "pytest_vwa.arena.gitlab:site",
}
SITES = tuple(BUILDERS)
