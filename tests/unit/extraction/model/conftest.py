"""Chunks for a model to read, and entries as a model would write them."""

from typing import Any

from core.chunk import Chunk
from core.document import DocumentInfo
from core.fact import Fact
from core.identity import content_hash, stable_id
from core.llm import Prompt
from extraction.extractor import extract
from extraction.model.forms import FactEntry
from extraction.model.source import Source
from extraction.naming import Naming
from tests.llm_server import no_proxy, serve

__all__ = ["Prompt", "no_proxy", "serve"]

TEXT = "云杉卡金卡会员的退款到账时间不超过5个工作日。逾期15天未到账的，可以申请补偿200元。"


def chunk(text: str = TEXT, *, headings: tuple[str, ...] = (), document: str = "doc_1", ordinal: int = 0) -> Chunk:
    """Return a chunk of running text."""
    return Chunk(
        stable_id("chk", document, text), document, ordinal, "prose", text, text, headings, (), content_hash(text), "1"
    )


def source(
    text: str = TEXT, *, title: str = "云杉卡会员章程", headings: tuple[str, ...] = (), rules: bool = False, **more: Any
) -> Source:
    """Return what a model is shown of ``text``; with the rules' facts when ``rules``."""
    piece = chunk(text, headings=headings, **more)
    info = DocumentInfo(piece.document_id, title, f"{title}.md")
    draft: tuple[Fact, ...] = extract(piece, info, Naming()).facts if rules else ()
    return Source(piece, info, draft)


def entry(**changes: Any) -> FactEntry:
    """Return an entry that ``TEXT`` bears out, with ``changes``."""
    values: dict[str, Any] = {
        "chunk": "1",
        "subject": "云杉卡",
        "attribute": "退款到账时间",
        "value": "不超过5个工作日",
        "condition": ("金卡会员",),
        "quote": "云杉卡金卡会员的退款到账时间不超过5个工作日。",
    }
    return FactEntry(**(values | changes))
