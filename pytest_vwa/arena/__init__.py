"""The embedded sites, their data and their tutorial videos."""

from pathlib import Path

TUTORIALS = Path(__file__).parent / "tutorials"

BUILDERS = {
    "classifieds": "pytest_vwa.arena.classifieds:site",
    "shopping": "pytest_vwa.arena.shopping:site",
    "shopping_admin": "pytest_vwa.arena.shopping_admin:site",
}
SITES = tuple(BUILDERS)
PARTNERS = {"shopping": "shopping_admin", "shopping_admin": "shopping"}
"""Sites that work on the same data, where both are served."""
