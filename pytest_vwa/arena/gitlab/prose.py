"""Markdown as people write it here, as HTML."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_RELATIVE = re.compile(r'(?P<attribute>src|href)="(?!https?:|mailto:|/|#)(?P<path>[^"]+)"')
_REFERENCE = re.compile(
    r"(?P<code><code.*?</code>|<a .*?</a>|<[^>]*>|&#?\w+;)"
    r"|(?<![\w/])(?:(?P<issue>#\d+)|(?P<request>!\d+)|@(?P<person>[\w.-]*\w))",
    re.DOTALL,
)


def rendered(text: str, project: str = "", place: str = "") -> Markup:
    """HTML from Markdown; HTML in it is shown as text. ``#3``, ``!3`` and ``@anna`` become links:
    in the project at that URL. Relative addresses are those of files at ``place`` (``main/docs``).
    """
    html = _html(text)
    if place:
        kinds = {"src": "raw", "href": "blob"}
        html = _RELATIVE.sub(
            lambda found: (
                f'{found["attribute"]}="{project}/-/{kinds[found["attribute"]]}'
                f'/{place}/{found["path"]}"'
            ),
            html,
        )
    return Markup(_REFERENCE.sub(lambda found: _link(found, project), html))


def _link(found: re.Match[str], project: str) -> str:
    written = found[0]
    if found["person"]:
        return f'<a class="mention" href="/{found["person"]}">{written}</a>'
    if not project or found["code"]:
        return written
    kind = "issues" if found["issue"] else "merge_requests"
    return f'<a class="reference" href="{project}/-/{kind}/{written[1:]}">{written}</a>'


@lru_cache(maxsize=512)
def _html(text: str) -> str:
    return str(_parser().render(text))


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
