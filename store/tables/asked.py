"""Table of questions asked."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, DateTime, Double, Index, Text
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to_kb, kb_key


class AskedRow(SQLModel, table=True):
    """One question with what was answered, and what whoever asked thought of it (``liked``; ``NULL`` when not said).

    ``completed`` is the question as it was understood, ``sources`` what was cited, ``actor`` the key that asked.
    """

    __tablename__ = "asked"
    __table_args__ = (belongs_to_kb(), Index("asked_at_idx", "kb_id", "at"))

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    at: datetime = Field(
        default=None,
        sa_column=Column(DateTime(timezone=True), nullable=False, server_default=sql("clock_timestamp()")),
    )
    door: str = Field(sa_type=Text)
    actor: str = Field(sa_type=Text)
    question: str = Field(sa_type=Text)
    completed: str = Field(sa_type=Text)
    answer: str = Field(sa_type=Text)
    headline: str = Field(sa_type=Text)
    route: str = Field(sa_type=Text)
    grade: str = Field(sa_type=Text)
    confidence: float = Field(sa_type=Double)
    refused: bool
    degraded: list[str] = Field(sa_type=ARRAY(Text))
    sources: list[Any] = Field(sa_type=JSONB)
    milliseconds: float = Field(sa_type=Double)
    liked: bool | None = None
    note: str = Field(sa_type=Text, default="", sa_column_kwargs={"server_default": ""})
    judged_at: datetime | None = Field(default=None, sa_column=Column(DateTime(timezone=True), nullable=True))
    judged_by: str = Field(sa_type=Text, default="", sa_column_kwargs={"server_default": ""})
