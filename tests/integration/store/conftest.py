"""A knowledge base, and documents whose chunks are as plain as their text."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import pytest
from sqlalchemy.orm import Session

from core.chunk import Chunk
from core.document import Block, Cell, Document, Health, Span, Table
from core.fact import Condition, Fact, Scope
from core.identity import content_hash, stable_id
from core.knowledge_base import KnowledgeBase
from core.quantity import Quantity
from store import documents, knowledge_bases
from store.documents import Replacement
from store.engine import Database


@dataclass(frozen=True)
class Sample:
    """A document with its chunks and their tokens (one per character)."""

    document: Document
    chunks: tuple[Chunk, ...]
    tokens: Mapping[str, Mapping[str, int]]

    def store(self, session: Session, kb_id: int) -> Replacement:
        return documents.replace(session, kb_id, self.document, self.chunks, self.tokens, self.document.sha256)


def sample(name: str, texts: Sequence[str], *, review: Sequence[int] = (), **metadata: str) -> Sample:
    """Return a document of one paragraph per text; those numbered in ``review`` wait for review."""
    markdown = "\n\n".join(texts)
    document = Document(
        id=stable_id("doc", name),
        title=name.removesuffix(".md"),
        source_name=name,
        media_type="text/markdown",
        sha256=content_hash(markdown),
        markdown=markdown,
        blocks=tuple(Block("paragraph", text, _span(markdown, text)) for text in texts),
        version=metadata.get("version", ""),
        metadata=metadata,
        parser="sample",
        warnings=("页眉已去除",),
        health=Health(pages=1, pages_read=1.0),
    )
    chunks = tuple(
        Chunk(
            id=stable_id("chk", document.id, text),
            document_id=document.id,
            ordinal=number,
            kind="prose",
            text=text,
            embedding_text=f"{document.title}\n{text}",
            heading_path=("总则", "第一条"),
            spans=(_span(markdown, text),),
            sha256=content_hash(text),
            splitter_version="1",
            table=Table((Cell("费用", 0, 0), Cell("6000.00", 1, 0, 1, 2)), source_rows=(1, 2)),
            table_rows=(1, 2),
            fields=(("编号", "00123"),),
            needs_review=number in review,
        )
        for number, text in enumerate(texts)
    )
    return Sample(document, chunks, {chunk.id: Counter(chunk.text) for chunk in chunks})


def fact(chunk: Chunk, attribute: str = "退款到账时效", quantity: Quantity | None = None, **changes: object) -> Fact:
    """Return a fact that quotes all of ``chunk``."""
    values: dict[str, object] = {
        "id": stable_id("fct", chunk.id, attribute, str(quantity)),
        "subject": "星河宝退款",
        "attribute": attribute,
        "value": quantity.raw if quantity else chunk.text,
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "quote": chunk.text,
        "quote_start": 0,
        "quote_end": len(chunk.text),
        "quantity": quantity,
        "conditions": (Condition("会员", "会员等级", days("2", "3")),),
        "scope": Scope(product_line="星河宝", region="华东"),
        "confidence": 0.75,
    }
    return Fact(**(values | changes))  # type: ignore[arg-type]


def days(low: str | None, high: str | None, *, low_open: bool = False, high_open: bool = False) -> Quantity:
    """Return an interval of days, as written and canonical alike."""
    ends = [None if end is None else Decimal(end) for end in (low, high)]
    return Quantity(
        low=ends[0],
        high=ends[1],
        unit="天",
        dimension="duration",
        canonical_low=ends[0],
        canonical_high=ends[1],
        canonical_unit="day",
        raw=f"{low}-{high}天",
        low_open=low_open,
        high_open=high_open,
    )


@pytest.fixture
def kb(database: Database) -> KnowledgeBase:
    """A knowledge base of tenant ``local``."""
    with database.session() as session:
        return knowledge_bases.create(session, "客服")


@pytest.fixture
def load(database: Database, kb: KnowledgeBase) -> Callable[[Sample], Replacement]:
    """Store a sample in its own transaction."""

    def store(item: Sample) -> Replacement:
        with database.session() as session:
            return item.store(session, kb.id)

    return store


def _span(markdown: str, text: str) -> Span:
    start = markdown.index(text)
    return Span(start, start + len(text), page=1, bbox=(1.5, 2.0, 3.0, 4.0))
