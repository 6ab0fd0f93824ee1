"""Tables of who may do what: keys, limits, the trail of what was done, and answers kept for requests sent again."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, DateTime, Identity, Index, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlmodel import Field, SQLModel


def _tenant() -> Any:
    return Field(sa_type=Text, primary_key=True)


def _moment(*, default: str | None = None) -> Any:
    server_default = None if default is None else text(default)
    return Field(
        default=None,
        sa_column=Column(DateTime(timezone=True), nullable=default is None, server_default=server_default),
    )


class ApiKeyRow(SQLModel, table=True):
    """One key. Only its digest is kept; a row is read by its tenant, or by whoever presents the digest."""

    __tablename__ = "api_key"

    tenant: str = _tenant()
    id: str = Field(sa_type=Text, primary_key=True)
    name: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text, unique=True)
    scopes: list[str] = Field(sa_type=ARRAY(Text))
    created_at: datetime = _moment(default="now()")
    created_by: str = Field(sa_type=Text)
    expires_at: datetime | None = _moment()
    revoked_at: datetime | None = _moment()
    last_used_at: datetime | None = _moment()


class TenantLimitRow(SQLModel, table=True):
    """The most a tenant may hold and ask; ``NULL`` takes the setting."""

    __tablename__ = "tenant_limit"
    __table_args__ = (
        CheckConstraint(
            "documents >= 0 AND stored_bytes >= 0 AND questions_per_minute >= 0 AND requests_per_minute >= 0",
            name="tenant_limit_check",
        ),
    )

    tenant: str = _tenant()
    documents: int | None = Field(default=None, sa_type=BigInteger)
    stored_bytes: int | None = Field(default=None, sa_type=BigInteger)
    questions_per_minute: int | None = None
    requests_per_minute: int | None = None


class AuditEventRow(SQLModel, table=True):
    """One thing that was done. Rows are added and read, never changed or deleted by the application."""

    __tablename__ = "audit_event"
    __table_args__ = (Index("audit_event_at_idx", "tenant", "at"),)

    tenant: str = _tenant()
    id: int = Field(sa_column=Column(BigInteger, Identity(always=True), primary_key=True))
    at: datetime = _moment(default="clock_timestamp()")
    actor: str = Field(sa_type=Text)
    action: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    target: str = Field(sa_type=Text)
    detail: dict[str, Any] = Field(sa_type=JSONB)
    request_id: str = Field(sa_type=Text)


class KeptResponseRow(SQLModel, table=True):
    """The answer to a request with an idempotency key; ``status`` is ``NULL`` while it is being worked on.

    ``request`` is a digest of what was sent: the same key with something else in it is a fault of the caller.
    ``holder`` is who works on it; ``created_at`` is when it last said so, then when it was done.
    """

    __tablename__ = "kept_response"
    __table_args__ = (Index("kept_response_created_at_idx", "tenant", "created_at"),)

    tenant: str = _tenant()
    key: str = Field(sa_type=Text, primary_key=True)
    request: str = Field(sa_type=Text)
    holder: str = Field(default="", sa_column=Column(Text, nullable=False, server_default=""))
    status: int | None = None
    media_type: str = Field(sa_type=Text)
    headers: dict[str, str] = Field(sa_column=Column(JSONB, nullable=False, server_default="{}"))
    body: bytes = Field(sa_type=LargeBinary)
    created_at: datetime = _moment(default="clock_timestamp()")


class RateRow(SQLModel, table=True):
    """When ``holder`` may do ``what`` again without having done it too often; shared by all processes."""

    __tablename__ = "rate"

    tenant: str = _tenant()
    holder: str = Field(sa_type=Text, primary_key=True)
    what: str = Field(sa_type=Text, primary_key=True)
    free_at: datetime = Field(sa_column=Column(DateTime(timezone=True), nullable=False))
