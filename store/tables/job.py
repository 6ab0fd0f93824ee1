"""Tables of jobs: files waiting to be loaded, and what became of them."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, ForeignKeyConstraint, Index, LargeBinary, Text
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to_kb, kb_key


def _moment(*, set_at_once: bool = False) -> Any:
    default = sql("clock_timestamp()") if set_at_once else None
    return Field(
        default=None, sa_column=Column(DateTime(timezone=True), nullable=not set_at_once, server_default=default)
    )


class UploadRow(SQLModel, table=True):
    """A file that waits for a worker, on whatever machine; it goes when its job has ended."""

    __tablename__ = "upload"
    __table_args__ = (belongs_to_kb(),)

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    source_name: str = Field(sa_type=Text)
    sha256: str = Field(sa_type=Text)
    size: int = Field(sa_type=BigInteger)
    created_at: datetime = _moment(set_at_once=True)


class UploadPartRow(SQLModel, table=True):
    """A piece of such a file: one row of a hundred megabytes would be held in memory several times over."""

    __tablename__ = "upload_part"
    __table_args__ = (
        ForeignKeyConstraint(
            ["kb_id", "upload_id"], ["upload.kb_id", "upload.id"], ondelete="CASCADE", onupdate="CASCADE"
        ),
    )

    kb_id: int = kb_key()
    upload_id: str = Field(sa_type=Text, primary_key=True)
    number: int = Field(primary_key=True)
    content: bytes = Field(sa_type=LargeBinary)


class JobRow(SQLModel, table=True):
    """One job. ``queue_id`` is its row in the queue; ``stages`` is stage → how far it came, with times and errors."""

    __tablename__ = "job"
    __table_args__ = (
        belongs_to_kb(),
        Index("job_created_at_idx", "kb_id", "created_at"),
        Index("job_state_idx", "kb_id", "state"),
        CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state_check"),
    )

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    kind: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text, default="queued", sa_column_kwargs={"server_default": "queued"})
    stage: str = Field(sa_type=Text, default="", sa_column_kwargs={"server_default": ""})
    done: int = Field(sa_type=BigInteger, default=0, sa_column_kwargs={"server_default": "0"})
    total: int = Field(sa_type=BigInteger, default=0, sa_column_kwargs={"server_default": "0"})
    stages: dict[str, Any] = Field(sa_type=JSONB, sa_column_kwargs={"server_default": "{}"})
    request: dict[str, Any] = Field(sa_type=JSONB)
    report: dict[str, Any] = Field(sa_type=JSONB, sa_column_kwargs={"server_default": "{}"})
    error: dict[str, Any] | None = Field(default=None, sa_type=JSONB)
    attempts: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    cancel_requested: bool = Field(default=False, sa_column_kwargs={"server_default": sql("false")})
    worker: str = Field(sa_type=Text, default="", sa_column_kwargs={"server_default": ""})
    created_by: str = Field(sa_type=Text)
    created_at: datetime = _moment(set_at_once=True)
    started_at: datetime | None = _moment()
    ended_at: datetime | None = _moment()
    heartbeat_at: datetime | None = _moment()
    queue_id: int | None = Field(default=None, sa_type=BigInteger)
