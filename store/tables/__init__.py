"""Every table of the database. Importing this package fills ``METADATA``."""

from sqlmodel import SQLModel

from store.tables.chunk import ChunkRow
from store.tables.document import DocumentRow
from store.tables.embedding import EmbeddingRow, SpaceRow
from store.tables.fact import FactRow
from store.tables.knowledge_base import KnowledgeBaseRow
from store.tables.layout import table_of
from store.tables.posting import PostingRow
from store.tables.repeal import RepealRow
from store.tables.vocabulary import SynonymRow, VocabularyRow

METADATA = SQLModel.metadata

KNOWLEDGE_BASE = table_of(KnowledgeBaseRow)
DOCUMENT = table_of(DocumentRow)
CHUNK = table_of(ChunkRow)
SPACE = table_of(SpaceRow)
EMBEDDING = table_of(EmbeddingRow)
POSTING = table_of(PostingRow)
REPEAL = table_of(RepealRow)
FACT = table_of(FactRow)
VOCABULARY = table_of(VocabularyRow)
SYNONYM = table_of(SynonymRow)
TENANT_TABLES = (KNOWLEDGE_BASE, DOCUMENT, CHUNK, EMBEDDING, POSTING, REPEAL, FACT, VOCABULARY, SYNONYM)

__all__ = [
    "CHUNK",
    "DOCUMENT",
    "EMBEDDING",
    "FACT",
    "KNOWLEDGE_BASE",
    "METADATA",
    "POSTING",
    "REPEAL",
    "SPACE",
    "SYNONYM",
    "TENANT_TABLES",
    "VOCABULARY",
]
