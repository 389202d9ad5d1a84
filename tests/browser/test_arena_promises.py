"""What docs/arena.md says of the sites is so."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pytest_vwa.arena import SITES
from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.trouble import KINDS, Kind
from pytest_vwa.core.errors import SiteError
from pytest_vwa.sites.login import log_in

TOLD = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
SITES_TABLE = TOLD.partition("## The sites")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    with Arena() as arena:
        yield arena


@pytest.mark.parametrize("site", SITES)
def test_each_site_is_told_with_its_account(arena: Arena, site: str) -> None:
    (row,) = re.findall(rf"^\| `{site}` \| .*$", SITES_TABLE, re.MULTILINE)
    account = arena.sites[site].account
    assert f"`{account.username}` / `{account.password}`" in row if account else "| none |" in row


@pytest.mark.parametrize("kind", KINDS)
def test_each_trouble_is_told_and_an_error_of_the_site(
    arena: Arena, chromium: Browser, kind: Kind
) -> None:
    assert f"| `{kind}` |" in TOLD
    page = chromium.new_page()
    with arena.trouble("shopping", kind, seconds=0.1):
        if kind == "slow":
            log_in(page, arena.sites["shopping"])
        else:
            with pytest.raises(SiteError, match=r"^shopping: "):
                log_in(page, arena.sites["shopping"])
    page.close()
