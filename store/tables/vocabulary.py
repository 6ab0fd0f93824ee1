"""Tables of the words of a knowledge base: canonical terms, and aliases that lead to them."""

from sqlalchemy import CheckConstraint, Index, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to_kb, kb_key

_KINDS = "kind IN ('subject', 'attribute', 'value', 'unit')"
_STATES = "state IN ('accepted', 'proposed', 'rejected')"


class VocabularyRow(SQLModel, table=True):
    """One canonical word."""

    __tablename__ = "vocabulary"
    __table_args__ = (
        belongs_to_kb(),
        CheckConstraint(_KINDS, name="vocabulary_kind_check"),
        CheckConstraint(_STATES, name="vocabulary_state_check"),
    )

    kb_id: int = kb_key()
    kind: str = Field(sa_type=Text, primary_key=True)
    name: str = Field(sa_type=Text, primary_key=True)
    dimension: str = Field(sa_type=Text)
    description: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)


class SynonymRow(SQLModel, table=True):
    """One alias; within a scope it leads to one canonical word only."""

    __tablename__ = "synonym"
    __table_args__ = (
        belongs_to_kb(),
        Index("synonym_canonical_idx", "kb_id", "kind", "canonical"),
        CheckConstraint(_KINDS, name="synonym_kind_check"),
        CheckConstraint(_STATES, name="synonym_state_check"),
    )

    kb_id: int = kb_key()
    kind: str = Field(sa_type=Text, primary_key=True)
    alias: str = Field(sa_type=Text, primary_key=True)
    scope: str = Field(sa_type=Text, primary_key=True, sa_column_kwargs={"server_default": ""})
    canonical: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    origin: str = Field(sa_type=Text)
