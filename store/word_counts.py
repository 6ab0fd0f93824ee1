"""How much text there is and how often words occur in it: what BM25 and the weights of a question's words need."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from store.postings import terms_of

# Some ten megabytes; whoever asks for more than this has asked for nearly every word there is.
_MOST_KEPT = 100_000

_FREQUENCY = text("""
SELECT term, sum(cardinality(ordinals)) AS chunks FROM posting
WHERE kb_id = :kb AND term = ANY(CAST(:terms AS bigint[])) GROUP BY term
""")

_FREQUENCY_PACKED = text("""
SELECT term, sum(n) AS chunks FROM (
    SELECT term, chunks AS n FROM posting_block WHERE kb_id = :kb AND term = ANY(CAST(:terms AS bigint[]))
    UNION ALL
    SELECT term, cardinality(ordinals) FROM posting
    WHERE kb_id = :kb AND term = ANY(CAST(:terms AS bigint[]))
    AND document_id = ANY(ARRAY(SELECT id FROM document WHERE kb_id = :kb AND block IS NULL))
) AS parts GROUP BY term
""")

_SIZE = text("""
SELECT sum(chunk_count) AS chunks, sum(token_count) AS tokens,
       EXISTS (SELECT FROM document WHERE kb_id = :kb AND block IS NOT NULL) AS packed
FROM document WHERE kb_id = :kb
""")


@dataclass(frozen=True, slots=True)
class Size:
    """How many chunks (parents left out) and tokens there are, and whether some are packed into blocks."""

    chunks: int
    tokens: int
    packed: bool

    @property
    def mean(self) -> float:
        """The mean number of tokens in a chunk."""
        return self.tokens / self.chunks if self.chunks else 0.0


class WordCounts:
    """Counts of one knowledge base at one revision; what has been asked for once is not asked again.

    Safe to share between threads: two that ask for the same at once both read it.
    """

    def __init__(self, kb_id: int) -> None:
        self._kb_id = kb_id
        self._size: Size | None = None
        self._known: dict[int, int] = {}

    def size(self, session: Session) -> Size:
        """Return how much there is to be searched."""
        if self._size is None:
            row = session.execute(_SIZE, {"kb": self._kb_id}).one()
            self._size = Size(int(row.chunks or 0), int(row.tokens or 0), bool(row.packed))
        return self._size

    def frequency(self, session: Session, tokens: Collection[str]) -> dict[str, int]:
        """Return in how many chunks each token occurs; 0 for one that occurs nowhere."""
        terms = terms_of(tokens)
        known = self._known
        missing = {term for term in terms.values() if term not in known}
        if missing:
            known = known | self._read(session, missing)
            self._known = known if len(known) <= _MOST_KEPT else {}
        return {token: known[term] for token, term in terms.items()}

    def _read(self, session: Session, terms: Iterable[int]) -> dict[int, int]:
        statement = _FREQUENCY_PACKED if self.size(session).packed else _FREQUENCY
        wanted = sorted(terms)
        rows = session.execute(statement, {"kb": self._kb_id, "terms": wanted})
        return dict.fromkeys(wanted, 0) | {int(row.term): int(row.chunks) for row in rows}
