"""Tables of embedding spaces and vectors. Vectors lie apart from chunks: a new model is a new space beside the old."""

from typing import Any

from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Integer, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class SpaceRow(SQLModel, table=True):
    """One embedding model with its settings; shared by all tenants, holds nothing of theirs."""

    __tablename__ = "space"
    __table_args__ = (CheckConstraint("dimension > 0", name="space_dimension_check"),)

    id: str = Field(sa_type=Text, primary_key=True)
    provider: str = Field(sa_type=Text)
    model: str = Field(sa_type=Text)
    revision: str = Field(sa_type=Text)
    dimension: int = Field(sa_type=Integer)
    query_prompt: str = Field(sa_type=Text)
    passage_prompt: str = Field(sa_type=Text)


class EmbeddingRow(SQLModel, table=True):
    """One vector. The chunk stands before the space in the key, so that deleting a chunk finds its vectors."""

    __tablename__ = "embedding"
    __table_args__ = (
        belongs_to("chunk", "chunk_id"),
        ForeignKeyConstraint(["space_id"], ["space.id"]),
    )

    kb_id: int = kb_key()
    chunk_id: str = Field(sa_type=Text, primary_key=True)
    space_id: str = Field(sa_type=Text, primary_key=True)
    vector: Any = Field(sa_type=HALFVEC, nullable=False)
