"""Reads files the way a load does, and stored documents as they are."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.document import Document, DocumentInfo
from core.errors import DianmianError, InvalidInput
from core.settings import Settings
from core.text import fold
from extraction.extractor import extract
from extraction.inspected import Inspected, inspected
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.sandbox import parse_isolated
from service.sources import SourceFile
from store import chunks as chunk_store
from store import documents as document_store
from store import facts as fact_store
from store.session import Session
from synonyms.files import read_synonyms, read_vocabulary


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that could not be read, and why."""

    file: str
    error: DianmianError


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of several files; one that is bad costs itself alone."""

    documents: tuple[Inspected, ...]
    unread: tuple[Unread, ...]


def read_document(path: Path, name: str, settings: Settings, naming: Naming | None = None) -> Inspected:
    """Parse, cut and extract one file.

    Raises:
        UnreadableFile: No parser can read it.
        InvalidInput: Its content is wrong.
    """
    document = parse_isolated(path, source_name=name, settings=settings)
    return _extracted(document, settings, naming or Naming())


def read_documents(files: Iterable[SourceFile], settings: Settings, naming: Naming | None = None) -> Reading:
    """Read several files.

    Raises:
        InvalidInput: There is none.
    """
    documents: list[Inspected] = []
    unread: list[Unread] = []
    for file in files:
        try:
            documents.append(read_document(file.path, file.name, settings, naming))
        except DianmianError as error:
            unread.append(Unread(file.name, error))
    if not documents and not unread:
        raise InvalidInput("there is no file", advice="name files, or a folder that holds some")
    return Reading(tuple(documents), tuple(unread))


def stored_document(session: Session, kb_id: int, document_id: str) -> Inspected:
    """Return a document of a knowledge base with the facts that answer from it.

    Raises:
        NotFound: There is none with this id.
    """
    document = document_store.get(session, kb_id, document_id)
    chunks = chunk_store.of_document(session, kb_id, document.id)
    facts = fact_store.by_chunks(session, kb_id, [chunk.id for chunk in chunks])
    return inspected(document, chunks, facts)


def naming_from(vocabulary: Path | None, synonyms: Path | None) -> Naming:
    """Return the names of vocabulary and synonym files; attributes they do not know are kept.

    Raises:
        InvalidInput: A file is bad; the message names line or entry.
    """
    sets = [read_vocabulary(vocabulary)] if vocabulary else []
    sets += [read_synonyms(synonyms)] if synonyms else []
    maps: dict[str, dict[str, str]] = {"attribute": {}, "subject": {}, "value": {}, "unit": {}}
    for names in sets:
        for term in names.terms:
            maps[term.kind][fold(term.name)] = term.name
        for alias in names.synonyms:
            maps[alias.kind].setdefault(fold(alias.alias), alias.canonical)
    return Naming(maps["attribute"], maps["subject"])


def _extracted(document: Document, settings: Settings, naming: Naming) -> Inspected:
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    chunks = [chunk for chunk in chunk_document(document, settings) if chunk.kind != "parent"]
    facts = [fact for chunk in chunks for fact in extract(chunk, info, naming).facts]
    return inspected(document, chunks, facts)
