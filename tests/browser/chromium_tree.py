"""Chromium's own accessibility tree, told as ours is: what is left out of ours is left out here."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page

# Without a name these say nothing.
_STRUCTURE = (
    "Abbr article banner blockquote caption Canvas code definition deletion DescriptionList "
    "emphasis Figcaption figure generic group image insertion LabelText Legend list listitem mark "
    "navigation none paragraph region rowgroup Ruby sectionfooter sectionheader strong subscript "
    "superscript term time"
)
# Named by what they hold: the text in them is told already.
_WHOLE = (
    "button cell checkbox columnheader DisclosureTriangle gridcell heading link menuitem option "
    "radio rowheader switch tab term tooltip treeitem"
)
# What Chromium's own widgets are made of, and glyphs that no document wrote.
_SKIPPED = frozenset({"InlineTextBox", "ListMarker", "LineBreak"})
_WIDGETS = (
    "textbox searchbox spinbutton slider Date DateTime InputTime ColorWell progressbar meter "
    "Video Audio Canvas PluginObject"
)
_INNER_PARTS = frozenset({"MenuListPopup"})

Node = dict[str, Any]
Said = tuple[tuple[str, bool], ...]


def nodes_of(page: Page) -> list[str]:
    """``role 'name'`` of every node of the page and its frames, in order."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    try:
        return list(_frame(session, None, ()))
    finally:
        session.detach()


def _frame(session: CDPSession, frame: str | None, said: Said) -> Iterator[str]:
    wanted = {"frameId": frame} if frame else {}
    nodes: list[Node] = session.send("Accessibility.getFullAXTree", wanted)["nodes"]
    tree = {node["nodeId"]: node for node in nodes}
    root = nodes[0]
    if frame is None:
        yield _line(root)
    for child in root.get("childIds", ()):
        yield from _walk(session, tree, tree[child], said)


def _walk(session: CDPSession, tree: dict[str, Node], node: Node, said: Said) -> Iterator[str]:
    role, name = _role(node), _name(node)
    if role in _SKIPPED:
        return
    if not (node["ignored"] or role in _INNER_PARTS or _left_out(role, name, said)):
        yield _line(node)
        said = (*said, (name, role in _WHOLE.split())) if role != "StaticText" else said
    if role == "Iframe":
        described = session.send("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})
        yield from _frame(session, described["node"]["frameId"], said)
    elif role not in _WIDGETS.split():
        children = [tree[child] for child in node.get("childIds", ()) if child in tree]
        if role == "combobox":
            children = [child for child in children if _role(child) in _INNER_PARTS]
        for child in children:
            yield from _walk(session, tree, child, said)


def _left_out(role: str, name: str, said: Said) -> bool:
    if role == "StaticText":
        told = any(name == above or (whole and name in above) for above, whole in said)
        return not name or told
    return not name and role in _STRUCTURE.split()


def _role(node: Node) -> str:
    # A table without headers is a table all the same.
    tables = {"LayoutTable": "table", "LayoutTableRow": "row", "LayoutTableCell": "cell"}
    role: str = node["role"]["value"]
    return tables.get(role, role)


def _name(node: Node) -> str:
    written = re.sub("[\ue000-\uf8ff]", "", str(node.get("name", {}).get("value", "")))
    return " ".join(written.split())


def _line(node: Node) -> str:
    return f"{_role(node)} {_name(node)!r}"
