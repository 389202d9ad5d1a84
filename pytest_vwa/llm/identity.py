"""What caches know a model by."""

from functools import cache
from hashlib import sha256
from pathlib import Path

STAND_IN = "demo"
_POLICY = ("demo.py", "demo_policy.py", "lexical.py")


@cache
def identity(name: str) -> str:
    """The name, in which providers tell a model's version; the stand-in's version is its policy."""
    if name != STAND_IN:
        return name
    policy = b"".join(Path(__file__).with_name(file).read_bytes() for file in _POLICY)
    return f"{name} {sha256(policy).hexdigest()[:12]}"
