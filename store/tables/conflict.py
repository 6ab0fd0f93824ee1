"""Table of conflicts: two facts that cannot both be told for true."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, DateTime, Index, Text, func
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class ConflictRow(SQLModel, table=True):
    """Two facts in contradiction, the smaller id to the left; the row goes with either fact.

    ``outcome`` is empty until a rule or a person has decided. Whether a conflict is open follows from it and from
    the states of both facts, so that nothing has to be kept in step.
    """

    __tablename__ = "conflict"
    __table_args__ = (
        belongs_to("fact", "left_id"),
        belongs_to("fact", "right_id"),
        Index("conflict_left_idx", "kb_id", "left_id"),
        Index("conflict_right_idx", "kb_id", "right_id"),
        CheckConstraint("outcome IN ('left', 'right', 'both')", name="conflict_outcome_check"),
        CheckConstraint("left_id < right_id", name="conflict_order_check"),
    )

    kb_id: int = kb_key()
    id: str = Field(sa_type=Text, primary_key=True)
    left_id: str = Field(sa_type=Text)
    right_id: str = Field(sa_type=Text)
    found_at: datetime = Field(sa_column=Column(DateTime(timezone=True), server_default=func.now(), nullable=False))
    outcome: str | None = Field(default=None, sa_type=Text)
    rule: str = Field(sa_type=Text)
    decided_by: str = Field(sa_type=Text)
    decided_at: datetime | None = Field(default=None, sa_type=DateTime(timezone=True))
    note: str = Field(sa_type=Text)
