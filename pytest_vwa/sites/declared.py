"""What a site may be declared as in ``sites.yaml``, and what is told of one that is not."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, get_args

import msgspec

from pytest_vwa.core.site import When
from pytest_vwa.registry import hint

from .recipe import Way

ADDRESS = (
    r"^https?://(?:[^/?#\s@]+@)?(?:[^/?#\s@:\[\]]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?"
    r"(?:/[^?#\s]*)?$"
)
EXPECTED = "expected http://HOST:PORT or https://HOST/PATH"
_NAME = r"^[\w-]+\Z"
_VALUE = r"^[ -~]*\Z"
_PATH = r"^(?:/|\Z)"

Address = Annotated[str, msgspec.Meta(pattern=ADDRESS)]
Path = Annotated[str, msgspec.Meta(pattern=_PATH)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]
Status = Annotated[int, msgspec.Meta(ge=100, le=599)]
Texts = dict[str, str]
Headers = dict[
    Annotated[str, msgspec.Meta(pattern=_NAME)], Annotated[str, msgspec.Meta(pattern=_VALUE)]
]


class Account(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    username: str
    password: str


class Form(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Each field is the text of its label, or one way to find it: ``{selector: "#email"}``."""

    path: Path
    username: str | dict[Way, str]
    password: str | dict[Way, str]
    button: str | dict[Way, str]
    proof: Path
    sign: str = ""
    leaving: tuple[Path, ...] = ()


class Login(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    form: Form | None = None
    headers: Headers | None = None
    state: str | None = None
    proof: Path = ""
    sign: str = ""


class Health(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    path: Path = "/"
    status: tuple[Status, ...] = (200,)
    shows: str = ""
    seconds: Seconds = 300.0


class Http(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    url: str
    method: str = "POST"
    form: Texts = {}
    headers: Texts = {}
    done: str = ""


class Reset(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    http: Http | None = None
    command: list[str] | None = None
    hook: str | None = None
    seconds: Seconds = 600.0
    when: When | None = None


class Site(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    url: Address | None = None
    replicas: list[Address] = []
    pretends: Address | None = None
    account: Account | None = None
    login: Login | bool | None = None
    headers: Headers = {}
    health: Health | None = None
    reset: Reset | None = None
    read_only: bool | None = None


_FIELDS: Mapping[str, tuple[str, ...]] = {
    "": Site.__struct_fields__,
    ".account": Account.__struct_fields__,
    ".login": Login.__struct_fields__,
    ".login.form": Form.__struct_fields__,
    ".health": Health.__struct_fields__,
    ".reset": Reset.__struct_fields__,
    ".reset.http": Http.__struct_fields__,
}
_PATTERNS = {
    ADDRESS: f"it is no address; {EXPECTED}",
    _NAME: "the name of a header has letters, digits, - and _ only",
    _VALUE: "the value of a header is one line of ASCII",
    _PATH: "a path follows the site's address and begins with /",
}
_WORDS = {
    "array": "a list",
    "object": "a mapping",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
    "bytes": "binary data",
}


class MisfitError(ValueError):
    """``.health.status: expected a list, found a text``: which field, and what is wrong."""


def site(given: Any) -> Site:
    """Raises MisfitError for what declares none."""
    try:
        return msgspec.convert(given, Site)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        field = place.removeprefix("`key` in ").strip("`").removeprefix("$")
        raise MisfitError(f"{field}: {_told(message, field)}") from error


def _told(message: str, field: str) -> str:
    """What the library says, in the words of YAML, and what is allowed."""
    if found := re.search("unknown field `(.*)`", message):
        return f"unknown field {found[1]}{hint(found[1], _FIELDS[field])}"
    if found := re.search("missing required field `(.*)`", message):
        return f"{found[1]} is missing"
    if found := re.search("enum value '(.*)'", message):
        known = get_args(When if field.endswith(".when") else Way)
        return f"unknown {found[1]!r}{hint(found[1], known)}"
    for pattern, told in _PATTERNS.items():
        if repr(pattern) in message:
            return told
    return re.sub("`(.*?)`", _words, message[0].lower() + message[1:])


def _words(types: re.Match[str]) -> str:
    return " or ".join(_WORDS.get(each, f"a {each}") for each in types[1].split(" | "))
