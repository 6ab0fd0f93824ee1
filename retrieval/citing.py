"""Quotes to numbered citations, narrowed to the place in the source where the quote stands."""

from dataclasses import replace

from core.answer import Citation
from core.chunk import Chunk
from core.document import Span
from retrieval.quotes import Quote


def citation(number: int, quote: Quote) -> Citation:
    """Return the citation of ``quote`` under ``number``."""
    passage = quote.passage
    return Citation(
        number=number,
        document_id=passage.source.document_id,
        source_name=passage.source.source_name,
        title=passage.source.title,
        heading_path=passage.chunk.heading_path,
        chunk_id=passage.chunk.id,
        quote=quote.text,
        quote_start=quote.start,
        quote_end=quote.end,
        spans=spans_of(passage.chunk, quote.start, quote.end),
        fact_id=quote.fact.id if quote.fact else None,
    )


def spans_of(chunk: Chunk, start: int, end: int) -> tuple[Span, ...]:
    """Return where ``chunk.text[start:end]`` stands in the document: its rows, its characters, else the whole chunk."""
    if chunk.kind == "table":
        return _row_spans(chunk, start, end) or chunk.spans
    if not chunk.spans or chunk.spans[-1].char_end - chunk.spans[0].char_start != len(chunk.text):
        return chunk.spans
    # The chunk is one stretch of the document: its offsets are the document's, moved.
    low, high = chunk.spans[0].char_start + start, chunk.spans[0].char_start + end
    return tuple(
        replace(span, char_start=max(low, span.char_start), char_end=min(high, span.char_end))
        for span in chunk.spans
        if span.char_start < high and low < span.char_end
    )


def _row_spans(chunk: Chunk, start: int, end: int) -> tuple[Span, ...]:
    lines: list[tuple[int, int]] = []
    at = 0
    for line in chunk.text.split("\n"):
        if line.lstrip().startswith("|"):
            lines.append((at, at + len(line)))
        at += len(line) + 1
    # Header and delimiter line come first; spans are known per row only when there are as many.
    rows = lines[2:]
    if len(rows) != len(chunk.spans):
        return ()
    pairs = zip(rows, chunk.spans, strict=True)
    return tuple(span for (row_start, row_end), span in pairs if row_start < end and start < row_end)
