"""Keeping keys out of messages."""

import os
import re
from base64 import b64encode
from urllib.parse import unquote, urlsplit

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_SECRET_TEXT = re.compile(
    r"(?P<before>\b(?:bearer|basic)\s+"
    r"|(?:key|token|secret|password)[\"']?(?:\s+provided)?\s*[=:]\s*[\"']?"
    r"|//(?=[^/\s]*@))[^\s,;@\"'}]+|\bg?sk[-_][\w*-]+",
    re.IGNORECASE,
)


_LONGEST_WORD = 16
"""Characters from which on a secret with a digit in it is taken for a key, and not for a word that
other text may hold by chance."""


def without_keys(text: str) -> str:
    """``text`` with the keys of the environment replaced by ``***``; what only looks like one
    stays, as the text is to be used."""
    for name, value in os.environ.items():
        if _SECRET_NAME.search(name) and len(value) >= _LONGEST_WORD and re.search(r"\d", value):
            text = text.replace(value, "***")
    return text


def scrub(text: str, address: str | None = None) -> str:
    """``text`` with everything that is or looks like a key replaced by ``***``.

    Known are the values of environment variables named like secrets and the password in
    ``address``, also as the header that carries it; guessed are bearer tokens, ``sk-...``,
    ``key=...`` and the credentials in an address.
    """
    for written in _credentials(address or ""):
        text = text.replace(written, "***")
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRET_NAME.search(name):
            text = text.replace(value, "***")
    return _SECRET_TEXT.sub(lambda match: (match["before"] or "") + "***", text)


def _credentials(address: str) -> tuple[str, ...]:
    """The password of an address as it may be quoted: written, decoded, and with its user in the
    base64 of an Authorization header."""
    parts = urlsplit(address)
    if not parts.password:
        return ()
    login = unquote(parts.netloc.rpartition("@")[0])
    header = b64encode(login.encode()).decode()
    return header, header.rstrip("="), parts.password, unquote(parts.password)
