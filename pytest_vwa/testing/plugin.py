"""A pytest plugin under which tasks run in a world of still pages.

``pytest -p pytest_vwa.testing.plugin``, or ``pytest_plugins`` in the topmost conftest.py. No
browser and no site is started: the sites have URLs such as ``http://shopping.test``, and the pages
are those of the fixture ``still_pages``.
"""

import pytest

from . import fixtures


def pytest_configure(config: pytest.Config) -> None:
    # What is named by -p is loaded before pytest-vwa itself, whose fixtures would win.
    config.pluginmanager.register(fixtures, "vwa-still-pages")


def pytest_report_header() -> str:
    """Say so: what tasks do here says nothing of real sites."""
    return "vwa world: still pages of pytest_vwa.testing; no browser, no site"
