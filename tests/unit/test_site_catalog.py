"""Where sites are: variables that users have set already, or a file of theirs."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.site import Account
from pytest_vwa.sites import catalog
from pytest_vwa.sites.entry import Call, Command, Headers, Health, Hook, StateFile
from pytest_vwa.sites.recipe import RECIPES, Field, Proof


def write(folder: Path, text: str) -> Path:
    path = folder / "sites.yaml"
    path.write_text(dedent(text))
    return path


def test_catalog_reads_known_site_from_one_variable() -> None:
    found = catalog.read(None, {"REDDIT": "https://forum.example/", "PATH": "/bin"})
    (reddit,) = found.by_name.values()
    assert reddit.replicas == ("https://forum.example",)
    assert reddit.account == Account("MarvelsGrantMan136", "test1234")
    assert reddit.login == RECIPES["reddit"]
    assert found.missing(("reddit",), ()) is None
    assert found.missing(("reddit", "gitlab"), ("gitlab",)) == (
        "site gitlab has no address: set GITLAB=http://HOST:PORT or name it in sites.yaml "
        "(sites with an address: reddit)"
    )


def test_catalog_without_urls_falls_back_to_embedded_sites() -> None:
    found = catalog.read(None, {})
    assert not found
    assert found.missing(("reddit",), ("reddit", "shopping")) is None


@pytest.mark.parametrize("text", ["host:7770", "http://host:777x", "http://host:", "http://[::1"])
def test_catalog_rejects_variable_with_invalid_url(text: str) -> None:
    told = re.escape(f"the variable SHOPPING is no address: {text!r}")
    with pytest.raises(UsageError, match=told):
        catalog.read(None, {"SHOPPING": text})


@pytest.mark.parametrize("port", ["0", "65536", "99999"])
@pytest.mark.parametrize("text", ["http://localhost:{}", "https://me:80@[::1]:{}/doku/"])
def test_catalog_rejects_port_out_of_range(tmp_path: Path, text: str, port: str) -> None:
    url = text.format(port)
    told = f"the variable SHOPPING is no address: {url!r}; a port is a number from 1 to 65535"
    with pytest.raises(UsageError, match=re.escape(told)):
        catalog.read(None, {"SHOPPING": url})
    for given in (
        f"url: '{url}'",
        f"replicas: ['http://a', '{url}']",
        f"url: 'http://a', pretends: '{url}'",
    ):
        path = write(tmp_path, f"sites: {{shopping: {{{given}}}}}")
        with pytest.raises(
            UsageError, match=r"sites\.shopping: a port is a number from 1 to 65535"
        ):
            catalog.read(path, {})


@pytest.mark.parametrize("url", ["http://a:1", "http://a:65535/b:99999", "http://me:99999@a"])
def test_catalog_accepts_any_valid_port(url: str) -> None:
    assert catalog.read(None, {"SHOPPING": url}).by_name["shopping"].replicas == (url,)


def test_catalog_file_takes_precedence_over_variables(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        sites:
          shopping:
            replicas: [http://a:7770, http://b:7770/]
            account: {username: me, password: "${SHOP_PASSWORD}"}
            read_only: true
        """,
    )
    environ = {"SHOPPING": "http://elsewhere", "MAP": "http://map", "SHOP_PASSWORD": "s3cret"}
    found = catalog.read(path, environ)
    shopping = found.by_name["shopping"]
    assert shopping.replicas == ("http://a:7770", "http://b:7770")
    assert shopping.account == Account("me", "s3cret")
    assert shopping.read_only
    assert shopping.login == RECIPES["shopping"]
    assert found.sites({"shopping": "http://b:7770"})["shopping"].url == "http://b:7770"
    assert found.by_name["map"].read_only
    assert "s3cret" not in repr(found)


def test_catalog_reads_custom_site_with_all_fields(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        sites:
          wiki:
            url: http://wiki.example/doku
            account: {username: ann, password: pw}
            login:
              form:
                path: /doku.php?do=login
                username: User
                password: {selector: "#pass"}
                button: Log In
                proof: /doku.php?do=profile
                sign: Ann
                leaving: ["/doku.php?do=logout"]
            headers: {X-Test: "1"}
            health: {path: /doku.php, status: [200, 302], shows: start}
            reset: {command: [docker, restart, wiki], seconds: 60, when: per-run}
        """,
    )
    wiki = catalog.read(path, {}).by_name["wiki"]
    assert wiki.login is not None
    assert not isinstance(wiki.login, Headers | StateFile)
    assert wiki.login.username == Field("label", "User")
    assert wiki.login.password == Field("selector", "#pass")
    assert wiki.login.button == Field("button", "Log In")
    assert wiki.health == Health("/doku.php", (200, 302), "start", {"X-Test": "1"})
    assert wiki.at("http://wiki.example/doku").headers == {"X-Test": "1"}
    assert wiki.reset is not None
    assert wiki.reset.by == Command(("docker", "restart", "wiki"))
    assert (wiki.reset.seconds, wiki.reset.when) == (60, "per-run")


def test_catalog_reads_login_and_reset_alternatives(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        sites:
          shopping: {url: "http://a", login: {headers: {X-M2-Customer-Auto-Login: "me:pw"}}}
          reddit: {url: "http://b", login: {state: state.json}, reset: {hook: mine}}
          gitlab: {url: "http://c", login: false, reset: {http: {url: "{url}/init"}}}
        """,
    )
    found = catalog.read(path, {}).by_name
    shop = found["shopping"]
    assert shop.login == Headers({"X-M2-Customer-Auto-Login": "me:pw"}, Proof("/wishlist/"))
    assert shop.at("http://a").headers == {"X-M2-Customer-Auto-Login": "me:pw"}
    assert "me:pw" not in repr(shop.at("http://a"))
    proof = Proof("/user/{user}/account", "Delete")
    assert found["reddit"].login == StateFile(tmp_path / "state.json", proof)
    assert found["gitlab"].login is None
    assert found["reddit"].reset is not None
    assert found["reddit"].reset.by == Hook("mine")
    assert found["gitlab"].reset is not None
    assert found["gitlab"].reset.by == Call("{url}/init")


def test_catalog_classifieds_reset_uses_token_variable() -> None:
    public = catalog.read(None, {"CLASSIFIEDS": "http://c"}).by_name["classifieds"].reset
    own = catalog.read(
        None, {"CLASSIFIEDS": "http://c", "CLASSIFIEDS_RESET_TOKEN": "t0ken"}
    ).by_name["classifieds"]
    assert public is not None
    assert own.reset is not None
    assert isinstance(own.reset.by, Call)
    assert own.reset.by.form == {"token": "t0ken"}
    assert "t0ken" not in repr(own)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sites: {shopping: {}}", "sites.shopping: give either url, or replicas"),
        ("sites: {shopping: host}", "sites.shopping: expected a mapping, got a text"),
        ("sites: {shopping: {url: 2026-11-23}}", "url: expected a text or nothing, got a date"),
        ("sites: {shopping: {url: !!binary aGk=}}", "expected a text or nothing, got binary data"),
        ("sites: {shopping: {url: 'http://a', account: {1: b}}}", "account: expected a text"),
        (
            "sites: {shopping: {url: host}}",
            "sites.shopping.url: it is no address; expected http://HOST:PORT or https://HOST/PATH",
        ),
        (
            "sites: {shopping: {replicas: ['http://a', b]}}",
            "sites.shopping.replicas[1]: it is no address",
        ),
        (
            "sites: {shopping: {url: 'http://a', acount: b}}",
            "shopping: unknown field acount; did you mean 'account'? known: account, headers, he",
        ),
        (
            "sites: {shopping: {url: 'http://a', reset: {http: {url: b, methd: GET}}}}",
            "shopping.reset.http: unknown field methd; did you mean 'method'? known: done, form, h",
        ),
        (
            "sites: {shopping: {url: 'http://a', account: {username: a}}}",
            "shopping.account: password is missing",
        ),
        (
            "sites: {shopping: {url: 'http://a', health: {status: 302}}}",
            "shopping.health.status: expected a list, got a whole number",
        ),
        (
            "sites: {shopping: {url: 'http://a', health: {path: public}}}",
            "shopping.health.path: a path follows the site's address and begins with /",
        ),
        (
            "sites: {shopping: {url: 'http://a', login: {state: a, proof: profile}}}",
            "shopping.login.proof: a path follows the site's address and begins with /",
        ),
        (
            "sites: {shopping: {url: 'http://a', health: {status: [999]}}}",
            "shopping.health.status[0]: expected a whole number <= 599",
        ),
        (
            "sites: {shopping: {url: 'http://a', reset: {hook: a, seconds: -3}}}",
            "shopping.reset.seconds: expected a number > 0",
        ),
        (
            "sites: {wiki: {url: 'http://a', login: true, account: {username: a, password: b}}}",
            "sites.wiki: no log-in is known for it; give login.form, login.headers or login.state",
        ),
        (
            "sites: {wiki: {url: 'http://a', account: {username: a, password: b}}}",
            "sites.wiki: nothing says how the account logs in; give login.form, ",
        ),
        (
            "sites: {wiki: {url: 'http://a', login: {state: state.json}}}",
            "sites.wiki.login: proof is missing: the path of a page that only those logged in may",
        ),
        (
            "sites: {wiki: {url: 'http://a', login: {headers: {X-User: ann}}}}",
            "sites.wiki.login: proof is missing",
        ),
        (
            "sites: {shopping: {url: 'http://a', login: form}}",
            "shopping.login: expected true or false or a mapping or nothing, got a text",
        ),
        (
            "sites: {shopping: {url: 'http://a', reset: {hook: a, when: on_request}}}",
            "shopping.reset.when: unknown 'on_request'; did you mean 'on-request'? known: never, ",
        ),
        (
            "sites: {wiki: {url: 'http://a', login: {form: {path: /, username: {css: a}}}}}",
            "wiki.login.form.username: unknown 'css'; known: button, label, placeholder, selector",
        ),
        (
            "sites: {shopping: {url: 'http://a', headers: {a b: c}}}",
            "shopping.headers: the name of a header has letters, digits, - and _ only",
        ),
        (
            "sites: {shopping: {url: 'http://a', headers: {a: \"b\\nc\"}}}",
            "shopping.headers[...]: the value of a header is one line of ASCII",
        ),
        ("sites: {shopping: {url: 'http://a', login: {}}}", "login: give one of form, headers"),
        (
            "sites: {wiki: {url: 'http://a', login: {form: {path: /, username: U, password: P, "
            "button: B, proof: /me, sign: S}}}}",
            "sites.wiki: login.form needs an account",
        ),
        ("sites: {shopping: {replicas: ['http://a', 'http://a/']}}", "an address is given twice"),
        ("sites: {Shop: {url: 'http://a'}}", "sites.Shop: a site's name has small letters"),
        ("sites: {shopping: {url: '${NOPE}'}}", "the variable NOPE is not set"),
        ("shopping: http://a", "expected `sites:`"),
        ("sites: [", "sites.yaml: "),
    ],
)
def test_catalog_error_names_file_and_field(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        catalog.read(path, {})
    assert str(path) in str(caught.value)
    assert told in str(caught.value)
