"""Table of knowledge bases: the one place where a tenant's name stands."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Identity, Text, UniqueConstraint, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel


class KnowledgeBaseRow(SQLModel, table=True):
    """One knowledge base; every other tenant table refers to ``id`` as ``kb_id``."""

    __tablename__ = "knowledge_base"
    __table_args__ = (
        UniqueConstraint("tenant", "name", name="knowledge_base_tenant_name_key"),
        CheckConstraint("mode IN ('open', 'controlled')", name="knowledge_base_mode_check"),
    )

    id: int = Field(sa_column=Column(BigInteger, Identity(always=True), primary_key=True))
    tenant: str = Field(sa_type=Text)
    name: str = Field(sa_type=Text)
    mode: str = Field(sa_type=Text, sa_column_kwargs={"server_default": "open"})
    space_id: str | None = Field(default=None, sa_type=Text, foreign_key="space.id")
    settings: dict[str, Any] = Field(sa_type=JSONB, sa_column_kwargs={"server_default": "{}"})
    revision: int = Field(sa_type=BigInteger, sa_column_kwargs={"server_default": "0"})
    created_at: datetime = Field(sa_column=Column(DateTime(timezone=True), server_default=func.now(), nullable=False))
