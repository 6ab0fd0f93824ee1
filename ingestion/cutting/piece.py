"""A chunk in the making."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.chunk import Chunk, ChunkKind
from core.document import Document, Span, Table
from core.identity import content_hash, stable_id

SPLITTER_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one chunk with its sources. ``searched`` replaces ``text`` in what is embedded; ``lead`` precedes it."""

    kind: ChunkKind
    text: str
    heading_path: tuple[str, ...]
    spans: tuple[Span, ...]
    lead: str = ""
    searched: str = ""
    table: Table | None = None
    table_rows: tuple[int, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    needs_review: bool = False


def embedding_text(title: str, piece: Piece) -> str:
    """Return what the embedding model reads: title and heading path, lead sentence, then the text."""
    head = " > ".join((title, *piece.heading_path))
    return "\n".join(part for part in (head, piece.lead, piece.searched or piece.text) if part)


def to_chunks(document: Document, pieces: Sequence[Piece]) -> tuple[Chunk, ...]:
    """Number the pieces and give each its id, which depends on place and text but not on order."""
    seen: dict[tuple[str, ...], int] = {}
    chunks: list[Chunk] = []
    for ordinal, piece in enumerate(pieces):
        key = (*piece.heading_path, piece.text)
        occurrence = seen[key] = seen.get(key, 0) + 1
        chunks.append(
            Chunk(
                id=stable_id("chk", document.id, *key, str(occurrence)),
                document_id=document.id,
                ordinal=ordinal,
                kind=piece.kind,
                text=piece.text,
                embedding_text=embedding_text(document.title, piece),
                heading_path=piece.heading_path,
                spans=piece.spans,
                sha256=content_hash(piece.text),
                splitter_version=SPLITTER_VERSION,
                table=piece.table,
                table_rows=piece.table_rows,
                fields=piece.fields,
                needs_review=piece.needs_review,
            )
        )
    return tuple(chunks)
