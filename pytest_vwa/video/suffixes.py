"""What video files are called."""

from pathlib import Path

SUFFIXES = (".mp4", ".mov", ".webm", ".mkv")


def stem(name: str) -> str:
    """``name`` without the suffix of a video; other dots stay."""
    return name.removesuffix(Path(name).suffix) if Path(name).suffix.lower() in SUFFIXES else name
