"""Blobs and commits, named by what they hold."""

import json
from collections.abc import Mapping
from hashlib import sha1

Tree = Mapping[str, str]
"""Path to blob."""


def blob_id(text: str) -> str:
    """40 hexadecimal digits."""
    return sha1(text.encode(), usedforsecurity=False).hexdigest()


def commit_id(parent: str, author: int, created: str, message: str, tree: str) -> str:
    """40 hexadecimal digits; equal for equal commits of equal history, as in a fork."""
    told = json.dumps([parent, author, created, message, tree])
    return sha1(told.encode(), usedforsecurity=False).hexdigest()


def packed(tree: Tree) -> str:
    """As it is stored."""
    return json.dumps(dict(sorted(tree.items())))


def unpacked(stored: str) -> dict[str, str]:
    tree: dict[str, str] = json.loads(stored)
    return tree
