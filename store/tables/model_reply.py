"""Table of what language models answered about chunks: paid for once, and checked again whenever that is needed."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, DateTime, Index, Integer, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class ModelReplyRow(SQLModel, table=True):
    """The answer of one model, by one version of the instructions, about one chunk; it goes when the chunk goes.

    ``sha256`` is of everything the model was shown of the chunk. ``entries`` are its words, unchecked. ``applied``
    says whether the facts of the knowledge base follow from this very row; ``added``, ``confirmed`` and ``refused``
    then count what became of the entries. Tokens add up over all tries.
    """

    __tablename__ = "model_reply"
    __table_args__ = (
        belongs_to("chunk", "chunk_id"),
        Index("model_reply_sha256_idx", "kb_id", "sha256", "prompt", "model"),
        CheckConstraint("state IN ('read', 'failed')", name="model_reply_state_check"),
    )

    kb_id: int = kb_key()
    chunk_id: str = Field(sa_type=Text, primary_key=True)
    prompt: str = Field(sa_type=Text, primary_key=True)
    model: str = Field(sa_type=Text, primary_key=True)
    sha256: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)
    entries: list[Any] = Field(sa_type=JSONB)
    strayed: int = Field(sa_type=Integer)
    prompt_tokens: int = Field(sa_type=BigInteger)
    completion_tokens: int = Field(sa_type=BigInteger)
    estimated: bool = Field(sa_type=Boolean)
    applied: bool = Field(sa_type=Boolean)
    added: int = Field(sa_type=Integer)
    confirmed: int = Field(sa_type=Integer)
    refused: int = Field(sa_type=Integer)
    made_at: datetime = Field(sa_column=Column(DateTime(timezone=True), server_default=func.now(), nullable=False))
