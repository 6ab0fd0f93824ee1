"""The facts of the public dev tables, each under the name of its table."""

from pathlib import Path

from core.document import DocumentInfo
from core.settings import Settings
from evals.facts.corpus import PlacedFact
from evals.facts.table_gold import read_tables
from extraction.extractor import extract
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes


def table_facts(shared: Path, settings: Settings) -> tuple[PlacedFact, ...]:
    """Return the facts of every dev table, loaded as an HTML file of its own."""
    facts: list[PlacedFact] = []
    for name, table in read_tables(shared, "dev").items():
        document = parse_bytes(table.html.encode("utf-8"), source_name=f"{name}.html", settings=settings)
        info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
        for chunk in chunk_document(document, settings):
            facts += [PlacedFact("tables", name, chunk, fact) for fact in extract(chunk, info, Naming()).facts]
    return tuple(facts)
