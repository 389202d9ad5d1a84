"""Articles as they are written, and what becomes of them on a page.

A file holds YAML between two lines of dashes, then Markdown, in which ``[[Title]]`` and
``[[Title|words]]`` are links to other articles.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .frame import address

_LINK = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
_MARKS = re.compile(r"^#+ |^\|?[ :|-]+\|$|[*|]", re.MULTILINE)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Article:
    """``about`` says in a few words what it is; ``box`` are the rows of its table of facts,
    ``picture`` what is drawn above them, ``redirects`` the other titles it is found under."""

    title: str
    text: str
    about: str
    box: dict[str, Any] = field(default_factory=dict)
    picture: dict[str, Any] = field(default_factory=dict)
    caption: str = ""
    redirects: tuple[str, ...] = ()

    @property
    def plain(self) -> str:
        """The words that a search finds: without marks, and the facts of the box at the end."""
        words = _LINK.sub(lambda link: link[2] or link[1], self.text)
        facts = ". ".join(f"{name}: {value}" for name, value in self.box.items())
        return " ".join(_MARKS.sub(" ", f"{words}\n{facts}").split())


@lru_cache(maxsize=256)
def rendered(text: str) -> str:
    """HTML of an article's text; headings have ids to jump to."""
    from markdown_it import MarkdownIt  # takes 30 ms, which only a reader pays

    linked = _LINK.sub(lambda link: f"[{link[2] or link[1]}]({address(link[1])})", text)
    html: str = MarkdownIt("commonmark").enable("table").render(linked)
    return re.sub(
        r"<h2>(.+?)</h2>", lambda found: f'<h2 id="{anchor(found[1])}">{found[1]}</h2>', html
    )


def headings(text: str) -> list[str]:
    """The sections of an article, for its list of contents."""
    return _HEADING.findall(text)


def anchor(heading: str) -> str:
    return heading.replace(" ", "_")
