"""Vectors for every chunk that lacks one; a text or a model that fails loses nothing that is stored."""

from collections.abc import Callable, Sequence

from core.chunk import Chunk
from core.embedding import Embedder, Space, Vectors
from core.errors import ConfigurationError, RateLimited, UpstreamFailed
from service.loading.job import FATAL, Job, persistent
from service.loading.report import reason
from store import chunks as chunk_store
from store import embeddings, knowledge_bases

BATCH = 128
PROBE = "点"
_MOST_MISSES = 10


def embed_pending(job: Job) -> None:
    """Embed what lacks a vector in the embedder's space, then switch to that space.

    A failing model ends the stage with a warning; the next load embeds the rest.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
        Stopped: The load is to go no further.
    """
    try:
        space = job.embedder.space
    except Exception as error:
        words = f"nothing was embedded: {reason(error)}; load again when the model answers"
        job.tally.break_off("embed", words)
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
        job.tally.break_off("embed", f"embedding stopped, {left} chunks wait for the next load: {reason(error)}")
    _switch(job, space)


class Embedding:
    """Embeds chunks, batch by batch; one that always fails costs itself alone.

    Args:
        embedder: The model.
        keep: Takes the ids of some chunks and their vectors, shape (n, dimension).
        warn: Takes a sentence about a chunk that was given up.
    """

    def __init__(
        self, embedder: Embedder, keep: Callable[[Sequence[str], Vectors], None], warn: Callable[[str], None]
    ) -> None:
        self._embedder = embedder
        self._keep = keep
        self._warn = warn
        self._misses = 0

    def embed(self, batch: Sequence[Chunk], *, model_works: bool = False) -> None:
        """Embed ``batch``; when it fails, halve it until the text at fault stands alone.

        Raises:
            UpstreamFailed, RateLimited, ConfigurationError: The model is down, or asked wrongly.
            Exception: Too many texts failed; the last one's error.
        """
        try:
            ids = [chunk.id for chunk in batch]
            self._keep(ids, self._embedder.embed_passages([chunk.embedding_text for chunk in batch]))
        except (*FATAL, ConfigurationError, RateLimited):
            raise
        except Exception as error:
            if isinstance(error, UpstreamFailed) and not model_works and not self._model_works(batch):
                raise
            if len(batch) == 1:
                self._miss(batch[0], error)
                return
            middle = len(batch) // 2
            self.embed(batch[:middle], model_works=True)
            self.embed(batch[middle:], model_works=True)

    def _model_works(self, batch: Sequence[Chunk]) -> bool:
        """Tell a model that is down from one that refuses a text."""
        # Of one text alone it cannot be told; another one tells.
        texts = [batch[0].embedding_text, batch[-1].embedding_text] if len(batch) > 1 else [PROBE]
        for text in texts:
            try:
                self._embedder.embed_passages([text])
            except UpstreamFailed:
                continue
            return True
        return False

    def _miss(self, chunk: Chunk, error: Exception) -> None:
        self._misses += 1
        if self._misses > _MOST_MISSES:
            raise error
        self._warn(f"chunk {chunk.id} was not embedded: {reason(error)}")


class _Pass:
    """Goes once over all chunks without a vector, so that one that always fails cannot hold it up."""

    def __init__(self, job: Job, space: Space) -> None:
        self._job = job
        self._space = space
        self._embedding = Embedding(job.embedder, self._add, job.tally.warnings.append)

    def run(self) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            ids = embeddings.pending_ids(session, job.kb.id, self._space.id)
        job.progress("embed", 0, len(ids))
        for start in range(0, len(ids), BATCH):
            with job.database.session(job.tenant) as session:
                found = chunk_store.by_ids(session, job.kb.id, ids[start : start + BATCH])
            # Those deleted meanwhile are missing.
            if found:
                self._embedding.embed([found[name] for name in sorted(found)])
            job.progress("embed", min(start + BATCH, len(ids)), len(ids))

    def _add(self, ids: Sequence[str], vectors: Vectors) -> None:
        job = self._job

        def add() -> int:
            with job.database.session(job.tenant) as session:
                return embeddings.add(session, job.kb.id, self._space.id, ids, vectors)

        job.tally.counts["embedded"] += persistent(add)


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
