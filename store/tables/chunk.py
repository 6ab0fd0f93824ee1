"""Table of chunks: the text that is shown, embedded, searched and read for facts."""

from typing import Any

from sqlalchemy import ARRAY, Boolean, CheckConstraint, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class ChunkRow(SQLModel, table=True):
    """One chunk. ``token_count`` is its length for BM25; ``extracted_by`` the extractor version that has read it."""

    __tablename__ = "chunk"
    __table_args__ = (
        belongs_to("document", "document_id"),
        Index("chunk_document_idx", "kb_id", "document_id", "ordinal"),
        Index("chunk_extracted_by_idx", "kb_id", "extracted_by"),
        # The few chunks no search may return: kept tiny, so that leaving them out costs nothing.
        Index("chunk_needs_review_idx", "kb_id", "id", postgresql_where=text("needs_review")),
        CheckConstraint("token_count >= 0", name="chunk_token_count_check"),
    )

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    document_id: str = Field(sa_type=Text)
    ordinal: int = Field(sa_type=Integer)
    kind: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)
    embedding_text: str = Field(sa_type=Text)
    heading_path: list[str] = Field(sa_type=ARRAY(Text))
    spans: list[Any] = Field(sa_type=JSONB)
    table_data: dict[str, Any] | None = Field(default=None, sa_type=JSONB(none_as_null=True))
    table_rows: list[int] = Field(sa_type=ARRAY(Integer))
    fields: list[Any] = Field(sa_type=JSONB)
    parent_id: str | None = Field(default=None, sa_type=Text)
    sha256: str = Field(sa_type=Text)
    splitter_version: str = Field(sa_type=Text)
    needs_review: bool = Field(sa_type=Boolean)
    token_count: int = Field(sa_type=Integer)
    extracted_by: str | None = Field(default=None, sa_type=Text)
