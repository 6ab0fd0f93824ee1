"""A document read for inspection: its facts, each with the place a person finds it at."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.chunk import Chunk
from core.document import Block, Document, Span
from core.fact import Fact

_LINED = frozenset({"text/markdown", "text/plain"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands. ``span`` points into the document's Markdown.

    ``line`` counts from 1 and is there only where the Markdown is the file itself.
    """

    file: str
    heading_path: tuple[str, ...]
    span: Span
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LocatedFact:
    """A fact and where its quote stands."""

    fact: Fact
    place: Place


@dataclass(frozen=True, slots=True)
class Inspected:
    """One document and what was read from it, in the order of the text."""

    document: Document
    facts: tuple[LocatedFact, ...]


def inspected(document: Document, chunks: Sequence[Chunk], facts: Sequence[Fact]) -> Inspected:
    """Tie the ``facts`` of one document to their places; rows told by their names only are left out."""
    by_id = {chunk.id: chunk for chunk in chunks}
    located = [
        LocatedFact(fact, _fact_place(document, by_id[fact.chunk_id], fact))
        for fact in facts
        if fact.rule != "table.name" and fact.chunk_id in by_id
    ]
    return Inspected(document, tuple(sorted(located, key=lambda each: each.place.span.char_start)))


def place_in(document: Document, block: Block, start: int, end: int, row: int | None = None) -> Place:
    """Return the place of the characters ``start`` to ``end`` of the document's Markdown, inside ``block``."""
    span = replace(block.span, char_start=start, char_end=end, row=row if row is not None else block.span.row)
    return Place(document.source_name, block.heading_path, span, line_of(document, start))


def line_of(document: Document, position: int) -> int | None:
    """Return the line of a position, counted from 1, where the Markdown is the file's own text."""
    return document.markdown.count("\n", 0, position) + 1 if document.media_type in _LINED else None


def _fact_place(document: Document, chunk: Chunk, fact: Fact) -> Place:
    span = _row_span(chunk, fact) if chunk.kind == "table" else _quote_span(document, chunk, fact)
    return Place(document.source_name, chunk.heading_path, span, line_of(document, span.char_start))


def _row_span(chunk: Chunk, fact: Fact) -> Span:
    """Return the row a quote is; the whole table where rows cannot be told apart."""
    starts: list[int] = []
    at = 0
    for line in chunk.text.split("\n"):
        starts += [at] if line.lstrip().startswith("|") else []
        at += len(line) + 1
    rows = starts[2:]
    if len(rows) != len(chunk.spans):
        return chunk.spans[0] if chunk.spans else Span()
    number = max((at for at, start in enumerate(rows) if start <= fact.quote_start), default=0)
    return chunk.spans[number]


def _quote_span(document: Document, chunk: Chunk, fact: Fact) -> Span:
    for span in chunk.spans:
        start = document.markdown.find(fact.quote, span.char_start, span.char_end)
        if start >= 0:
            return replace(span, char_start=start, char_end=start + len(fact.quote))
    return chunk.spans[0] if chunk.spans else Span()
