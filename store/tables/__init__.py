"""Every table of the database. Importing this package fills ``METADATA``."""

from sqlmodel import SQLModel

from store.tables.access import ApiKeyRow, AuditEventRow, KeptResponseRow, RateRow, TenantLimitRow
from store.tables.asked import AskedRow
from store.tables.chunk import ChunkRow
from store.tables.conflict import ConflictRow
from store.tables.document import DocumentRow
from store.tables.embedding import EmbeddingRow, SpaceRow
from store.tables.eval_run import EvalRunRow
from store.tables.fact import FactRow
from store.tables.job import JobRow, UploadPartRow, UploadRow
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
UPLOAD = table_of(UploadRow)
UPLOAD_PART = table_of(UploadPartRow)
JOB = table_of(JobRow)
ASKED = table_of(AskedRow)
API_KEY = table_of(ApiKeyRow)
TENANT_LIMIT = table_of(TenantLimitRow)
AUDIT_EVENT = table_of(AuditEventRow)
KEPT_RESPONSE = table_of(KeptResponseRow)
RATE = table_of(RateRow)
# What is a tenant's own and of no knowledge base; all other tables lead with ``kb_id``.
OF_TENANT = (API_KEY, TENANT_LIMIT, AUDIT_EVENT, KEPT_RESPONSE, RATE)
TENANT_TABLES = (
    KNOWLEDGE_BASE, DOCUMENT, CHUNK, EMBEDDING, POSTING, REPEAL, FACT, VOCABULARY, SYNONYM, CONFLICT, REVIEW,
    FACT_EVENT, MODEL_REPLY, LABEL, EVAL_RUN, POSTING_BLOCK, UPLOAD, UPLOAD_PART,
    JOB, ASKED, *OF_TENANT,
)  # fmt: skip

__all__ = [
    "API_KEY",
    "ASKED",
    "AUDIT_EVENT",
    "CHUNK",
    "CONFLICT",
    "DOCUMENT",
    "EMBEDDING",
    "EVAL_RUN",
    "FACT",
    "FACT_EVENT",
    "JOB",
    "KEPT_RESPONSE",
    "KNOWLEDGE_BASE",
    "LABEL",
    "METADATA",
    "MODEL_REPLY",
    "OF_TENANT",
    "POSTING",
    "POSTING_BLOCK",
    "RATE",
    "REPEAL",
    "REVIEW",
    "SPACE",
    "SYNONYM",
    "TENANT_LIMIT",
    "TENANT_TABLES",
    "UPLOAD",
    "UPLOAD_PART",
    "VOCABULARY",
]
