"""Writing the inverted index that keyword search reads."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from core.chunk import Chunk
from store import posting_blocks
from store.tables import DOCUMENT, POSTING

_LARGEST = 32_767

_ADD = text("""
INSERT INTO posting (kb_id, term, document_id, ordinals, frequencies, lengths)
SELECT CAST(:kb AS bigint), term, CAST(:document AS text),
       array_agg(ordinal ORDER BY ordinal),
       array_agg(frequency ORDER BY ordinal),
       array_agg(length ORDER BY ordinal)
FROM unnest(
    CAST(:terms AS bigint[]), CAST(:ordinals AS integer[]), CAST(:frequencies AS smallint[]),
    CAST(:lengths AS integer[])
) AS occurrence (term, ordinal, frequency, length)
GROUP BY term
""")


def term_of(token: str) -> int:
    """Return the 64-bit number that stands for ``token``, the same on every machine."""
    digest = hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def terms_of(tokens: Iterable[str]) -> dict[str, int]:
    """Return the number of each token."""
    return {token: term_of(token) for token in tokens}


def remove(session: Session, kb_id: int, source_name: str) -> None:
    """Delete all postings of the document loaded from ``source_name``, and unpack those packed with them."""
    posting_blocks.unpack(session, kb_id, source_name)
    document = select(DOCUMENT.c.id).where(DOCUMENT.c.kb_id == kb_id, DOCUMENT.c.source_name == source_name)
    session.execute(
        delete(POSTING).where(POSTING.c.kb_id == kb_id, POSTING.c.document_id == document.scalar_subquery())
    )


def add(
    session: Session, kb_id: int, document_id: str, chunks: Sequence[Chunk], tokens: Mapping[str, Mapping[str, int]]
) -> None:
    """Write the postings of a document that has none.

    Args:
        session: An open transaction.
        kb_id: The knowledge base.
        document_id: The document.
        chunks: Its chunks.
        tokens: Per chunk id, how often each token occurs.
    """
    numbers = terms_of({token for chunk in chunks for token in tokens.get(chunk.id, {})})
    columns: tuple[list[int], ...] = ([], [], [], [])
    for chunk in chunks:
        counts = tokens.get(chunk.id, {})
        length = sum(counts.values())
        for token, count in counts.items():
            entry = (numbers[token], chunk.ordinal, min(count, _LARGEST), length)
            for column, value in zip(columns, entry, strict=True):
                column.append(value)
    if columns[0]:
        names = ("terms", "ordinals", "frequencies", "lengths")
        session.execute(_ADD, {"kb": kb_id, "document": document_id, **dict(zip(names, columns, strict=True))})
