"""Loading sample documents with something broken on the way: parsed once, then cut, stored and read for facts anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.chunk import Chunk
from core.document import Document
from core.settings import Settings
from ingestion.chunk import cut_document
from ingestion.sandbox import parse_isolated
from service.loading.embedding import embed_pending
from service.loading.extraction import extract_pending
from service.loading.job import Job
from service.loading.storing import tokens_of
from service.names import import_names
from service.progress import silent
from service.sources import configuration_files, source_files
from service.wiring import Application
from store import documents as document_store
from store import knowledge_bases

DamageDocument = Callable[[Document], Document]
DamageChunks = Callable[[Sequence[Chunk]], Sequence[Chunk]]


@dataclass(frozen=True, slots=True)
class Parsed:
    """A folder of documents, parsed, with its vocabulary and synonyms."""

    folder: Path
    documents: tuple[Document, ...]


def parse_folder(folder: Path, settings: Settings) -> Parsed:
    """Parse every file of ``folder`` as a load does."""
    files = source_files([folder])
    return Parsed(folder, tuple(parse_isolated(file.path, source_name=file.name, settings=settings) for file in files))


def load_parsed(
    application: Application,
    kb_name: str,
    parsed: Parsed,
    *,
    document: DamageDocument = lambda document: document,
    chunks: DamageChunks = lambda chunks: chunks,
) -> None:
    """Load ``parsed`` into a new knowledge base through the product's own stages, with damage done between them."""
    vocabulary, synonyms = configuration_files([parsed.folder])
    with application.database.session() as session:
        kb = knowledge_bases.create(session, kb_name)
        import_names(session, kb, vocabulary, synonyms)
    with application.database.session() as session:
        kb = knowledge_bases.get(session, kb_name)
        for whole in parsed.documents:
            damaged = document(whole)
            pieces = chunks(cut_document(damaged, application.settings).chunks)
            document_store.replace(session, kb.id, damaged, pieces, tokens_of(pieces), fingerprint=kb_name)
    job = Job(application.database, application.settings, application.embedder, kb, None, silent)
    embed_pending(job)
    extract_pending(job)
