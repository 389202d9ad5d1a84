"""Keeping keys out of messages."""

import os
import re

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)
_SECRET_TEXT = re.compile(
    r"(?P<before>\b(?:bearer|basic)\s+|(?:key|token|secret)(?:\s+provided)?\s*[=:]\s*"
    r"|//(?=[^/\s]*@))[^\s,;@\"'}]+|\bsk-[\w*-]+",
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


def scrub(text: str) -> str:
    """``text`` with everything that is or looks like a key replaced by ``***``.

    Known are the values of environment variables named like secrets; guessed are bearer tokens,
    ``sk-...``, ``key=...`` and the credentials in an address.
    """
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRET_NAME.search(name):
            text = text.replace(value, "***")
    return _SECRET_TEXT.sub(lambda match: (match["before"] or "") + "***", text)
