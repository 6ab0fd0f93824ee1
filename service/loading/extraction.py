"""Facts of every chunk that the present rules and names have not read; a chunk that fails costs only itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.chunk import Chunk
from core.document import DocumentInfo
from core.errors import Conflict
from extraction.extractor import EXTRACTOR_VERSION, Extraction, extract
from extraction.naming import Naming
from service.loading.job import FATAL, Job
from service.loading.report import reason
from service.names import naming_of, propose_attributes
from service.review.settling import settled_chunks, warnings_of
from store import chunks as chunk_store
from store import facts as fact_store
from store import model_replies

_BATCH = 256
_MOST_MISSES = 100


@dataclass(frozen=True, slots=True)
class _Reading:
    chunk: Chunk
    info: DocumentInfo
    extraction: Extraction


def extract_pending(job: Job) -> None:
    """Read what is unread. A failed chunk stays unread: it is warned of now and tried once in every later load.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    with job.database.session(job.tenant) as session:
        naming, names_hash = naming_of(session, job.kb)
    _Pass(job, naming, f"{EXTRACTOR_VERSION}:{names_hash}").run()


class _Pass:
    """Goes over all unread chunks; ``missed`` are those not to try again in this load."""

    def __init__(self, job: Job, naming: Naming, reader: str) -> None:
        self._job = job
        self._naming = naming
        self._reader = reader
        self._missed: list[str] = []

    def run(self) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            pending = chunk_store.count_unextracted(session, job.kb.id, self._reader)
        while batch := self._next():
            self._store(self._read(batch))
            job.progress("extract", job.tally.counts["extracted"], pending)
            if len(self._missed) > _MOST_MISSES:
                job.tally.warnings.append(f"extraction stopped after {len(self._missed)} chunks had failed")
                return

    def _next(self) -> list[tuple[Chunk, DocumentInfo]]:
        job = self._job
        with job.database.session(job.tenant) as session:
            return chunk_store.unextracted(session, job.kb.id, self._reader, _BATCH, skip=self._missed)

    def _read(self, batch: Sequence[tuple[Chunk, DocumentInfo]]) -> list[_Reading]:
        readings: list[_Reading] = []
        for chunk, info in batch:
            try:
                readings.append(_Reading(chunk, info, extract(chunk, info, self._naming)))
            except Exception as error:
                self._miss(chunk, info, error)
        return readings

    def _store(self, readings: Sequence[_Reading]) -> None:
        """Store together what can be; when that fails, each reading in a transaction of its own."""
        try:
            self._write(readings)
            return
        except FATAL:
            raise
        except Exception as error:
            if len(readings) == 1:
                self._miss(readings[0].chunk, readings[0].info, error)
                return
        for reading in readings:
            self._store([reading])

    def _write(self, readings: Sequence[_Reading]) -> None:
        job = self._job
        ids = [reading.chunk.id for reading in readings]
        facts = [fact for reading in readings for fact in reading.extraction.facts]
        with job.database.session(job.tenant) as session:
            with settled_chunks(session, job.kb, ids) as settled:
                # Facts a model read stay until its answers, which are kept, are held against the new ones.
                fact_store.replace(session, job.kb.id, ids, facts, "rule")
            model_replies.unapply(session, job.kb.id, ids)
            propose_attributes(session, job.kb, (name for r in readings for name in r.extraction.unknown))
            chunk_store.mark_extracted(session, job.kb.id, ids, self._reader)
        job.tally.warnings += warnings_of(settled, job.tally.warnings)
        job.tally.counts["extracted"] += len(readings)
        job.tally.counts["facts"] += len(facts)

    def _miss(self, chunk: Chunk, info: DocumentInfo, error: Exception) -> None:
        job = self._job
        self._missed.append(chunk.id)
        with job.database.session(job.tenant) as session:
            gone = chunk.id not in chunk_store.by_ids(session, job.kb.id, [chunk.id])
            chunk_store.mark_extracted(session, job.kb.id, [chunk.id], None)
        # Deleted while it was read: nothing is missing then.
        if not (gone and isinstance(error, Conflict)):
            job.tally.warnings.append(f"{info.source_name}: chunk {chunk.id} was not read for facts: {reason(error)}")
