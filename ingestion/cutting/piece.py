"""A chunk in the making."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.chunk import Chunk, ChunkKind
from core.document import Document, Span, Table
from core.identity import content_hash, stable_id

SPLITTER_VERSION = "2"


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one chunk with its sources.

    ``searched`` replaces ``text`` in what is embedded; ``lead`` (the sentence its items continue) and ``anchors``
    (what its references mean) precede it there. ``children`` are the smaller pieces searched in its place.
    """

    kind: ChunkKind
    text: str
    heading_path: tuple[str, ...]
    spans: tuple[Span, ...]
    lead: str = ""
    searched: str = ""
    anchors: tuple[str, ...] = ()
    table: Table | None = None
    table_rows: tuple[int, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    needs_review: bool = False
    children: tuple["Piece", ...] = ()


def embedding_text(title: str, piece: Piece) -> str:
    """Return what the embedding model reads: title and heading path, anchors, lead sentence, then the text."""
    head = " > ".join((title, *piece.heading_path))
    return "\n".join(part for part in (head, *piece.anchors, piece.lead, piece.searched or piece.text) if part)


def to_chunks(document: Document, pieces: Sequence[Piece], strategy: str) -> tuple[Chunk, ...]:
    """Number the pieces and give each its id, which depends on place and text but not on order.

    Args:
        document: The document the pieces were cut from.
        pieces: In reading order; the children of a piece follow it.
        strategy: How the document was cut; kept in ``splitter_version``.
    """
    seen: dict[tuple[str, ...], int] = {}
    chunks: list[Chunk] = []
    for piece, parent in _flat(pieces):
        key = (*piece.heading_path, piece.text, *(("parent",) if piece.children else ()))
        occurrence = seen[key] = seen.get(key, 0) + 1
        identity = stable_id("chk", document.id, *key, str(occurrence))
        made = _chunk(document, piece, identity, f"{SPLITTER_VERSION}:{strategy}")
        parent_id = chunks[len(chunks) - parent].id if parent else None
        chunks.append(replace(made, ordinal=len(chunks), parent_id=parent_id))
    return tuple(chunks)


def _flat(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, int]]:
    """Yield every piece and how many places back its parent stands, 0 for none."""
    for piece in pieces:
        yield piece, 0
        yield from ((child, place) for place, child in enumerate(piece.children, start=1))


def _chunk(document: Document, piece: Piece, identity: str, version: str) -> Chunk:
    return Chunk(
        id=identity,
        document_id=document.id,
        ordinal=0,
        kind=piece.kind,
        text=piece.text,
        embedding_text=embedding_text(document.title, piece),
        heading_path=piece.heading_path,
        spans=piece.spans,
        sha256=content_hash(piece.text),
        splitter_version=version,
        table=piece.table,
        table_rows=piece.table_rows,
        fields=piece.fields,
        needs_review=piece.needs_review,
    )
