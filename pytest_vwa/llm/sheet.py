"""A file of a cassette: YAML in which texts stand as they are, line by line."""

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import ModelError

if TYPE_CHECKING:
    from yaml import SafeDumper

_ODD = re.compile(
    r"[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""What lines of YAML cannot hold, or would not give back as it was; such a text is quoted."""

_WHOLE = ({"text", "usage"}, {"cues"})
"""Of a chat model's reply, of what a speech engine heard."""


def dump(document: dict[str, Any]) -> str:
    """``parse`` gives back the very same texts and numbers."""
    import yaml

    return yaml.dump(
        document, Dumper=_dumper(), allow_unicode=True, sort_keys=False, width=float("inf")
    )


def read(path: Path) -> dict[str, Any]:
    """Raises ModelError for a file that holds no request and reply."""
    try:
        return parse(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{path} is no file of a cassette: {error}; delete it and record it again"
        ) from error


def parse(text: str) -> dict[str, Any]:
    """Raises ValueError for what holds no request and reply."""
    import yaml

    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(f"it is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(document, dict) or not isinstance(document.get("request"), dict):
        raise ValueError("it holds no request")
    reply = document.get("reply")
    if not isinstance(reply, dict) or not any(reply.keys() >= whole for whole in _WHOLE):
        raise ValueError("it holds no whole reply")
    return document


@cache
def _dumper() -> "type[SafeDumper]":
    import yaml

    class Dumper(yaml.SafeDumper):
        """By itself PyYAML quotes a text with a tab or with a space at a line's end, as a whole."""

        def analyze_scalar(self, scalar: str) -> Any:
            analysis = super().analyze_scalar(scalar)
            analysis.allow_block = not _ODD.search(scalar)
            return analysis

        def determine_block_hints(self, text: str) -> str:
            hints: str = super().determine_block_hints(text)
            return f"{self.best_indent}{hints}" if text.startswith("\t") else hints

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, data: str) -> Any:
        style = '"' if _ODD.search(data) else "|" if "\n" in data.strip("\n") else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", data, style)

    Dumper.add_representer(str, text)
    return Dumper
