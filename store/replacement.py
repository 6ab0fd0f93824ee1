"""Putting a document in place of its former version, touching only what changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from core.chunk import Chunk
from core.document import Document
from core.errors import Conflict, InvalidInput
from core.wire import to_builtins
from store import labels, postings, repeals
from store.chunks import row_of
from store.knowledge_bases import bump
from store.tables import CHUNK, DOCUMENT, EMBEDDING
from store.tables.layout import AnyRow

# Of a chunk that stays, only its place and what hangs on the splitter may change.
_MOVABLE = (
    "ordinal", "spans", "table_data", "table_rows", "fields", "parent_id", "embedding_text", "heading_path",
    "splitter_version", "token_count", "sha256",
)  # fmt: skip
_REPEALING = frozenset({"replaces", "repeals", "repeals_from"})


@dataclass(frozen=True, slots=True)
class Replacement:
    """Ids of the chunks that came, stayed and went."""

    added: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made before a document takes its former version's place: ids of chunks to read and to embed."""

    unread: frozenset[str]
    unembedded: frozenset[str]


def plan(session: Session, kb_id: int, document: Document, chunks: Sequence[Chunk], reader: str, space_id: str) -> Plan:
    """Return which of ``chunks`` would lack facts or a vector if they took the place of what is stored now.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        document: The new version.
        chunks: All its chunks.
        reader: What chunks are marked with that were read as they would be now; see ``chunks.mark_extracted``.
        space_id: The embedding space.
    """
    before = _kept(session, kb_id, document.source_name, space_id)
    renewed = _said_anew(session, kb_id, document)
    searched = [chunk for chunk in chunks if chunk.kind != "parent"]
    same = {chunk.id for chunk in searched if chunk.id in before and before[chunk.id].text == chunk.text}
    read = set() if renewed else {name for name in same if before[name].extracted_by == reader}
    embedded = {
        chunk.id
        for chunk in searched
        if chunk.id in same
        and before[chunk.id].embedding_text == chunk.embedding_text
        and before[chunk.id].embedded is not None
    }
    ids = {chunk.id for chunk in searched}
    return Plan(frozenset(ids - read), frozenset(ids - embedded))


def replace(
    session: Session,
    kb_id: int,
    document: Document,
    chunks: Sequence[Chunk],
    tokens: Mapping[str, Mapping[str, int]],
    fingerprint: str,
) -> Replacement:
    """Store ``document`` and its chunks in place of what was loaded from the same source, in this transaction.

    A chunk whose id and text stay keeps its facts, and its vectors too unless the text to embed changed; every other
    old chunk goes with all that hangs on it. Chunks that stay count as unread when what facts take from the document
    itself (title, version, metadata) has changed.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        document: The parsed document; metadata ``series``, ``valid_from`` (or ``effective``), ``valid_to``,
            ``repeals`` (titles joined with ``；``) and ``repeals_from`` count.
        chunks: All its chunks, in order.
        tokens: Per chunk id, how often each index token occurs in it.
        fingerprint: What the result depends on; see ``documents.fingerprint_of``.

    Raises:
        InvalidInput: Two chunks share an id, a chunk belongs elsewhere, or a date in the metadata is none.
        NotFound: The knowledge base is another tenant's.
        Conflict: A chunk id is taken by another document.
    """
    _check(document, chunks)
    counts = {chunk.id: sum(tokens.get(chunk.id, {}).values()) for chunk in chunks}
    postings.remove(session, kb_id, document.source_name)
    renewed = _said_anew(session, kb_id, document)
    searched = sum(chunk.kind != "parent" for chunk in chunks)
    _store_document(session, kb_id, document, fingerprint, searched, sum(counts.values()))
    before = _stored(session, kb_id, document.id)
    same = {chunk.id for chunk in chunks if chunk.id in before and before[chunk.id][0] == chunk.text}
    removed = tuple(sorted(before.keys() - same))
    _remove(session, kb_id, removed)
    reworded = [c.id for c in chunks if c.id in same and before[c.id][1] != c.embedding_text]
    session.execute(delete(EMBEDDING).where(EMBEDDING.c.kb_id == kb_id, EMBEDDING.c.chunk_id.in_(reworded)))
    _store_chunks(session, [row_of(kb_id, chunk, counts[chunk.id]) for chunk in chunks])
    if len(_stored(session, kb_id, document.id)) != len(chunks):
        raise Conflict("a chunk id is taken by another document", place=document.source_name)
    postings.add(session, kb_id, document.id, chunks, tokens)
    labels.replace(session, kb_id, document, chunks)
    _store_repeals(session, kb_id, document)
    if renewed:
        _mark_unread(session, kb_id, document.id)
    bump(session, kb_id)
    ids = [chunk.id for chunk in chunks]
    return Replacement(
        added=tuple(i for i in ids if i not in same), kept=tuple(i for i in ids if i in same), removed=removed
    )


def _kept(session: Session, kb_id: int, source_name: str, space_id: str) -> dict[str, AnyRow]:
    here = (EMBEDDING.c.kb_id == kb_id) & (EMBEDDING.c.chunk_id == CHUNK.c.id) & (EMBEDDING.c.space_id == space_id)
    statement = (
        select(
            CHUNK.c.id,
            CHUNK.c.text,
            CHUNK.c.embedding_text,
            CHUNK.c.extracted_by,
            EMBEDDING.c.chunk_id.label("embedded"),
        )
        .join(DOCUMENT, (DOCUMENT.c.kb_id == CHUNK.c.kb_id) & (DOCUMENT.c.id == CHUNK.c.document_id))
        .outerjoin(EMBEDDING, here)
        .where(CHUNK.c.kb_id == kb_id, DOCUMENT.c.kb_id == kb_id, DOCUMENT.c.source_name == source_name)
    )
    return {row.id: row for row in session.execute(statement)}


def _check(document: Document, chunks: Sequence[Chunk]) -> None:
    seen: set[str] = set()
    for chunk in chunks:
        place = f"{document.source_name}: chunk {chunk.ordinal}"
        if chunk.document_id != document.id:
            raise InvalidInput(f"chunk {chunk.id} belongs to {chunk.document_id}", place=place)
        if chunk.id in seen:
            raise InvalidInput(f"two chunks have the id {chunk.id}", place=place)
        seen.add(chunk.id)


def _store_document(
    session: Session, kb_id: int, document: Document, fingerprint: str, chunk_count: int, token_count: int
) -> None:
    values = {
        "id": document.id,
        "title": document.title,
        "media_type": document.media_type,
        "sha256": document.sha256,
        "version": document.version,
        "series": document.metadata.get("series", ""),
        "valid_from": _date(document, "valid_from") or _date(document, "effective"),
        "valid_to": _date(document, "valid_to"),
        "metadata": dict(document.metadata),
        "markdown": document.markdown,
        "blocks": to_builtins(document.blocks),
        "parser": document.parser,
        "warnings": list(document.warnings),
        "health": to_builtins(document.health),
        "fingerprint": fingerprint,
        "chunk_count": chunk_count,
        "token_count": token_count,
    }
    statement = insert(DOCUMENT).values(kb_id=kb_id, source_name=document.source_name, **values)
    # A new id for the same source travels to chunks and facts by the foreign keys.
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["kb_id", "source_name"], set_={**values, "updated_at": func.now()}
        )
    )


def _said_anew(session: Session, kb_id: int, document: Document) -> bool:
    """Whether the document stood before with another title, version or metadata, repeals aside."""
    row = session.execute(
        select(DOCUMENT.c.title, DOCUMENT.c.version, DOCUMENT.c.metadata).where(
            DOCUMENT.c.kb_id == kb_id, DOCUMENT.c.source_name == document.source_name
        )
    ).one_or_none()
    if row is None:
        return False
    before, now = (
        {name: value for name, value in data.items() if name not in _REPEALING}
        for data in (row._mapping["metadata"], document.metadata)
    )
    return (row.title, row.version, before) != (document.title, document.version, now)


def _mark_unread(session: Session, kb_id: int, document_id: str) -> None:
    session.execute(
        update(CHUNK).where(CHUNK.c.kb_id == kb_id, CHUNK.c.document_id == document_id).values(extracted_by=None)
    )


def _store_repeals(session: Session, kb_id: int, document: Document) -> None:
    titles = [title for title in document.metadata.get("repeals", "").split("；") if title.strip()]
    repeals.replace(session, kb_id, document.id, document.title, titles, _date(document, "repeals_from"))


def _date(document: Document, name: str) -> date | None:
    words = document.metadata.get(name, "").strip()
    if not words:
        return None
    try:
        return date.fromisoformat(words)
    except ValueError as error:
        raise InvalidInput(
            f"{words!r} is no date", place=f"{document.source_name}: {name}", advice="write 2024-01-31"
        ) from error


def _stored(session: Session, kb_id: int, document_id: str) -> dict[str, tuple[str, str]]:
    statement = select(CHUNK.c.id, CHUNK.c.text, CHUNK.c.embedding_text).where(
        CHUNK.c.kb_id == kb_id, CHUNK.c.document_id == document_id
    )
    return {row.id: (row.text, row.embedding_text) for row in session.execute(statement)}


def _remove(session: Session, kb_id: int, ids: Sequence[str]) -> None:
    session.execute(delete(CHUNK).where(CHUNK.c.kb_id == kb_id, CHUNK.c.id.in_(ids)))


def _store_chunks(session: Session, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    statement = insert(CHUNK)
    changes: dict[str, Any] = {name: statement.excluded[name] for name in _MOVABLE}
    # Reading the file again never takes back a person's acceptance.
    changes["needs_review"] = CHUNK.c.needs_review & statement.excluded.needs_review
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["kb_id", "id"],
            set_=changes,
            where=CHUNK.c.document_id == statement.excluded.document_id,
        ),
        rows,
    )
