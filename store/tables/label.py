"""Table of labels: the fields of documents and records that searches may be limited by."""

from sqlalchemy import ARRAY, Boolean, Index, Integer, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class LabelRow(SQLModel, table=True):
    """One value of one field in one document: of the ``whole`` document, or of the chunks at ``ordinals``.

    Rows of their own and not JSON: under row security only plain equality may use an index. ``folded`` is the form
    values are compared in, ``value`` how the source writes it.
    """

    __tablename__ = "label"
    __table_args__ = (
        belongs_to("document", "document_id"),
        Index("label_document_idx", "kb_id", "document_id"),
    )

    kb_id: int = kb_key()
    name: str = Field(sa_type=Text, primary_key=True)
    folded: str = Field(sa_type=Text, primary_key=True)
    whole: bool = Field(sa_type=Boolean, primary_key=True)
    document_id: str = Field(sa_type=Text, primary_key=True)
    value: str = Field(sa_type=Text)
    ordinals: list[int] = Field(sa_type=ARRAY(Integer))
