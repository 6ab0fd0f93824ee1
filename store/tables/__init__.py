"""Every table of the database. Importing this package fills ``METADATA``."""

from sqlmodel import SQLModel

from store.tables.chunk import ChunkRow
from store.tables.conflict import ConflictRow
from store.tables.document import DocumentRow
from store.tables.embedding import EmbeddingRow, SpaceRow
from store.tables.eval_run import EvalRunRow
from store.tables.fact import FactRow
from store.tables.knowledge_base import KnowledgeBaseRow
from store.tables.label import LabelRow
from store.tables.layout import table_of
from store.tables.model_reply import ModelReplyRow
from store.tables.posting import PostingBlockRow, PostingRow
from store.tables.repeal import RepealRow
from store.tables.review import FactEventRow, ReviewRow
from store.tables.vocabulary import SynonymRow, VocabularyRow

METADATA = SQLModel.metadata

KNOWLEDGE_BASE = table_of(KnowledgeBaseRow)
DOCUMENT = table_of(DocumentRow)
CHUNK = table_of(ChunkRow)
SPACE = table_of(SpaceRow)
EMBEDDING = table_of(EmbeddingRow)
POSTING = table_of(PostingRow)
POSTING_BLOCK = table_of(PostingBlockRow)
REPEAL = table_of(RepealRow)
LABEL = table_of(LabelRow)
FACT = table_of(FactRow)
VOCABULARY = table_of(VocabularyRow)
SYNONYM = table_of(SynonymRow)
CONFLICT = table_of(ConflictRow)
REVIEW = table_of(ReviewRow)
FACT_EVENT = table_of(FactEventRow)
MODEL_REPLY = table_of(ModelReplyRow)
EVAL_RUN = table_of(EvalRunRow)
TENANT_TABLES = (
    KNOWLEDGE_BASE, DOCUMENT, CHUNK, EMBEDDING, POSTING, REPEAL, FACT, VOCABULARY, SYNONYM, CONFLICT, REVIEW,
    FACT_EVENT, MODEL_REPLY, LABEL, EVAL_RUN, POSTING_BLOCK,
)  # fmt: skip

__all__ = [
    "CHUNK",
    "CONFLICT",
    "DOCUMENT",
    "EMBEDDING",
    "EVAL_RUN",
    "FACT",
    "FACT_EVENT",
    "KNOWLEDGE_BASE",
    "LABEL",
    "METADATA",
    "MODEL_REPLY",
    "POSTING",
    "POSTING_BLOCK",
    "REPEAL",
    "REVIEW",
    "SPACE",
    "SYNONYM",
    "TENANT_TABLES",
    "VOCABULARY",
]
