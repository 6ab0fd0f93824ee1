"""Table of evaluation runs."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, DateTime, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to_kb, kb_key


class EvalRunRow(SQLModel, table=True):
    """One run of a suite against the knowledge base; it goes when the knowledge base goes.

    ``settings`` say what was run, ``figures`` are name → number, ``cases`` what is kept of each question. They are
    read as a whole and never searched, so none of them has an index.
    """

    __tablename__ = "eval_run"
    __table_args__ = (belongs_to_kb(),)

    kb_id: int = kb_key()
    name: str = Field(sa_type=Text, primary_key=True)
    suite: str = Field(sa_type=Text)
    made_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))
    settings: dict[str, Any] = Field(sa_type=JSONB)
    figures: dict[str, Any] = Field(sa_type=JSONB)
    cases: list[Any] = Field(sa_type=JSONB)
