"""Table of facts: the source's words beside values that a database can compare."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Boolean, CheckConstraint, Column, Double, Index, Integer, Numeric, Text
from sqlalchemy.dialects.postgresql import JSONB, NUMRANGE
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


def _number() -> Any:
    return Field(default=None, sa_type=Numeric)


def _words() -> Any:
    return Field(default=None, sa_type=Text)


class FactRow(SQLModel, table=True):
    """One fact.

    ``low_key``/``high_key`` are the canonical ends as floating point, infinite where open: only such comparisons
    may use an index under row security, ``value_range`` then decides exactly. ``sort_low``/``sort_high`` are the
    known ends, the one standing for the other where it is open.
    """

    __tablename__ = "fact"
    __table_args__ = (
        belongs_to("chunk", "chunk_id"),
        belongs_to("document", "document_id"),
        Index("fact_chunk_idx", "kb_id", "chunk_id"),
        Index("fact_document_idx", "kb_id", "document_id"),
        Index("fact_subject_idx", "kb_id", "subject", "attribute"),
        Index("fact_attribute_idx", "kb_id", "attribute", "sort_low"),
        Index("fact_dimension_idx", "kb_id", "dimension", "low_key"),
        CheckConstraint("confidence BETWEEN 0 AND 1", name="fact_confidence_check"),
    )

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
