"""Table of facts: the source's words beside values that a database can compare."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    Numeric,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, NUMRANGE
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key

_COMPARED = ("low_key", "high_key", "dimension")


def _number() -> Any:
    return Field(default=None, sa_type=Numeric)


def _words() -> Any:
    return Field(default=None, sa_type=Text)


class FactRow(SQLModel, table=True):
    """One fact.

    ``low_key``/``high_key`` are the canonical ends as floating point, infinite where open: only such comparisons
    may use an index under row security, ``value_range`` then decides exactly. ``sort_low``/``sort_high`` are the
    known ends, the one standing for the other where it is open.

    ``topic`` is the key of subject and attribute, ``statement`` of what the fact says in its chunk, ``draw`` its
    place in the draw of samples (see ``store.fact_keys``). A fact that gives way to another names it in
    ``superseded_by`` and keeps its own state in ``former_state``; a trigger gives that back when the name is cleared.
    """

    __tablename__ = "fact"
    __table_args__ = (
        belongs_to("chunk", "chunk_id"),
        belongs_to("document", "document_id"),
        Index("fact_chunk_idx", "kb_id", "chunk_id"),
        Index("fact_document_idx", "kb_id", "document_id"),
        Index("fact_subject_idx", "kb_id", "subject", "attribute"),
        Index(
            "fact_attribute_idx", "kb_id", "attribute", "sort_low", "id", *_COMPARED,
            postgresql_include=["state", "canonical_unit", "value_range", "subject"],
        ),
        Index(
            "fact_attribute_desc_idx", "kb_id", "attribute", text("sort_high DESC NULLS LAST"), text("id DESC"),
            *_COMPARED,
        ),
        Index("fact_dimension_idx", "kb_id", "dimension", "low_key"),
        Index("fact_topic_idx", "kb_id", "topic"),
        Index("fact_draw_idx", "kb_id", "draw", postgresql_include=["state", "confidence", "id"]),
        Index("fact_superseded_idx", "kb_id", "superseded_by", postgresql_where=text("superseded_by IS NOT NULL")),
        ForeignKeyConstraint(
            ["kb_id", "superseded_by"], ["fact.kb_id", "fact.id"], name="fact_superseded_by_fkey",
            ondelete="SET NULL (superseded_by)",
        ),
        CheckConstraint("confidence BETWEEN 0 AND 1", name="fact_confidence_check"),
    )  # fmt: skip

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    chunk_id: str = Field(sa_type=Text)
    document_id: str = Field(sa_type=Text)
    subject: str = Field(sa_type=Text)
    attribute: str = Field(sa_type=Text)
    value: str = Field(sa_type=Text)
    unit: str | None = _words()
    dimension: str | None = _words()
    low: Decimal | None = _number()
    high: Decimal | None = _number()
    canonical_unit: str | None = _words()
    canonical_low: Decimal | None = _number()
    canonical_high: Decimal | None = _number()
    low_open: bool = Field(sa_type=Boolean)
    high_open: bool = Field(sa_type=Boolean)
    low_key: float | None = Field(default=None, sa_type=Double)
    high_key: float | None = Field(default=None, sa_type=Double)
    sort_low: float | None = Field(default=None, sa_type=Double)
    sort_high: float | None = Field(default=None, sa_type=Double)
    value_range: Any = Field(sa_column=Column(NUMRANGE))
    approximate: bool = Field(sa_type=Boolean)
    raw: str | None = _words()
    conditions: list[Any] = Field(sa_type=JSONB)
    product_line: str | None = _words()
    region: str | None = _words()
    channel: str | None = _words()
    customer_type: str | None = _words()
    version: str | None = _words()
    valid_from: date | None = Field(default=None)
    valid_to: date | None = Field(default=None)
    quote: str = Field(sa_type=Text)
    quote_start: int = Field(sa_type=Integer)
    quote_end: int = Field(sa_type=Integer)
    origin: str = Field(sa_type=Text)
    rule: str = Field(sa_type=Text)
    confidence: float = Field(sa_type=Double)
    state: str = Field(sa_type=Text)
    topic: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    statement: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    draw: float = Field(sa_type=Double, sa_column_kwargs={"server_default": "1"})
    superseded_by: str | None = _words()
    superseded_rule: str | None = _words()
    former_state: str | None = _words()
