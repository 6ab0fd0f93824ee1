"""What the tables have in common: the leading ``kb_id`` and the foreign keys that make deletion complete."""

from typing import Any, TypeAlias, cast

from sqlalchemy import BigInteger, ForeignKeyConstraint, Row, Table, inspect
from sqlmodel import Field, SQLModel

AnyRow: TypeAlias = Row[*tuple[Any, ...]]


def table_of(model: type[SQLModel]) -> Table:
    """Return the ``sqlalchemy`` table behind ``model``."""
    return cast(Table, cast(Any, inspect(model)).local_table)


def kb_key() -> Any:
    """Return the first part of every tenant table's primary key."""
    return Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})


def belongs_to_kb() -> ForeignKeyConstraint:
    """Return the foreign key that removes a row together with its knowledge base."""
    return ForeignKeyConstraint(["kb_id"], ["knowledge_base.id"], ondelete="CASCADE")


def belongs_to(table: str, column: str) -> ForeignKeyConstraint:
    """Return the foreign key ``(kb_id, column)`` to ``table``, following both deletion and a new id."""
    return ForeignKeyConstraint(
        ["kb_id", column], [f"{table}.kb_id", f"{table}.id"], ondelete="CASCADE", onupdate="CASCADE"
    )
