"""What docs/arena.md says of the sites is so."""

import re
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


def test_arena_docs_list_each_site_account(arena: Arena) -> None:
    wrong = []
    for site in SITES:
        (row,) = re.findall(rf"^\| `{site}` \| .*$", SITES_TABLE, re.MULTILINE)
        account = arena.sites[site].account
        told = f"`{account.username}` / `{account.password}`" if account else "| none |"
        wrong += [] if told in row else [f"{site}: no {told} in {row}"]
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_injected_fault_is_documented_and_a_site_error(
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
