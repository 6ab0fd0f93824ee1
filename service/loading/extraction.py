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
from service.review.settling import Settled, settled_chunks, warnings_of
from store import chunks as chunk_store
from store import facts as fact_store
from store import model_replies
from store.session import Session

_BATCH = 256
_MOST_MISSES = 100


@dataclass(frozen=True, slots=True)
class Reading:
    """A chunk and what was read from it."""

    chunk: Chunk
    info: DocumentInfo
    extraction: Extraction


def extract_pending(job: Job) -> None:
    """Read what is unread. A failed chunk stays unread: it is warned of now and tried once in every later load.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    with job.database.session(job.tenant) as session:
        naming, reader = reader_of(session, job)
    _Pass(job, naming, reader).run()


def reader_of(session: Session, job: Job) -> tuple[Naming, str]:
    """Return the names facts are read with, and what chunks read so, by the present rules, are marked with."""
    naming, names_hash = naming_of(session, job.kb)
    return naming, f"{EXTRACTOR_VERSION}:{names_hash}"


def store_readings(session: Session, job: Job, readings: Sequence[Reading], reader: str) -> list[Settled]:
    """Put what was read in place of what the rules had read from these chunks before, in this transaction."""
    ids = [reading.chunk.id for reading in readings]
    facts = [fact for reading in readings for fact in reading.extraction.facts]
    with settled_chunks(session, job.kb, ids) as settled:
        # Facts a model read stay until its answers, which are kept, are held against the new ones.
        fact_store.replace(session, job.kb.id, ids, facts, "rule")
    model_replies.unapply(session, job.kb.id, ids)
    propose_attributes(session, job.kb, (name for r in readings for name in r.extraction.unknown))
    chunk_store.mark_extracted(session, job.kb.id, ids, reader)
    return settled


def count_readings(job: Job, readings: Sequence[Reading], settled: Sequence[Settled]) -> None:
    """Note what was stored."""
    job.tally.warnings += warnings_of(settled, job.tally.warnings)
    job.tally.counts["extracted"] += len(readings)
    job.tally.counts["facts"] += sum(len(reading.extraction.facts) for reading in readings)


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
        job.progress("extract", 0, pending)
        while batch := self._next():
            self._store(self._read(batch))
            job.progress("extract", job.tally.counts["extracted"], pending)
            if len(self._missed) > _MOST_MISSES:
                words = f"extraction stopped after {len(self._missed)} chunks had failed"
                job.tally.break_off("extract", words)
                return

    def _next(self) -> list[tuple[Chunk, DocumentInfo]]:
        job = self._job
        with job.database.session(job.tenant) as session:
            return chunk_store.unextracted(session, job.kb.id, self._reader, _BATCH, skip=self._missed)

    def _read(self, batch: Sequence[tuple[Chunk, DocumentInfo]]) -> list[Reading]:
        readings: list[Reading] = []
        for chunk, info in batch:
            try:
                readings.append(Reading(chunk, info, extract(chunk, info, self._naming)))
            except Exception as error:
                self._miss(chunk, info, error)
        return readings

    def _store(self, readings: Sequence[Reading]) -> None:
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

    def _write(self, readings: Sequence[Reading]) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            settled = store_readings(session, job, readings, self._reader)
        count_readings(job, readings, settled)

    def _miss(self, chunk: Chunk, info: DocumentInfo, error: Exception) -> None:
        job = self._job
        self._missed.append(chunk.id)
        with job.database.session(job.tenant) as session:
            gone = chunk.id not in chunk_store.by_ids(session, job.kb.id, [chunk.id])
            chunk_store.mark_extracted(session, job.kb.id, [chunk.id], None)
        # Deleted while it was read: nothing is missing then.
        if not (gone and isinstance(error, Conflict)):
            job.tally.warnings.append(f"{info.source_name}: chunk {chunk.id} was not read for facts: {reason(error)}")
