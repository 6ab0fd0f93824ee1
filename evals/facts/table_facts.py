"""The facts of one HTML table, read the way a loaded file is, but in memory."""

from dataclasses import dataclass

from core.document import DocumentInfo
from core.fact import Fact
from core.settings import Settings
from extraction.extractor import extract
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What loading one table gave: its facts, and the texts that reached a chunk, cell by cell where it is a table."""

    facts: tuple[Fact, ...]
    texts: frozenset[str]


def load_table(html: str, name: str, settings: Settings) -> TableFacts:
    """Return what loading ``html`` as the file ``name.html`` gives: parsed, cut, and read with an open vocabulary.

    Raises:
        UnreadableFile: The parser cannot read it.
    """
    document = parse_bytes(html.encode("utf-8"), source_name=f"{name}.html", settings=settings)
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    chunks = chunk_document(document, settings)
    facts = tuple(fact for chunk in chunks for fact in extract(chunk, info, Naming()).facts)
    texts = [cell.text for chunk in chunks if chunk.table for cell in chunk.table.cells]
    texts += [chunk.text for chunk in chunks if not chunk.table]
    return TableFacts(facts, frozenset(map(plain, texts)))


def plain(text: str) -> str:
    """Return ``text`` as cells are compared: runs of white space are one blank, as in HTML, and none at the ends."""
    return " ".join(text.split())
