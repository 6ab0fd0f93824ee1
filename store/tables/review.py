"""Tables of review: what a person decided of a statement, and every change a person made to a fact."""

from datetime import datetime
from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Column, DateTime, Double, Index, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class ReviewRow(SQLModel, table=True):
    """A decision on one statement of one chunk.

    It is kept by what the chunk says and not by the fact's id, so that reading the chunk again finds it; it goes with
    the chunk. Attribute, rule, confidence and ``sampled`` are those of the fact when it was decided: they are what
    precision is estimated from. ``target_id`` is the fact a correction made, or a merge kept.
    """

    __tablename__ = "review"
    __table_args__ = (
        belongs_to("chunk", "chunk_id"),
        CheckConstraint("decision IN ('approved', 'corrected', 'rejected', 'merged')", name="review_decision_check"),
    )

    kb_id: int = kb_key()
    chunk_id: str = Field(sa_type=Text, primary_key=True)
    statement: str = Field(sa_type=Text, primary_key=True)
    decision: str = Field(sa_type=Text)
    fact_id: str = Field(sa_type=Text)
    target_id: str | None = Field(default=None, sa_type=Text)
    attribute: str = Field(sa_type=Text)
    rule: str = Field(sa_type=Text)
    origin: str = Field(sa_type=Text)
    confidence: float = Field(sa_type=Double)
    sampled: bool = Field(sa_type=Boolean)
    decided_by: str = Field(sa_type=Text)
    decided_at: datetime = Field(sa_column=Column(DateTime(timezone=True), server_default=func.now(), nullable=False))
    note: str = Field(sa_type=Text)


class FactEventRow(SQLModel, table=True):
    """One change of a fact by a person: it is added and never changed, and goes only with its document.

    The policies of the table let the application read and add, and nothing else.
    """

    __tablename__ = "fact_event"
    __table_args__ = (
        belongs_to("document", "document_id"),
        Index("fact_event_fact_idx", "kb_id", "fact_id", "at"),
        Index("fact_event_document_idx", "kb_id", "document_id"),
    )

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    fact_id: str = Field(sa_type=Text)
    document_id: str = Field(sa_type=Text)
    at: datetime = Field(
        sa_column=Column(DateTime(timezone=True), server_default=func.clock_timestamp(), nullable=False)
    )
    actor: str = Field(sa_type=Text)
    action: str = Field(sa_type=Text)
    before: dict[str, Any] | None = Field(default=None, sa_type=JSONB(none_as_null=True))
    after: dict[str, Any] | None = Field(default=None, sa_type=JSONB(none_as_null=True))
    note: str = Field(sa_type=Text)
