"""What people type, as HTML: paragraphs, lists, quotations, emphasis and links."""

import re
from collections.abc import Callable

from markupsafe import Markup, escape

_INLINE: tuple[tuple[str, str], ...] = (
    (r"\[\[(\w+)\|([^\]]+)\]\]", r'<a href="/wiki/\1">\2</a>'),
    (r"\*\*(.+?)\*\*", r"<strong>\1</strong>"),
    (r"\*(.+?)\*", r"<em>\1</em>"),
    (r"(?<![\"\w>])(https?://[^\s<]*[^\s<.,;:!?)])", r'<a href="\1" rel="nofollow">\1</a>'),
    (r"(?<![\w/])/?(f/\w{3,25})\b", r'<a href="/\1">\1</a>'),
)


def prose(text: str) -> Markup:
    """Escaped; what is left of the marks is HTML."""
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    return Markup("\n").join(_block(block.split("\n")) for block in blocks if block.strip())


def _block(lines: list[str]) -> Markup:
    for sign, wrapped in _WRAPPERS.items():
        if all(line.startswith(sign) for line in lines):
            return wrapped([_inline(line.removeprefix(sign)) for line in lines])
    return Markup("<p>{}</p>").format(Markup("<br>\n").join(_inline(line) for line in lines))


def _inline(line: str) -> Markup:
    html = str(escape(line.strip()))
    for pattern, replacement in _INLINE:
        html = re.sub(pattern, replacement, html)
    return Markup(html)


def _list(lines: list[Markup]) -> Markup:
    items = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    return Markup("<ul>{}</ul>").format(items)


def _quotation(lines: list[Markup]) -> Markup:
    return Markup("<blockquote><p>{}</p></blockquote>").format(Markup("<br>\n").join(lines))


_WRAPPERS: dict[str, Callable[[list[Markup]], Markup]] = {
    "- ": _list,
    "> ": _quotation,
}
