"""Whole documents read from text, as inspection reads files."""

from core.document import DocumentInfo
from core.settings import Settings
from extraction.extractor import extract
from extraction.inspected import Inspected, inspected
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]


def whole(text: str, name: str = "说明.md") -> Inspected:
    """Return the document ``text`` is, with its facts."""
    document = parse_bytes(text.encode(), source_name=name, settings=SETTINGS)
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    chunks = [chunk for chunk in chunk_document(document, SETTINGS) if chunk.kind != "parent"]
    return inspected(document, chunks, [fact for chunk in chunks for fact in extract(chunk, info, Naming()).facts])
