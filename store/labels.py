"""Queries on labels: which documents and records have which value in which field."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, text
from sqlalchemy.orm import Session

from core.chunk import Chunk
from core.document import Document
from core.text import fold
from store.tables import CHUNK, LABEL

# Parsers join what a source lists with it. What is longer is text to search for, and no field to limit by.
_LISTED = "、"
_LONGEST = 200

# A loose scan: the names are few, the rows many.
_NAMES = text("""
WITH RECURSIVE known AS (
    (SELECT name FROM label WHERE kb_id = :kb ORDER BY name LIMIT 1)
    UNION ALL
    SELECT (SELECT l.name FROM label l WHERE l.kb_id = :kb AND l.name > k.name ORDER BY l.name LIMIT 1)
    FROM known k WHERE k.name IS NOT NULL
)
SELECT name FROM known WHERE name IS NOT NULL ORDER BY name
""")


@dataclass(frozen=True, slots=True)
class Label:
    """``value`` stands in field ``name`` of a whole document, or of the chunks at ``ordinals``."""

    name: str
    value: str
    document_id: str
    whole: bool
    ordinals: frozenset[int] = frozenset()


def replace(session: Session, kb_id: int, document: Document, chunks: Sequence[Chunk]) -> None:
    """Store the labels of ``document`` and of its records, in place of those it had."""
    session.execute(delete(LABEL).where(LABEL.c.kb_id == kb_id, LABEL.c.document_id == document.id))
    metadata = {**({"version": document.version} if document.version else {}), **document.metadata}
    rows = rows_of(kb_id, document.id, metadata, ((c.ordinal, _record_of(c), c.fields) for c in chunks if c.fields))
    if rows:
        session.execute(insert(LABEL), rows)


def rows_of(
    kb_id: int,
    document_id: str,
    metadata: Mapping[str, str],
    records: Iterable[tuple[int, object, Sequence[tuple[str, str]]]],
) -> list[dict[str, Any]]:
    """Return the rows of one document.

    Args:
        records: Per chunk that is a record or a piece of one: its ordinal, what tells its record from others, and
            its fields. A piece has the fields of its whole record.
    """
    rows = {(name, item, True): (value, list[int]()) for name, item, value in _items(metadata.items())}
    pieces: dict[object, list[int]] = defaultdict(list)
    fields: dict[object, list[tuple[str, str]]] = defaultdict(list)
    for ordinal, record, said in records:
        pieces[record].append(ordinal)
        fields[record] += said
    for record, ordinals in pieces.items():
        for name, item, value in dict.fromkeys(_items(fields[record])):
            rows.setdefault((name, item, False), (value, []))[1].extend(ordinals)
    return [
        {
            "kb_id": kb_id, "name": name, "folded": item, "document_id": document_id, "whole": whole, "value": value,
            "ordinals": sorted(set(ordinals)),
        }
        for (name, item, whole), (value, ordinals) in rows.items()
    ]  # fmt: skip


def names(session: Session, kb_id: int) -> list[str]:
    """Return the names of all fields that some document or record has."""
    return list(session.scalars(_NAMES, {"kb": kb_id}))


def values(session: Session, kb_id: int, fields: Collection[str], limit: int) -> list[str]:
    """Return up to ``limit`` values that stand in one of these fields, in order."""
    statement = select(LABEL.c.folded, LABEL.c.value).where(LABEL.c.kb_id == kb_id, LABEL.c.name.in_(list(fields)))
    statement = statement.distinct(LABEL.c.folded).order_by(LABEL.c.folded).limit(limit)
    return [row.value for row in session.execute(statement)]


def carrying(
    session: Session,
    kb_id: int,
    fields: Collection[str],
    values: Collection[str] | None = None,
    documents: Collection[str] | None = None,
) -> list[Label]:
    """Return the labels in one of ``fields``.

    Args:
        values: Only these, in whatever case and width; ``None`` means any.
        documents: Only those of these documents; ``None`` means all.
    """
    statement = select(LABEL).where(LABEL.c.kb_id == kb_id, LABEL.c.name.in_(list(fields)))
    if values is not None:
        statement = statement.where(LABEL.c.folded.in_([fold(value) for value in values]))
    if documents is not None:
        statement = statement.where(LABEL.c.document_id.in_(list(documents)))
    return [
        Label(row.name, row.value, row.document_id, row.whole, frozenset(row.ordinals))
        for row in session.execute(statement)
    ]


def chunk_ids(session: Session, kb_id: int, places: Mapping[str, Collection[int]], *, but: bool = False) -> set[str]:
    """Return the chunks at these ordinals of each document; with ``but``, all others of these documents."""
    statement = select(CHUNK.c.id, CHUNK.c.document_id, CHUNK.c.ordinal).where(
        CHUNK.c.kb_id == kb_id, CHUNK.c.document_id.in_(list(places))
    )
    return {row.id for row in session.execute(statement) if (row.ordinal in places[row.document_id]) != but}


def _items(fields: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield name, compared form and value of each field, and of each item of one that lists several."""
    for name, value in fields:
        if len(value) > _LONGEST:
            continue
        for part in dict.fromkeys((value, *value.split(_LISTED))):
            if item := fold(part):
                yield name.strip(), item, part.strip()


def _record_of(chunk: Chunk) -> object:
    """Tell which record a chunk belongs to: a long one is several chunks of one row."""
    row = chunk.spans[0].row if chunk.spans else None
    return ("chunk", chunk.ordinal) if row is None else ("row", row)
