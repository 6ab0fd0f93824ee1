"""Vectors for every chunk that lacks one; a text or a model that fails loses nothing that is stored."""

from collections.abc import Sequence

from core.chunk import Chunk
from core.embedding import Space
from core.errors import ConfigurationError, RateLimited, UpstreamFailed
from service.loading.job import FATAL, Job, persistent
from service.loading.report import reason
from store import chunks as chunk_store
from store import embeddings, knowledge_bases

_BATCH = 128
_MOST_MISSES = 10


def embed_pending(job: Job) -> None:
    """Embed what lacks a vector in the embedder's space, then switch to that space.

    A failing model ends the stage with a warning; the next load embeds the rest.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    try:
        space = job.embedder.space
    except Exception as error:
        job.tally.warnings.append(f"nothing was embedded: {reason(error)}; load again when the model answers")
        return
    with job.database.session(job.tenant) as session:
        embeddings.ensure_space(session, space)
        if job.kb.space_id is None:
            # No older vectors to protect: what is embedded can be found at once.
            knowledge_bases.set_space(session, job.kb.id, space.id)
    try:
        _Pass(job, space).run()
    except FATAL:
        raise
    except Exception as error:
        left = _lacking(job, space.id)
        job.tally.warnings.append(f"embedding stopped, {left} chunks wait for the next load: {reason(error)}")
    _switch(job, space)


class _Pass:
    """Goes once over all chunks without a vector, so that one that always fails cannot hold it up."""

    def __init__(self, job: Job, space: Space) -> None:
        self._job = job
        self._space = space
        self._misses = 0

    def run(self) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            ids = embeddings.pending_ids(session, job.kb.id, self._space.id)
        for start in range(0, len(ids), _BATCH):
            with job.database.session(job.tenant) as session:
                found = chunk_store.by_ids(session, job.kb.id, ids[start : start + _BATCH])
            # Those deleted meanwhile are missing.
            if found:
                self._embed([found[name] for name in sorted(found)])
            job.progress("embed", min(start + _BATCH, len(ids)), len(ids))

    def _embed(self, batch: Sequence[Chunk], *, model_works: bool = False) -> None:
        """Embed ``batch``; when it fails, halve it until the text at fault stands alone."""
        try:
            self._try(batch)
        except (*FATAL, ConfigurationError, RateLimited):
            raise
        except Exception as error:
            if len(batch) == 1:
                self._miss(batch[0], error)
                return
            if isinstance(error, UpstreamFailed) and not model_works and not self._model_works(batch):
                raise
            middle = len(batch) // 2
            self._embed(batch[:middle], model_works=True)
            self._embed(batch[middle:], model_works=True)

    def _try(self, batch: Sequence[Chunk]) -> None:
        job, ids = self._job, [chunk.id for chunk in batch]
        vectors = job.embedder.embed_passages([chunk.embedding_text for chunk in batch])

        def add() -> int:
            with job.database.session(job.tenant) as session:
                return embeddings.add(session, job.kb.id, self._space.id, ids, vectors)

        job.tally.counts["embedded"] += persistent(add)

    def _model_works(self, batch: Sequence[Chunk]) -> bool:
        """Tell a model that is down from one that refuses a text."""
        for chunk in (batch[0], batch[-1]):
            try:
                self._job.embedder.embed_passages([chunk.embedding_text])
            except UpstreamFailed:
                continue
            return True
        return False

    def _miss(self, chunk: Chunk, error: Exception) -> None:
        self._misses += 1
        if self._misses > _MOST_MISSES:
            raise error
        self._job.tally.warnings.append(f"chunk {chunk.id} was not embedded: {reason(error)}")


def _lacking(job: Job, space_id: str) -> int:
    with job.database.session(job.tenant) as session:
        return embeddings.pending(session, job.kb.id, space_id)


def _switch(job: Job, space: Space) -> None:
    """Switch to a new model last, and only when it leaves fewer chunks out than the old one."""
    if job.kb.space_id in (None, space.id):
        return
    lacking = _lacking(job, space.id)
    if lacking == 0 or lacking < _lacking(job, job.kb.space_id):
        with job.database.session(job.tenant) as session:
            knowledge_bases.set_space(session, job.kb.id, space.id)
