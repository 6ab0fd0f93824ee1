"""The part of a knowledge base that a search looks in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Ids of documents and, where not all their chunks are meant, of the chunks; ``None`` means all of these documents.

    ``reason`` says why it is empty, when it is.
    """

    documents: frozenset[str]
    chunks: frozenset[str] | None = None
    reason: str = ""
