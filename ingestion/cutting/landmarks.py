"""What references in a document can point at: paragraphs, articles, tables, annexes."""

import re
from bisect import bisect_left
from collections.abc import Iterable

from core.document import Block, Document, Table
from ingestion.numbering import article_label, item_kind

_FIRST_WORDS = 60
_ENGLISH = {"annex": "附件", "attachment": "附件", "schedule": "附件", "appendix": "附录", "table": "表"}
_LABEL = re.compile(
    r"^\W*(附件|附录|附表|表|(?i:annex|attachment|schedule|appendix|table))\s*"
    r"([一二三四五六七八九十]+|\d+(?:[-.]\d+)?|[A-Za-z]\b|[IVX]+\b)"
)
_BARE_ANNEX = re.compile(r"^\W*(附件|附录|附表)\s*(?:[:：\s]|$)")
_DIGITS = {word: number for number, word in enumerate("零一二三四五六七八九")}


def _numeral(words: str) -> str:
    """Return 三 and 3, 十二 and 12 as the same digits; letters in upper case."""
    if not words or words[0] not in "一二三四五六七八九十":
        return words.upper()
    tens, ten, ones = words.rpartition("十")
    high = _DIGITS.get(tens, 1) if ten else 0
    return str(high * 10 + _DIGITS.get(ones, 0))


def _label(kind: str, number: str) -> str:
    return _ENGLISH.get(kind.lower(), kind) + _numeral(number)


class Landmarks:
    """Finds by position or name. Texts returned are the first words of what is meant.

    Args:
        document: The document, with heading paths.
    """

    def __init__(self, document: Document) -> None:
        self._prose = [block for block in document.blocks if block.kind not in ("title", "table")]
        self._tables = [block for block in document.blocks if block.table is not None]
        self._starts = [block.span.char_start for block in self._prose]
        self._table_starts = [block.span.char_start for block in self._tables]
        self._articles = [block for block in self._prose if article_label(block.text)]
        self._article_starts = [block.span.char_start for block in self._articles]
        self._named = _names(document.blocks)

    def paragraph_before(self, position: int, path: tuple[str, ...], *, item: bool = False) -> str | None:
        """Return the paragraph (or list item) under the same headings that ends before ``position``."""
        for at in range(bisect_left(self._starts, position) - 1, -1, -1):
            block = self._prose[at]
            if block.heading_path != path:
                return None
            # 前款 is the paragraph above with its items; 前项 the item itself.
            if item or not item_kind(block.text):
                return _words(block.text)
        return None

    def article_before(self, position: int) -> str | None:
        """Return the article before the one at ``position``."""
        at = bisect_left(self._article_starts, position + 1) - 2
        return _words(self._articles[at].text) if at >= 0 else None

    def paragraph_of_article(self, path: tuple[str, ...], number: str) -> str | None:
        """Return paragraph ``number`` (from 1, in Chinese or Arabic digits) under the headings ``path``."""
        own = [block for block in self._prose if block.heading_path == path and block.kind == "paragraph"]
        own = [block for block in own if not item_kind(block.text)]
        at = int(_numeral(number)) - 1
        return _words(own[at].text) if 0 <= at < len(own) else None

    def table_after(self, position: int) -> str | None:
        """Return the table that follows ``position``."""
        at = bisect_left(self._table_starts, position)
        return _table_words(self._tables[at].table) if at < len(self._tables) else None

    def table_before(self, position: int) -> str | None:
        """Return the table that precedes ``position``."""
        at = bisect_left(self._table_starts, position) - 1
        return _table_words(self._tables[at].table) if at >= 0 else None

    def named(self, kind: str, number: str) -> str | None:
        """Return the annex or table with this number (or the first one), its title or first words."""
        return self._named.get(_label(kind, number))


def _names(blocks: Iterable[Block]) -> dict[str, str]:
    found: dict[str, str] = {}
    for block in blocks:
        line = block.table.caption if block.table is not None else block.text
        named = _LABEL.match(line) if block.table is not None or len(line) <= _FIRST_WORDS else None
        if named:
            found.setdefault(_label(*named.groups()), _words(line))
            found.setdefault(_label(named.group(1), ""), _words(line))
        elif block.kind == "title" and (bare := _BARE_ANNEX.match(line)):
            found.setdefault(bare.group(1), _words(line))
    return found


def _words(text: str) -> str:
    """Return the first sentence of ``text``, cut to a line."""
    line = " ".join(text.split())
    ends = [line.find(mark) for mark in "。；！？" if mark in line]
    return line[: min([*(end + 1 for end in ends), _FIRST_WORDS])]


def _table_words(table: Table | None) -> str:
    if table is None:
        return ""
    return _words(table.caption or "、".join(name for name in table.columns() if name))
