"""Addresses come from the variables users have set; what is missing is named."""

import re

import pytest

from pytest_vwa.core.errors import Unavailable
from pytest_vwa.core.site import Account, Site, Sites
from pytest_vwa.sites.catalog import read, require

SHOP = {"SHOPPING": "http://host:7770/", "SHOPPING_ADMIN": "http://host:7780/admin"}
ARENA = ("classifieds", "shopping")


def test_site_catalog_reads_url_variables_and_accounts() -> None:
    sites = read(None, SHOP).sites()
    assert list(sites.by_name) == ["shopping", "shopping_admin"]
    assert sites["shopping"].url == "http://host:7770"
    assert sites["shopping_admin"].account == Account("admin", "admin1234")


@pytest.mark.parametrize(
    ("names", "environ", "told"),
    [
        (("shopping",), {}, None),
        (("gitlab",), {}, "set GITLAB=.*sites of the arena: classifieds, shopping"),
        (("shopping", "shopping_admin"), SHOP, None),
        (("classifieds",), SHOP, "set CLASSIFIEDS=.*sites with an address: shopping"),
    ],
)
def test_site_catalog_uses_arena_only_without_urls(
    names: tuple[str, ...], environ: dict[str, str], told: str | None
) -> None:
    why = read(None, environ).missing(names, ARENA)
    assert why is None if told is None else re.search(told, why or "")


def test_site_catalog_require_returns_only_needed_sites() -> None:
    sites = read(None, SHOP).sites()
    assert list(require(("shopping",), sites).by_name) == ["shopping"]
    with pytest.raises(Unavailable, match="set REDDIT"):
        require(("reddit",), sites)


def test_sites_resolve_and_conceal_are_inverse() -> None:
    sites = Sites(
        {
            "shopping": Site("shopping", "http://host"),
            "shopping_admin": Site("shopping_admin", "http://host/admin"),
        }
    )
    address = sites.resolve("__SHOPPING_ADMIN__/dashboard from __SHOPPING__/cart")
    assert address == "http://host/admin/dashboard from http://host/cart"
    assert sites.conceal(address) == "__SHOPPING_ADMIN__/dashboard from __SHOPPING__/cart"


def test_sites_conceal_ignores_longer_host_or_port() -> None:
    sites = Sites({"shopping": Site("shopping", "http://localhost:7770")})
    for other in (
        "http://localhost:77701/x",
        "http://localhost:7770.test",
        "http://localhost:7770@a",
    ):
        assert sites.conceal(other) == other
    for end in ("", "/x", "?q=1", "#top", ", ", ".", ")"):
        assert sites.conceal(f"http://localhost:7770{end}") == f"__SHOPPING__{end}"


def test_site_catalog_repr_hides_passwords() -> None:
    assert "Password.123" not in repr(read(None, SHOP))
