"""Where chunks begin and end, judged without the code that cuts them."""

import re
from collections.abc import Iterator, Sequence

from core.chunk import Chunk
from core.document import Block, Document

ENDS = "。！？；!?;…"
CLOSERS = "”’」』）)》】〉"
PAIRS = {"“": "”", "「": "」", "『": "』", "《": "》", "（": "）"}
NUMBER = re.compile(
    r"\d[\d.,:]*(?:\s?(?:万元|亿元|元|GHz|GB|%|℃|个工作日|工作日|日|天|个月|年|版))?|第[一二三四五六七八九十百\d.]+[条款项章]"
    r"|[一二三四五六七八九十百千万]+(?:个工作日|日|元|万元|个月|年)"
)
MARKER = re.compile(r"(?m)^[ \t]*(?:[（(][一二三四五六七八九十\d]+[）)]|\d+[.、)）]|[-*])[ \t]*\S")


def inner_edges(document: Document, chunks: Sequence[Chunk]) -> Iterator[tuple[Block, int]]:
    """Yield each prose block with every offset inside it at which a chunk begins or ends."""
    prose = [block for block in document.blocks if block.kind in ("paragraph", "list", "notice", "footnote")]
    places = {(span.char_start, span.char_end) for chunk in chunks if chunk.kind != "table" for span in chunk.spans}
    for block in prose:
        first, last = block.span.char_start, block.span.char_end
        for edge in sorted({edge for place in places for edge in place if first < edge < last}):
            yield block, edge - first


def ends_sentence(text: str, at: int, longest: int) -> bool:
    """Return whether a sentence or line ends before ``at``; one longer than ``longest`` may be cut anywhere."""
    before = text[:at].rstrip(" \t")
    bare = before.rstrip(CLOSERS)
    closed = before.endswith("\n") or text[at : at + 1] == "\n" or (bare and bare[-1] in ENDS)
    if closed or re.search(r"[A-Za-z\d]\.$", bare):
        return True
    start = max(text.rfind(mark, 0, at - 1) for mark in ENDS + "\n") + 1
    stops = [place for mark in ENDS + "\n" if (place := text.find(mark, at)) >= 0]
    return min(stops, default=len(text)) - start >= longest


def cut_through(text: str, at: int, longest_quotation: int) -> str:
    """Return the number, list marker or quotation that ``at`` falls inside, or an empty string."""
    for pattern in (NUMBER, MARKER):
        for match in pattern.finditer(text):
            if match.start() < at < match.end():
                return match.group()
    for opening, closing in PAIRS.items():
        start = text.rfind(opening, 0, at)
        end = text.find(closing, start + 1) if start >= 0 else -1
        if start >= 0 and start < at <= end and end + 1 - start <= longest_quotation:
            return text[start : end + 1]
    return ""


def coverage(document: Document, chunks: Sequence[Chunk]) -> list[int]:
    """Return how many chunks hold each character of the canonical Markdown."""
    covered = [0] * (len(document.markdown) + 1)
    for chunk in chunks:
        for span in chunk.spans:
            for at in range(span.char_start, span.char_end):
                covered[at] += 1
    return covered
