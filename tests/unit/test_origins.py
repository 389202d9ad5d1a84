"""Where the browser may go."""

import pytest

from pytest_vwa.browser.origins import Origins, is_private

SHOP = Origins.of(["http://127.0.0.1:7770", "https://Admin.example.org:443/admin"])


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:7770",
        "http://127.0.0.1:7770/cart?a=b#c",
        "HTTPS://admin.example.org/",
        "https://admin.example.org:443/x",
    ],
)
def test_origins_allow_site_urls(url: str) -> None:
    assert SHOP.allows(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:77701/",
        "http://127.0.0.1/",
        "https://127.0.0.1:7770/",
        "http://127.0.0.1:7770@evil.example/",
        "http://127.0.0.1:7770.evil.example/",
        "https://admin.example.org.evil.example/",
        "http://localhost:7770/",
    ],
)
def test_origins_refuse_other_web_urls(url: str) -> None:
    assert not SHOP.allows(url)
    assert SHOP.foreign.search(url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:7770/a", "https://admin.example.org/"])
def test_origins_foreign_pattern_excludes_site_urls(url: str) -> None:
    assert not SHOP.foreign.search(url)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "data:text/html,x", "", "http://[", "x"])
def test_origins_refuse_non_web_urls(url: str) -> None:
    assert not SHOP.allows(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:9/",
        "http://127.8.8.8/",
        "http://localhost/",
        "http://a.LOCALHOST./",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://0.0.0.0/",
        "http://10.1.2.3/",
        "http://172.16.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://100.64.0.1/",
        "http://[fc00::1]/",
        "http://[fe80::1]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[::127.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://[2002:c0a8:101::1]/",
        "http://224.0.0.251/",
        "http://[ff0e::1]/",
        "http://printer/",
        "http://printer.local/",
        "http://metadata.google.internal/",
        "http://[",
    ],
)
def test_is_private_includes_local_hosts(url: str) -> None:
    assert is_private(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "https://8.8.8.8/",
        "http://[2606:4700::1]/",
        "http://[64:ff9b::8.8.8.8]/",
    ],
)
def test_is_private_excludes_public_hosts(url: str) -> None:
    assert not is_private(url)
