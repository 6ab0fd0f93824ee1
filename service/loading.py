"""Loading documents: parse → chunk → store → embed → extract, each stage resumable.

Text is stored in one transaction per document. What still lacks a vector, or was not read by the present
extractor, is found by asking the store: a load that was killed goes on where it stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from core.embedding import Embedder
from core.errors import DianmianError, InvalidInput
from core.identity import content_hash
from core.knowledge_base import KnowledgeBase
from core.settings import Settings
from core.text import index_tokens
from extraction.extractor import EXTRACTOR_VERSION, extract
from extraction.naming import Naming
from ingestion.chunk import SPLITTER_VERSION, chunk_document
from ingestion.sandbox import parse_isolated
from service.names import naming_of, propose_attributes
from service.progress import Progress, silent
from service.sources import SourceFile, source_files
from store import chunks as chunk_store
from store import documents as document_store
from store import embeddings, knowledge_bases
from store import facts as fact_store
from store.engine import Database

_EMBED_BATCH = 128
_EXTRACT_BATCH = 256


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be loaded, and why."""

    source_name: str
    error: str
    message: str


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What one load did. Counts are of this load, ``seconds`` per stage; ``totals`` are of the knowledge base."""

    kb: str
    files: int
    loaded: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    warnings: tuple[str, ...] = ()
    chunks_added: int = 0
    chunks_kept: int = 0
    chunks_removed: int = 0
    embedded: int = 0
    extracted: int = 0
    facts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)


class Loader:
    """Loads files into knowledge bases of one database."""

    def __init__(self, database: Database, settings: Settings, embedder: Embedder) -> None:
        self._database = database
        self._settings = settings
        self._embedder = embedder

    def load(
        self, kb_name: str, paths: Iterable[Path], *, tenant: str | None = None, progress: Progress = silent
    ) -> LoadReport:
        """Load all files of ``paths``; folders are walked. A bad file costs only itself and is reported.

        Raises:
            InvalidInput: A path does not exist.
        """
        return self.load_files(kb_name, source_files(paths), tenant=tenant, progress=progress)

    def load_files(
        self,
        kb_name: str,
        files: Iterable[SourceFile],
        *,
        tenant: str | None = None,
        progress: Progress = silent,
    ) -> LoadReport:
        """Load named files. See ``load``."""
        job = _Job(self._database, self._settings, self._embedder, kb_name, tenant, progress)
        return job.run(tuple(files))

    def delete(self, kb_name: str, document_id: str, *, tenant: str | None = None) -> None:
        """Delete a document with its chunks, vectors and facts, in one transaction.

        Raises:
            NotFound: No such knowledge base or document.
        """
        with self._database.session(tenant) as session:
            document_store.delete(session, knowledge_bases.get(session, kb_name).id, document_id)


class _Job:
    """One load: counts what it does as it goes."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        embedder: Embedder,
        kb_name: str,
        tenant: str | None,
        progress: Progress,
    ) -> None:
        self._database = database
        self._settings = settings
        self._embedder = embedder
        self._kb_name = kb_name
        self._tenant = tenant
        self._progress = progress
        self._names: dict[str, list[str]] = {"loaded": [], "unchanged": [], "duplicates": [], "warnings": []}
        self._failures: list[Failure] = []
        self._counts: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}

    def run(self, files: tuple[SourceFile, ...]) -> LoadReport:
        started = perf_counter()
        with self._database.session(self._tenant) as session:
            kb = knowledge_bases.get_or_create(session, self._kb_name)
        self._timed("parse", lambda: self._store_all(kb, files))
        self._timed("embed", lambda: self._embed_pending(kb))
        self._timed("extract", lambda: self._extract_pending(kb))
        self._seconds["total"] = round(perf_counter() - started, 3)
        with self._database.session(self._tenant) as session:
            totals = knowledge_bases.statistics(session, kb)
        return LoadReport(
            kb=kb.name,
            files=len(files),
            **{name: tuple(values) for name, values in self._names.items()},  # type: ignore[arg-type]
            failures=tuple(self._failures),
            **self._counts,
            seconds=self._seconds,
            totals=totals,
        )

    def _timed(self, stage: str, work: Callable[[], None]) -> None:
        started = perf_counter()
        work()
        self._seconds[stage] = round(perf_counter() - started, 3)

    def _store_all(self, kb: KnowledgeBase, files: tuple[SourceFile, ...]) -> None:
        for number, file in enumerate(files, start=1):
            try:
                self._store(kb, file)
            except DianmianError as error:
                self._failures.append(Failure(file.name, type(error).__name__, str(error)))
            self._progress("parse", number, len(files))

    def _store(self, kb: KnowledgeBase, file: SourceFile) -> None:
        sha256 = self._hash(file)
        fingerprint = self._fingerprint(sha256)
        with self._database.session(self._tenant) as session:
            if document_store.fingerprint_of(session, kb.id, file.name) == fingerprint:
                self._names["unchanged"].append(file.name)
                return
            twin = document_store.find_by_sha256(session, kb.id, sha256)
        if twin is not None and twin.source_name != file.name:
            self._names["duplicates"].append(f"{file.name} = {twin.source_name}")
            return
        self._parse_and_replace(kb, file, fingerprint)

    def _parse_and_replace(self, kb: KnowledgeBase, file: SourceFile, fingerprint: str) -> None:
        document = parse_isolated(file.path, source_name=file.name, settings=self._settings)
        pieces = chunk_document(document, self._settings)
        tokens = {piece.id: index_tokens(piece.embedding_text) for piece in pieces}
        with self._database.session(self._tenant) as session:
            change = document_store.replace(session, kb.id, document, pieces, tokens, fingerprint)
        self._names["loaded"].append(file.name)
        self._names["warnings"] += [f"{file.name}: {warning}" for warning in document.warnings]
        self._counts["chunks_added"] += len(change.added)
        self._counts["chunks_kept"] += len(change.kept)
        self._counts["chunks_removed"] += len(change.removed)

    def _hash(self, file: SourceFile) -> str:
        size = file.path.stat().st_size
        if size > self._settings.max_upload_bytes:
            raise InvalidInput(
                f"the file has {size} bytes, more than {self._settings.max_upload_bytes}",
                place=file.name,
                advice="split it, or raise DIANMIAN_MAX_UPLOAD_BYTES",
            )
        return content_hash(file.path.read_bytes())

    def _fingerprint(self, sha256: str) -> str:
        chosen = self._settings
        sizes = (chosen.chunk_size, chosen.chunk_overlap, chosen.chunk_minimum, chosen.chunk_hard_limit)
        return content_hash(" ".join((sha256, SPLITTER_VERSION, *map(str, sizes))))

    def _embed_pending(self, kb: KnowledgeBase) -> None:
        space = self._embedder.space
        with self._database.session(self._tenant) as session:
            embeddings.ensure_space(session, space)
            pending = embeddings.pending(session, kb.id, space.id)
        while True:
            with self._database.session(self._tenant) as session:
                batch = chunk_store.without_vector(session, kb.id, space.id, _EMBED_BATCH)
            if not batch:
                break
            vectors = self._embedder.embed_passages([piece.embedding_text for piece in batch])
            with self._database.session(self._tenant) as session:
                embeddings.add(session, kb.id, space.id, [piece.id for piece in batch], vectors)
            self._counts["embedded"] += len(batch)
            self._progress("embed", self._counts["embedded"], pending)
        # The switch to a new model comes last: until every chunk has its vector, the old space answers.
        if kb.space_id != space.id:
            with self._database.session(self._tenant) as session:
                knowledge_bases.set_space(session, kb.id, space.id)

    def _extract_pending(self, kb: KnowledgeBase) -> None:
        with self._database.session(self._tenant) as session:
            naming, names_hash = naming_of(session, kb)
            reader = f"{EXTRACTOR_VERSION}:{names_hash}"
            pending = chunk_store.count_unextracted(session, kb.id, reader)
        while True:
            done = self._extract_batch(kb, reader, naming)
            if not done:
                break
            self._counts["extracted"] += done
            self._progress("extract", self._counts["extracted"], pending)

    def _extract_batch(self, kb: KnowledgeBase, reader: str, naming: Naming) -> int:
        with self._database.session(self._tenant) as session:
            batch = chunk_store.unextracted(session, kb.id, reader, _EXTRACT_BATCH)
            ids = [piece.id for piece, _ in batch]
            read = [extract(piece, info, naming) for piece, info in batch]
            facts = [fact for extraction in read for fact in extraction.facts]
            fact_store.replace(session, kb.id, ids, facts)
            propose_attributes(session, kb, (name for extraction in read for name in extraction.unknown))
            chunk_store.mark_extracted(session, kb.id, ids, reader)
        self._counts["facts"] += len(facts)
        return len(batch)
