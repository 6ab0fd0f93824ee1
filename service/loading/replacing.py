"""A new version of a document is made whole beside the old one, which answers until both change places at once.

Vectors and facts of the new chunks are made in memory: some two kilobytes a chunk and a few a fact, while text, vectors
and facts are stored in one transaction. Chunks that stay as they are keep what they have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.chunk import Chunk
from core.document import Document, DocumentInfo
from core.embedding import Space, Vectors
from core.errors import DianmianError, UpstreamFailed
from extraction.extractor import extract
from extraction.naming import Naming
from service.loading.embedding import BATCH, Embedding
from service.loading.extraction import Reading, count_readings, reader_of, store_readings
from service.loading.job import FATAL, Job
from service.loading.model_ahead import ModelAhead
from service.loading.report import reason
from service.review.settling import Settled
from store import documents as document_store
from store import embeddings
from store.documents import Plan, Replacement
from store.session import Session


class NotWhole(Exception):
    """A new version cannot be made whole now. ``stage`` is where it failed, ``cause`` why; the old one stays.

    Args:
        stage: ``embed``, ``extract`` or ``model``.
        cause: What happened.
    """

    def __init__(self, stage: str, cause: DianmianError) -> None:
        super().__init__(str(cause))
        self.stage = stage
        self.cause = cause


@dataclass(slots=True)
class NewVersion:
    """A new version of a document, and what was made of it so far."""

    job: Job
    document: Document
    pieces: Sequence[Chunk]
    tokens: Mapping[str, Mapping[str, int]]
    fingerprint: str
    vectors: list[tuple[tuple[str, ...], Vectors]] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)
    reader: str = ""
    space: Space | None = None
    ahead: ModelAhead | None = None

    def prepare(self) -> None:
        """Make what the new chunks will need.

        Raises:
            NotWhole: A model is down; the old version stays.
            Stopped: The load is to go no further.
        """
        job = self.job
        try:
            self.space = job.embedder.space
        except Exception as error:
            raise NotWhole("embed", _known(error)) from error
        with job.database.session(job.tenant) as session:
            naming, self.reader = reader_of(session, job)
            plan = document_store.plan(session, job.kb.id, self.document, self.pieces, self.reader, self.space.id)
        self._embed(plan)
        self._read(plan, naming)
        self.ahead = ModelAhead(job, naming)
        try:
            self.ahead.read(self.readings)
        except UpstreamFailed as error:
            raise NotWhole("model", error) from error

    def put(self, session: Session) -> Replacement:
        """Put the new version in the old one's place, with all that was made, in this transaction."""
        job = self.job
        change = document_store.replace(session, job.kb.id, self.document, self.pieces, self.tokens, self.fingerprint)
        if self.space is not None:
            embeddings.ensure_space(session, self.space)
            for ids, vectors in self.vectors:
                embeddings.add(session, job.kb.id, self.space.id, ids, vectors)
        if self.readings:
            self.settled = store_readings(session, job, self.readings, self.reader)
        if self.ahead is not None:
            self.ahead.put(session)
        return change

    def count(self) -> None:
        """Note what was made, once it is stored."""
        tally = self.job.tally
        tally.counts["embedded"] += sum(len(ids) for ids, _ in self.vectors)
        tally.warnings += self.warnings
        count_readings(self.job, self.readings, self.settled)
        if self.ahead is not None:
            self.ahead.count()

    def _embed(self, plan: Plan) -> None:
        wanted = [piece for piece in self.pieces if piece.id in plan.unembedded]
        embedding = Embedding(self.job.embedder, self._keep, self.warnings.append)
        for start in range(0, len(wanted), BATCH):
            self.job.progress("embed", start, len(wanted))
            try:
                embedding.embed(wanted[start : start + BATCH])
            except FATAL:
                raise
            except Exception as error:
                raise NotWhole("embed", _known(error)) from error

    def _keep(self, ids: Sequence[str], vectors: Vectors) -> None:
        # Stored at half precision, and kept so: a document of many thousand chunks is held here whole.
        self.vectors.append((tuple(ids), np.asarray(vectors, np.float32)))

    def _read(self, plan: Plan, naming: Naming) -> None:
        document = self.document
        info = DocumentInfo(
            document.id, document.title, document.source_name, document.version, dict(document.metadata)
        )
        for number, piece in enumerate(self.pieces):
            if piece.id not in plan.unread:
                continue
            if number % BATCH == 0:
                self.job.progress("extract", number, len(self.pieces))
            try:
                self.readings.append(Reading(piece, info, extract(piece, info, naming)))
            except Exception as error:
                self.warnings.append(
                    f"{document.source_name}: chunk {piece.id} was not read for facts: {reason(error)}"
                )


def _known(error: Exception) -> DianmianError:
    return error if isinstance(error, DianmianError) else UpstreamFailed(reason(error), place="embedding")
