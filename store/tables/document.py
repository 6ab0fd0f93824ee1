"""Table of documents: the parsed text and everything needed to tell whether it changed."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Column, DateTime, Index, Integer, Text, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to_kb, kb_key


class DocumentRow(SQLModel, table=True):
    """One source file. ``chunk_count`` and ``token_count`` sum up its chunks, for the mean length BM25 needs.

    ``block`` is the block its postings are packed in, ``first_place`` where in it they begin.
    """

    __tablename__ = "document"
    __table_args__ = (
        belongs_to_kb(),
        UniqueConstraint("kb_id", "source_name", name="document_kb_id_source_name_key"),
        Index("document_sha256_idx", "kb_id", "sha256"),
        Index("document_series_idx", "kb_id", "series", postgresql_where=text("series <> ''")),
        Index("document_block_idx", "kb_id", "block", "first_place"),
        Index("document_size_idx", "kb_id", postgresql_include=["chunk_count", "token_count"]),
    )

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    source_name: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    media_type: str = Field(sa_type=Text)
    sha256: str = Field(sa_type=Text)
    version: str = Field(sa_type=Text)
    series: str = Field(sa_type=Text)
    valid_from: date | None = Field(default=None)
    valid_to: date | None = Field(default=None)
    doc_metadata: dict[str, str] = Field(sa_column=Column("metadata", JSONB, nullable=False))
    markdown: str = Field(sa_type=Text)
    blocks: list[Any] = Field(sa_type=JSONB)
    parser: str = Field(sa_type=Text)
    warnings: list[str] = Field(sa_type=JSONB)
    health: dict[str, Any] = Field(sa_type=JSONB)
    fingerprint: str = Field(sa_type=Text)
    chunk_count: int = Field(sa_type=Integer)
    token_count: int = Field(sa_type=BigInteger)
    block: int | None = Field(default=None, sa_type=BigInteger)
    first_place: int | None = Field(default=None, sa_type=Integer)
    updated_at: datetime = Field(sa_column=Column(DateTime(timezone=True), server_default=func.now(), nullable=False))
