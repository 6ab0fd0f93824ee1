"""A vocabulary proposed from files or from the documents of a knowledge base."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.chunk import Chunk
from core.document import DocumentInfo
from core.errors import DianmianError, InvalidInput
from core.fact import Fact
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from core.vocabulary import Synonym, Term
from extraction.extractor import extract
from extraction.naming import Naming
from ingestion.chunk import chunk_document
from ingestion.sandbox import parse_isolated
from service.sources import source_files
from service.wiring import Application
from service.words import propose_synonyms, propose_terms
from store import chunks as chunk_store
from store import documents as document_store
from store import knowledge_bases
from store.session import Session
from synonyms.proposing import Occurrence, Proposals, propose
from synonyms.proposing.name_parts import has_head, parts_of
from synonyms.proposing.named_in_text import heading_name, label_in, named_in
from synonyms.proposing.occurrence import Source

_PAGE = 100
_SOURCES: dict[str, Source] = {"table": "table", "table.name": "row_name", "table.pair": "pair", "key_value": "pair"}


@dataclass(frozen=True, slots=True)
class FileProposals:
    """What files propose, and those that could not be read, each with its reason."""

    proposals: Proposals
    failures: tuple[str, ...]


def propose_from_files(paths: Sequence[Path], settings: Settings) -> FileProposals:
    """Read files and infer a vocabulary; nothing is stored. A bad file costs only itself and is reported.

    Raises:
        InvalidInput: A path does not exist, or no file could be read.
    """
    found: list[Occurrence] = []
    texts: list[str] = []
    failures: list[str] = []
    for file in source_files(paths):
        try:
            document = parse_isolated(file.path, source_name=file.name, settings=settings)
        except DianmianError as error:
            failures.append(str(error))
            continue
        info = DocumentInfo(document.id, document.title, file.name, document.version, document.metadata)
        chunks = chunk_document(document, settings)
        found += occurrences((chunk, info) for chunk in chunks)
        texts += [chunk.text for chunk in chunks if chunk.kind != "parent"]
    if failures and not found:
        raise InvalidInput("no file could be read", place=failures[0], advice="see each reason with dianmian parse")
    return FileProposals(propose(found, texts), tuple(failures))


def propose_from_kb(application: Application, kb_name: str) -> Proposals:
    """Infer a vocabulary from the documents of a knowledge base, whatever vocabulary it has now.

    Raises:
        NotFound: No such knowledge base.
    """
    with application.database.session() as session:
        kb = knowledge_bases.get(session, kb_name)
    found: list[Occurrence] = []
    texts: list[str] = []
    after: str | None = None
    while True:
        with application.database.session() as session:
            page = document_store.listing(session, kb.id, after, _PAGE)
            for item in page:
                chunks = list(_stored(session, kb, item.id))
                found += occurrences(chunks)
                texts += [chunk.text for chunk, _ in chunks if chunk.kind != "parent"]
        if len(page) < _PAGE:
            return propose(found, texts)
        after = page[-1].source_name


def save_proposals(session: Session, kb: KnowledgeBase, found: Proposals) -> int:
    """Keep proposals as terms and aliases that wait for a person; return how many are new."""
    terms = [
        Term("attribute", item.name, item.dimension, f"{item.count} × {item.examples[0].value}"[:300])
        for item in found.attributes
    ]
    aliases = [
        Synonym("attribute", alias, item.name, state="proposed", origin="document")
        for item in found.attributes
        for alias in item.aliases
    ]
    return len(propose_terms(session, kb, terms)) + len(propose_synonyms(session, kb, aliases))


def occurrences(chunks: Iterable[tuple[Chunk, DocumentInfo]]) -> Iterator[Occurrence]:
    """Yield what ``chunks`` say under which name: their facts under an open vocabulary, and what titles name."""
    for chunk, info in chunks:
        if chunk.kind in ("parent", "code"):
            continue
        facts = extract(chunk, info, Naming()).facts
        here = Occurrence("", "", "", "", "prose", info.source_name, " › ".join(chunk.heading_path), chunk.id)
        yield from (_of_fact(here, fact) for fact in facts)
        yield from _labels(here, facts)
        yield from _headings(here, chunk, facts)
        if chunk.kind == "table":
            continue
        title = dict(chunk.fields).get("title") or (chunk.heading_path[-1] if chunk.heading_path else "")
        for named in named_in(title, chunk.text, {fact.attribute for fact in facts}):
            yield replace(
                here, name=named.name, subject=named.subject or title, value=named.value, dimension=named.dimension,
                source="title" if named.titled else "prose",
            )  # fmt: skip


def _labels(here: Occurrence, facts: Sequence[Fact]) -> Iterator[Occurrence]:
    """Yield what cells call their own values."""
    for fact in facts:
        if fact.rule == "table" and (label := label_in(fact.value, fact.attribute)):
            yield replace(_of_fact(here, fact), name=label, source="heading")


def _headings(here: Occurrence, chunk: Chunk, facts: Sequence[Fact]) -> Iterator[Occurrence]:
    """Yield the heading as a name of what is measured below it, when it ends in the same words."""
    name = heading_name(chunk.heading_path[-1]) if chunk.heading_path else ""
    stem = parts_of(name).stem
    for fact in facts:
        other = parts_of(fact.attribute).stem
        ends = stem.endswith(other) or (has_head(name) and len(stem) > 1 and other.endswith(stem))
        if name and _dimension(fact) and len(other) > 1 and ends:
            yield replace(_of_fact(here, fact), name=name, source="heading")
            return


def _of_fact(here: Occurrence, fact: Fact) -> Occurrence:
    return replace(
        here, name=fact.attribute, subject=fact.subject, value=fact.value,
        dimension=_dimension(fact), source=_SOURCES.get(fact.rule, "prose"),
    )  # fmt: skip


def _dimension(fact: Fact) -> str:
    """Return the dimension of a value, none for a number inside a name (星澜X5)."""
    quantity = fact.quantity
    if quantity is None or (quantity.dimension == "number" and quantity.raw.strip() != fact.value.strip()):
        return ""
    return quantity.dimension


def _stored(session: Session, kb: KnowledgeBase, document_id: str) -> Iterator[tuple[Chunk, DocumentInfo]]:
    document = document_store.get(session, kb.id, document_id)
    info = DocumentInfo(document.id, document.title, document.source_name, document.version, document.metadata)
    for chunk in chunk_store.of_document(session, kb.id, document_id):
        yield chunk, info
