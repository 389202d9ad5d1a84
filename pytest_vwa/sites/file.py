"""``sites.yaml``: the sites of a user, beyond what their names tell already."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_vwa import plain_yaml
from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.site import Account

from . import declared, entry, known
from .entry import Entry
from .recipe import Field, Proof, Recipe, Way

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_PYTESTS_OWN = {"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings"}
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_PORT = re.compile(r"https?://[^/]*:(\d+)(?:/|$)")
_LAST_PORT = 65535
_WAYS_IN = "give login.form, login.headers or login.state, or login: false"
_SHAPE = "expected `sites:` with a mapping for each site, such as `shopping: {url: http://...}`"


def read(path: Path, environ: Mapping[str, str]) -> tuple[Entry, ...]:
    """The sites of a file; ``${NAME}`` in a text is a variable of the environment. Raises
    UsageError that names file, site and field."""
    try:
        values = _filled(plain_yaml.read(path.read_bytes()), environ)
        return tuple(
            _entry(name, _site(name, given), path, environ) for name, given in _sites(values)
        )
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error


def _sites(values: Any) -> Iterable[tuple[Any, Any]]:
    """Each name and what is given for it."""
    if not isinstance(values, dict) or list(values) != ["sites"]:
        raise ValueError(_SHAPE)
    if not isinstance(values["sites"], dict):
        raise ValueError(_SHAPE)
    return values["sites"].items()


def _site(name: Any, given: Any) -> declared.Site:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"sites.{name}: a site's name has small letters, digits and _ only")
    if name in _PYTESTS_OWN:
        raise ValueError(f"sites.{name}: a site is a marker, and this one is pytest's own")
    try:
        return declared.site(given)
    except declared.MisfitError as error:
        raise ValueError(f"sites.{name}{error}") from error


def _filled(value: Any, environ: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(each, environ) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, environ) for each in value]
    if isinstance(value, str):
        return _VARIABLE.sub(lambda found: _variable(found[1], environ), value)
    return value


def _variable(name: str, environ: Mapping[str, str]) -> str:
    if name not in environ:
        raise ValueError(f"the variable {name} is not set, which ${{{name}}} stands for")
    return environ[name]


def _entry(name: str, site: declared.Site, path: Path, environ: Mapping[str, str]) -> Entry:
    if bool(site.url) == bool(site.replicas):
        raise ValueError(f"sites.{name}: give either url, or replicas with several addresses")
    replicas = tuple(url.rstrip("/") for url in site.replicas or [site.url or ""])
    if any(map(_lacks_port, (*replicas, site.pretends or ""))):
        raise ValueError(f"sites.{name}: a port is a number from 1 to {_LAST_PORT}")
    if len(set(replicas)) < len(replicas):
        raise ValueError(f"sites.{name}.replicas: an address is given twice")
    usual = known.entry(name, replicas, environ)
    account = Account(site.account.username, site.account.password) if site.account else None
    made = Entry(
        name,
        replicas,
        account=account or usual.account,
        login=_login(name, site.login, usual.login, path),
        pretends=usual.pretends if site.pretends is None else site.pretends.rstrip("/"),
        headers=site.headers,
        health=_health(site.health) if site.health else usual.health,
        reset=_reset(name, site.reset) if site.reset else usual.reset,
        read_only=usual.read_only if site.read_only is None else site.read_only,
    )
    if isinstance(made.login, Recipe) and made.account is None:
        raise ValueError(
            f"sites.{name}: login.form needs an account: {{username: ..., password: ...}}"
        )
    if site.account and made.login is None and site.login is not False:
        raise ValueError(f"sites.{name}: nothing says how the account logs in; {_WAYS_IN}")
    if made.sent and any(url.startswith("https:") for url in replicas):
        raise ValueError(
            f"sites.{name}: headers are sent to http:// addresses only, as nothing can be added to "
            "what is encrypted; log in by form or state"
        )
    return replace(made, health=replace(made.health, headers=made.sent))


def _health(given: declared.Health) -> entry.Health:
    return entry.Health(given.path, given.status, given.shows, seconds=given.seconds)


def _login(
    name: str, given: declared.Login | bool | None, usual: entry.Login, path: Path
) -> entry.Login:
    if given is True and usual is None:
        raise ValueError(f"sites.{name}: no log-in is known for it; {_WAYS_IN}")
    if given is None or given is True:
        return usual
    if given is False:
        return None
    _one_of(f"sites.{name}.login", form=given.form, headers=given.headers, state=given.state)
    if given.form and (given.proof or given.sign):
        raise ValueError(f"sites.{name}.login: proof and sign of a form stand in the form")
    proof = _proof(given, usual)
    if proof is None and not given.form:
        raise ValueError(
            f"sites.{name}.login: proof is missing: the path of a page that only those logged in "
            "may see, by which it is known that they are"
        )
    if given.headers is not None:
        return entry.Headers(given.headers, proof)
    if given.state is not None:
        return entry.StateFile(path.parent / given.state, proof)
    return _recipe(f"sites.{name}.login.form", given.form) if given.form else usual


def _proof(given: declared.Login, usual: entry.Login) -> Proof | None:
    """Of a log-in without a form; the published application's, if none is given."""
    if given.proof:
        return Proof(given.proof, given.sign)
    return usual.proven if isinstance(usual, Recipe) else None


def _recipe(where: str, form: declared.Form) -> Recipe:
    return Recipe(
        form.path,
        _field(f"{where}.username", form.username, "label"),
        _field(f"{where}.password", form.password, "label"),
        _field(f"{where}.button", form.button, "button"),
        form.proof,
        form.sign,
        form.leaving,
    )


def _field(where: str, given: str | dict[Way, str], usual: Way) -> Field:
    if isinstance(given, str):
        return Field(usual, given)
    if len(given) != 1:
        raise ValueError(f"{where}: give one way to find it, such as {{selector: '#name'}}")
    return next(Field(way, name) for way, name in given.items())


def _reset(name: str, given: declared.Reset) -> entry.Reset:
    where = f"sites.{name}.reset"
    _one_of(where, http=given.http, command=given.command, hook=given.hook)
    by: entry.Call | entry.Command | entry.Hook
    if given.http:
        http = given.http
        by = entry.Call(http.url, http.form, http.headers, http.method, http.done)
    elif given.command:
        by = entry.Command(tuple(given.command))
    else:
        by = entry.Hook(given.hook or "")
    return entry.Reset(by, given.seconds, given.when)


def _one_of(where: str, **given: object) -> None:
    if sum(value is not None for value in given.values()) != 1:
        raise ValueError(f"{where}: give one of {', '.join(given)}")


def address(variable: str, text: str) -> str:
    """Of a variable, without the slash at its end. Raises UsageError."""
    wrong = f"the variable {variable} is no address: {text!r}"
    if not re.match(declared.ADDRESS, text):
        raise UsageError(f"{wrong}; {declared.EXPECTED}")
    if _lacks_port(text):
        raise UsageError(f"{wrong}; a port is a number from 1 to {_LAST_PORT}")
    return text.rstrip("/")


def _lacks_port(url: str) -> bool:
    """The number that is given is none."""
    found = _PORT.match(url)
    return found is not None and not 0 < int(found[1]) <= _LAST_PORT
