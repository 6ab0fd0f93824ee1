"""HTML: a walk over the browser's own tree, block by block."""

import re
from typing import Any

import html5lib

from core.document import ListItem
from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.numbering import paragraph_pieces
from ingestion.parsed import Parsed
from ingestion.parsers.html_table import read_table
from ingestion.parsers.html_text import BLOCK_TAGS, element_text, is_hidden, tag_of

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_DEEPEST = 200
# The names that mean something to a knowledge base; a page carries many more for browsers and search engines.
_META = frozenset(
    {
        "author", "category", "channel", "customer_type", "description", "effective", "keywords", "priority",
        "product_line", "region", "repeals", "repeals_from", "replaces", "series", "source", "tags", "valid_from",
        "valid_to", "version",
    }
)  # fmt: skip


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read an HTML page.

    Raises:
        UnreadableFile: The encoding is not recognised, or the page is nested too deeply.
    """
    text, _ = decode(data, source_name)
    root = html_root(text)
    walk = HtmlWalk(DocumentBuilder("html"), source_name)
    body = root.find("body")
    if body is not None:
        walk.children(body, 0)
    title = root.find("head/title")
    named = " ".join((title.text or "").split()) if title is not None and not walk.has_first_heading else ""
    return walk.builder.finish(title=named, metadata=_metadata(root))


def html_root(text: str) -> Any:
    """Return the tree a browser would build of ``text``."""
    return html5lib.parse(text.replace("\x00", ""), treebuilder="lxml", namespaceHTMLElements=False)


def _metadata(root: Any) -> dict[str, str]:
    """Return what ``<meta name content>`` says, as front matter would; the first of two equal names counts."""
    found: dict[str, str] = {}
    for element in root.iter("meta"):
        name = (element.get("name") or "").strip().lower().replace("-", "_")
        content = " ".join((element.get("content") or "").split())
        if name in _META and content:
            found.setdefault(name, content)
    return found


class HtmlWalk:
    """Visits elements in order; loose inline text between blocks becomes a paragraph."""

    def __init__(self, builder: DocumentBuilder, source_name: str) -> None:
        self.builder = builder
        self.has_first_heading = False
        self._place = source_name

    def children(self, element: Any, depth: int) -> None:
        """Add the blocks inside ``element``."""
        if depth > _DEEPEST:
            raise UnreadableFile("the page is nested too deeply", place=self._place)
        loose: list[str] = [_collapsed(element.text)]
        for child in element:
            if tag_of(child) and not is_hidden(child):
                if self._is_block(child):
                    self._flush(loose)
                    self._block(child, depth)
                else:
                    loose.append("\n" if tag_of(child) == "br" else element_text_spaced(child))
            loose.append(_collapsed(child.tail))
        self._flush(loose)

    @staticmethod
    def _is_block(element: Any) -> bool:
        if tag_of(element) in BLOCK_TAGS:
            return True
        return any(tag_of(inner) in BLOCK_TAGS for inner in element.iter() if inner is not element)

    def _flush(self, loose: list[str]) -> None:
        lines = [_collapsed(line).strip() for line in "".join(loose).split("\n")]
        loose.clear()
        self._paragraph("\n".join(line for line in lines if line))

    def _paragraph(self, text: str) -> None:
        for start, end in paragraph_pieces(text):
            self.builder.paragraph(text[start:end])

    def _block(self, element: Any, depth: int) -> None:
        tag = tag_of(element)
        if tag in _HEADINGS:
            self.has_first_heading |= tag == "h1"
            self.builder.title(element_text(element), _HEADINGS[tag])
        elif tag == "table" and not self._is_layout(element):
            self.builder.table(read_table(element))
        elif tag in ("ul", "ol"):
            self._list(element, depth)
        elif tag == "pre":
            self.builder.code("".join(element.itertext()))
        elif tag == "p" and not any(self._is_block(child) for child in element if tag_of(child)):
            self._paragraph(element_text(element))
        else:
            self.children(element, depth + 1)

    @staticmethod
    def _is_layout(element: Any) -> bool:
        """A table of one cell only arranges the page."""
        cells = [inner for inner in element.iter() if tag_of(inner) in ("td", "th")]
        return len(cells) <= 1 or any(tag_of(inner) == "table" for cell in cells[:1] for inner in cell.iter())

    def _list(self, element: Any, depth: int) -> None:
        items: list[ListItem] = []
        self._items(element, 0, depth, items)
        self.builder.list(items)

    def _items(self, element: Any, nesting: int, depth: int, items: list[ListItem]) -> None:
        ordered = tag_of(element) == "ol"
        start = element.get("start") or "1"
        number = int(start) if start.lstrip("-").isdigit() else 1
        for child in element:
            if tag_of(child) in ("ul", "ol"):
                self._items(child, nesting + 1, depth, items)
            if tag_of(child) != "li":
                continue
            inner = [
                part for part in child.iter() if tag_of(part) in ("ul", "ol", "table", "pre") and part is not child
            ]
            outer = [part for part in inner if not _inside(part, child)]
            marker = f"{number}." if ordered else "-"
            items.append(ListItem(marker, _own_text(child, outer), nesting))
            number += 1
            for part in outer:
                if tag_of(part) in ("ul", "ol"):
                    self._items(part, nesting + 1, depth, items)
                else:
                    # A table or code in an item stands as a block of its own; the list goes on after it.
                    self.builder.list(items)
                    items.clear()
                    self._block(part, depth)


def _collapsed(text: str | None) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", text or "")


def _inside(part: Any, item: Any) -> bool:
    parent = part.getparent()
    while parent is not None and parent is not item:
        if tag_of(parent) in ("ul", "ol", "table", "pre"):
            return True
        parent = parent.getparent()
    return False


def _own_text(item: Any, outer: list[Any]) -> str:
    """Return the text of ``item`` without the parts that are read on their own."""
    for part in outer:
        line_break = part.makeelement("br")
        line_break.tail, part.tail = part.tail, None
        part.getparent().replace(part, line_break)
    return element_text(item)


def element_text_spaced(element: Any) -> str:
    """Return the text of an inline element, keeping one space where its source has white space at the ends."""
    raw = "".join(element.itertext())
    text = element_text(element) or (element.get("alt") or "" if tag_of(element) == "img" else "")
    before = " " if raw[:1].isspace() else ""
    after = " " if raw[-1:].isspace() else ""
    return f"{before}{text}{after}"
