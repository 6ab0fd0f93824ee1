"""Markdown, read as a syntax tree; the source text itself is the canonical Markdown."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.inline import tokens_text
from ingestion.notice import is_notice
from ingestion.numbering import paragraph_pieces
from ingestion.parsed import Parsed
from ingestion.parsers.front_matter import front_matter
from ingestion.parsers.html_table import tables_in
from ingestion.parsers.markdown_lines import Lines
from ingestion.parsers.markdown_list import list_entries, list_runs
from ingestion.parsers.markdown_table import table_of
from ingestion.statute import info_metadata

_INFO_END = re.compile(r"<!--\s*INFO\s*END\s*-->", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*(?:<!--[\s\S]*?-->\s*)+$")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_BOLD_LONGEST = 50


_DEEPEST = 450


@lru_cache(maxsize=2)
def _reader(*, fronted: bool) -> MarkdownIt:
    # The preset's limit of 20 drops deeper items without a word; a list level takes two.
    reader = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])
    reader.use(footnote_plugin, inline=False)
    if fronted:
        reader.use(front_matter_plugin)
    # The tail rule would move footnotes to the end, away from their lines.
    reader.core.ruler.disable("footnote_tail")
    return reader


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a Markdown file.

    Raises:
        UnreadableFile: The encoding is not recognised.
        InvalidInput: The front matter is wrong.
    """
    text, _ = decode(data, source_name)
    return parse_text(text.replace("\x00", ""), source_name)


def parse_text(text: str, source_name: str) -> Parsed:
    """Read Markdown text; see ``parse``."""
    walk = _Walk(text, source_name)
    nodes, metadata = _nodes(text, source_name)
    info = _info_end(nodes)
    lines: list[str] = []
    for number, node in enumerate(nodes):
        following = nodes[number + 1] if number + 1 < len(nodes) else None
        if number < info and node.type != "heading":
            lines += walk.lines.text(node).split("\n") if number < info - 1 else []
        else:
            walk.visit(node, following)
    return walk.builder.finish(metadata=metadata | info_metadata(lines))


def _nodes(text: str, source_name: str) -> tuple[list[SyntaxTreeNode], dict[str, str]]:
    """Return the blocks of a text without its front matter, and what that says."""
    nodes = list(SyntaxTreeNode(_reader(fronted=True).parse(text)).children)
    if not nodes or nodes[0].type != "front_matter":
        return nodes, {}
    said = front_matter(nodes[0].content, source_name)
    if said is None:
        return list(SyntaxTreeNode(_reader(fronted=False).parse(text)).children), {}
    return nodes[1:], said


def _info_end(nodes: list[SyntaxTreeNode]) -> int:
    """Return the number of leading nodes that end with the mark after a statute's dates, 0 when there is none."""
    for number, node in enumerate(nodes[:60]):
        if node.type == "html_block" and _INFO_END.search(node.content):
            return number + 1
    return 0


class _Walk:
    """Visits the tree in reading order and marks blocks in the source."""

    def __init__(self, text: str, source_name: str) -> None:
        self.builder = DocumentBuilder("markdown", text)
        self.lines = Lines(text)
        self._place = source_name
        self._level = 1

    def visit(self, node: SyntaxTreeNode, following: SyntaxTreeNode | None = None) -> None:
        """Mark the blocks of ``node``; ``following`` is its next sibling."""
        match node.type:
            case "heading":
                self._level = int(node.tag[1:])
                self._mark_title(node, self._level)
            case "paragraph":
                self._paragraph(node, following)
            case "bullet_list" | "ordered_list":
                self._list(node)
            case "table":
                self.builder.mark("table", *self.lines.range(node), table=table_of(node))
            case "fence" | "code_block":
                self._code(node)
            case "blockquote":
                self._quote(node)
            case "html_block":
                self._html(node)
            case "footnote_reference":
                self.builder.mark("footnote", *self.lines.range(node))
            case _:
                for child in node.children:
                    self.visit(child)

    def _mark_title(self, node: SyntaxTreeNode, level: int) -> None:
        content = node.children[0].content if node.children else ""
        self.builder.mark("title", *self.lines.locate(content, node), level=level)

    def _paragraph(self, node: SyntaxTreeNode, following: SyntaxTreeNode | None) -> None:
        inline = node.children[0]
        content = inline.content
        start, end = self.lines.locate(content, node)
        kinds = [child.type for child in inline.children if child.type != "text" or child.content.strip()]
        if is_notice(content):
            self.builder.mark("notice", start, end)
        elif kinds == ["strong"] and self._is_bold_heading(content, following):
            inner = self.lines.source.index(content.strip("*_ "), start)
            self.builder.mark("title", inner, inner + len(content.strip("*_ ")), level=self._level + 1)
        elif kinds == ["image"]:
            self.builder.mark("image", start, end)
        elif content.startswith("$$") and content.endswith("$$") and len(content) > 4:
            self.builder.mark("formula", start, end)
        else:
            for first, last in paragraph_pieces(self.lines.source[start:end]):
                self.builder.mark("paragraph", start + first, start + last)

    @staticmethod
    def _is_bold_heading(content: str, following: SyntaxTreeNode | None) -> bool:
        text = content.strip("*_ ")
        short = "\n" not in text and 0 < len(text) <= _BOLD_LONGEST and text[-1] not in "。；;，,.！!？?"
        return short and following is not None and following.type not in ("heading", "hr")

    def _list(self, node: SyntaxTreeNode) -> None:
        for run in list_runs(list_entries(node)):
            if run.other is not None:
                self.visit(run.other)
            else:
                start, end = self.lines.line_range(run.first_line, run.last_line)
                self.builder.mark("list", start, end, items=run.items)

    def _code(self, node: SyntaxTreeNode) -> None:
        start, end = self.lines.range(node)
        # Chinese prose is often indented by four spaces; that is a paragraph to its author.
        if node.type == "code_block" and _CHINESE.search(node.content):
            for first, last in paragraph_pieces(self.lines.source[start:end]):
                self.builder.mark("paragraph", start + first, start + last)
        else:
            self.builder.mark("formula" if node.info.strip() == "math" else "code", start, end)

    def _quote(self, node: SyntaxTreeNode) -> None:
        first = node.children[0] if node.children else None
        if first is not None and first.type == "paragraph" and is_notice(tokens_or_content(first)):
            self.builder.mark("notice", *self.lines.range(node))
            return
        for child in node.children:
            self.visit(child)

    def _html(self, node: SyntaxTreeNode) -> None:
        if _COMMENT.match(node.content):
            return
        start, end = self.lines.range(node)
        tables = tables_in(node.content)
        if tables:
            self.builder.mark("table", start, end, table=tables[0])
        else:
            self.builder.mark("paragraph", start, end)
        if len(tables) > 1:
            self.builder.warn(f"line {self.lines.number(node)}: only the first of {len(tables)} HTML tables was read")


def tokens_or_content(node: SyntaxTreeNode) -> str:
    """Return the plain text of a paragraph node."""
    inline = node.children[0]
    return tokens_text(inline.token.children if inline.token else None) or inline.content
