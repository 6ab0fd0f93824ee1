"""Tables of postings: an inverted index in plain rows, because full-text indexes do not work under row security."""

from sqlalchemy import ARRAY, BigInteger, Index, Integer, LargeBinary, SmallInteger, Text
from sqlmodel import Field, SQLModel

from store.tables.layout import belongs_to, belongs_to_kb, kb_key


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


class PostingBlockRow(SQLModel, table=True):
    """Where one term occurs in a block of documents, ``chunks`` entries of eight bytes in the order of their places.

    An entry is a chunk's place in the block (16 bits), how often the term stands there (16) and the chunk's length
    (32), big-endian. A document knows its ``block`` and the place of its first chunk there; a block is never changed,
    only dropped, and its number never used again. Everything here stands in ``posting`` too.
    """

    __tablename__ = "posting_block"
    __table_args__ = (belongs_to_kb(), Index("posting_block_block_idx", "kb_id", "block"))

    kb_id: int = kb_key()
    term: int = Field(sa_type=BigInteger, primary_key=True)
    block: int = Field(sa_type=BigInteger, primary_key=True)
    chunks: int = Field(sa_type=Integer)
    entries: bytes = Field(sa_type=LargeBinary)
