"""The embedded sites, their data and their tutorial videos."""

from pathlib import Path

TUTORIALS = Path(__file__).parent / "tutorials"

BUILDERS = {
    "classifieds": "pytest_vwa.arena.classifieds:site",
    "shopping": "pytest_vwa.arena.shopping:site",
    "shopping_admin": "pytest_vwa.arena.shopping_admin:site",
    "reddit": "pytest_vwa.arena.reddit:site",
    "gitlab": "pytest_vwa.arena.gitlab:site",
    "map": "pytest_vwa.arena.map:site",
    "wikipedia": "pytest_vwa.arena.wikipedia:site",
    "homepage": "pytest_vwa.arena.homepage:site",
}
SITES = tuple(BUILDERS)
PARTNERS = {"shopping": "shopping_admin", "shopping_admin": "shopping"}
"""Sites that work on the same data, where both are served."""
