"""Table of postings: an inverted index kept in plain rows, because full-text indexes do not work under row security."""

from sqlalchemy import ARRAY, BigInteger, Index, Integer, SmallInteger, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, kb_key


class PostingRow(SQLModel, table=True):
    """Where one term occurs in one document: three arrays of one length, an entry per chunk.

    ``term`` is a 64-bit hash of the token, ``ordinals`` the chunks' places in the document, ``lengths`` those
    chunks' token counts (kept here so that ranking does not visit the chunks).
    """

    __tablename__ = "posting"
    __table_args__ = (
        belongs_to("document", "document_id"),
        Index("posting_document_idx", "kb_id", "document_id"),
    )

    kb_id: int = kb_key()
    term: int = Field(sa_type=BigInteger, primary_key=True)
    document_id: str = Field(sa_type=Text, primary_key=True)
    ordinals: list[int] = Field(sa_type=ARRAY(Integer))
    frequencies: list[int] = Field(sa_type=ARRAY(SmallInteger))
    lengths: list[int] = Field(sa_type=ARRAY(Integer))
