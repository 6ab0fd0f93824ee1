"""Packing postings: the rows of many documents become one row per term, so that search reads a few long ones."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from sqlalchemy import text
from sqlalchemy.orm import Session

from store import turn
from store.knowledge_bases import bump

# A block is packed when its documents have this many chunks; 16 bits hold a place.
ENOUGH, _MOST = 2048, 32_767

_LOOSE = text("""
SELECT d.id, c.places FROM document d
CROSS JOIN LATERAL (
    SELECT max(ordinal) + 1 AS places FROM chunk WHERE kb_id = :kb AND document_id = d.id
) c WHERE d.kb_id = :kb AND d.block IS NULL AND c.places <= :most ORDER BY d.id
""")
_TAKE = text("""
UPDATE document d SET block = :block, first_place = t.first_place
FROM unnest(CAST(:ids AS text[]), CAST(:places AS integer[])) AS t (id, first_place)
WHERE d.kb_id = :kb AND d.id = t.id
""")
_PACK = text("""
INSERT INTO posting_block (kb_id, term, block, chunks, entries)
SELECT :kb, o.term, :block, count(*),
       string_agg(int2send(o.place::int2) || int2send(o.frequency) || int4send(o.length), ''::bytea ORDER BY o.place)
FROM (
    SELECT p.term, d.first_place + o.ordinal AS place, o.frequency, o.length
    FROM document d
    JOIN posting p ON p.kb_id = :kb AND p.document_id = d.id
    CROSS JOIN LATERAL unnest(p.ordinals, p.frequencies, p.lengths) AS o (ordinal, frequency, length)
    WHERE d.kb_id = :kb AND d.block = :block
) o GROUP BY o.term
""")
_BLOCK_OF = text("SELECT block FROM document WHERE kb_id = :kb AND source_name = :name AND block IS NOT NULL")
_DROP = text("DELETE FROM posting_block WHERE kb_id = :kb AND block = :block")
_RELEASE = text("UPDATE document SET block = NULL, first_place = NULL WHERE kb_id = :kb AND block = :block")


def lock(session: Session, kb_id: int) -> None:
    """Let no other transaction change which documents of ``kb_id`` are packed until this one ends.

    To be taken before the first row of a document is changed: two that each drop a block with the other's document
    would wait for each other.
    """
    turn.take(session, f"dianmian.postings:{kb_id}")


def pack(session: Session, kb_id: int, *, enough: int = ENOUGH) -> int:
    """Pack one block of documents that are in none, and return how many; 0 when fewer than ``enough`` chunks are left.

    A document of more than 32,767 chunks is a row per term by itself and stays as it is.
    """
    lock(session, kb_id)
    loose = [(row.id, int(row.places)) for row in session.execute(_LOOSE, {"kb": kb_id, "most": _MOST})]
    ids, places = _chosen(loose, enough)
    if not ids:
        return 0
    # Drawn and not counted: a number that came back would lead a search that began before to other documents.
    values = {"kb": kb_id, "block": secrets.randbits(62)}
    session.execute(_TAKE, {**values, "ids": ids, "places": places})
    session.execute(_PACK, values)
    # Whoever keeps counts of words must learn that some are in blocks now.
    bump(session, kb_id)
    return len(ids)


def pack_all(session_of: Callable[[], AbstractContextManager[Session]], kb_id: int, *, enough: int = ENOUGH) -> int:
    """Pack block after block, each in a transaction of its own; return how many documents were packed."""
    packed = 0
    while True:
        with session_of() as session:
            documents = pack(session, kb_id, enough=enough)
        if not documents:
            return packed
        packed += documents


def unpack(session: Session, kb_id: int, source_name: str) -> None:
    """Drop the block that the document loaded from ``source_name`` is packed in; its documents are loose again."""
    lock(session, kb_id)
    block = session.scalar(_BLOCK_OF, {"kb": kb_id, "name": source_name})
    if block is not None:
        session.execute(_DROP, {"kb": kb_id, "block": block})
        session.execute(_RELEASE, {"kb": kb_id, "block": block})


def _chosen(loose: Sequence[tuple[str, int]], enough: int) -> tuple[list[str], list[int]]:
    """Return the documents of one block and the place each begins at; none while they have too few chunks."""
    ids: list[str] = []
    places: list[int] = []
    filled = 0
    for name, size in loose:
        if filled + size > _MOST:
            return ids, places
        ids.append(name)
        places.append(filled)
        filled += size
        if filled >= enough:
            return ids, places
    return [], []
