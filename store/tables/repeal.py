"""Table of repeals: which titles a document puts out of force."""

from datetime import date

from sqlalchemy import Index, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class RepealRow(SQLModel, table=True):
    """One title that one document repeals, in the form titles are compared in; ``since`` is empty when unknown.

    Rows of their own and not an array: under row security only plain equality may use an index.
    """

    __tablename__ = "repeal"
    __table_args__ = (
        belongs_to("document", "document_id"),
        Index("repeal_document_idx", "kb_id", "document_id"),
    )

    kb_id: int = kb_key()
    title_key: str = Field(sa_type=Text, primary_key=True)
    document_id: str = Field(sa_type=Text, primary_key=True)
    since: date | None = Field(default=None)
