"""The language model's part of a new version of a document, before that version takes the old one's place."""

from collections.abc import Sequence

from core.errors import UpstreamFailed
from extraction.model.facts import fact_errand, reader_name
from extraction.model.forms import FactEntry
from extraction.model.reading import Reading, Silent, read
from extraction.model.source import READ_KINDS, Source, batches
from extraction.naming import Naming
from service.loading import extraction
from service.loading.job import Job
from service.loading.model_facts import Found, count_found, found_in, sources_of, store_found
from service.loading.model_reading import copied, count_answers, reply_of, wanted
from service.loading.report import reason
from service.review.settling import Settled
from store import model_replies
from store.fact_filter import LIVE
from store.model_replies import ModelReply
from store.session import Session


class ModelAhead:
    """What a language model says of chunks that are not stored yet. Where none is set or wanted it says nothing."""

    def __init__(self, job: Job, naming: Naming) -> None:
        self._job = job
        self._naming = naming
        self._model = job.language_model if wanted(job) else None
        self._answers: list[Reading[FactEntry]] = []
        self._replies: list[ModelReply] = []
        self._found: list[Found] = []
        self._settled: list[Settled] = []
        self._copied = 0

    def read(self, readings: Sequence[extraction.Reading]) -> None:
        """Ask about the chunks that were read by the rules just now.

        Raises:
            UpstreamFailed: The model answers no more.
            Stopped: The load is to go no further.
        """
        if self._model is None:
            return
        sources = [_source(one) for one in readings if _is_read(one)]
        unknown = self._unknown(sources)
        asked = batches(unknown.values(), self._job.settings.llm_batch_characters)
        errand = fact_errand(self._naming.attributes.values())
        try:
            for answers in read(self._model, errand, asked, self._job.settings.llm_concurrency):
                self._answers += answers
                self._job.watch()
        except Silent as silent:
            raise UpstreamFailed(f"the language model stopped answering: {reason(silent.reason)}") from silent
        reader = reader_name(self._model)
        replies = [reply_of(answer, reader) for answer in self._answers if answer.state != "waiting"]
        self._replies += replies
        self._copy(sources, {reply.sha256: reply for reply in replies if reply.state == "read"})

    def put(self, session: Session) -> None:
        """Store the answers and the facts that follow from them, in this transaction; the chunks are stored by now."""
        job = self._job
        model_replies.keep(session, job.kb.id, self._replies)
        usable = {reply.chunk_id: reply for reply in self._replies if reply.state == "read"}
        sources = sources_of(session, job.kb.id, list(usable), None)
        self._found = [found_in(usable[source.chunk.id], source, self._naming) for source in sources]
        self._settled = store_found(session, job, self._found)

    def count(self) -> None:
        """Note what was asked, once it is stored."""
        count_answers(self._job, self._answers)
        self._job.tally.model.cached += self._copied
        count_found(self._job, self._found, self._settled)

    def _unknown(self, sources: Sequence[Source]) -> dict[str, Source]:
        """Return what must be asked about, by what is shown; what an equal chunk was answered for is taken over."""
        if self._model is None:
            return {}
        job, reader = self._job, reader_name(self._model)
        with job.database.session(job.tenant) as session:
            known = model_replies.twins(
                session, job.kb.id, reader.prompt, reader.model, {source.key for source in sources}
            )
        self._copy(sources, known)
        return {source.key: source for source in reversed(sources) if source.key not in known}

    def _copy(self, sources: Sequence[Source], known: dict[str, ModelReply]) -> None:
        answered = {reply.chunk_id for reply in self._replies}
        for source in sources:
            reply = known.get(source.key)
            if reply is None or source.chunk.id in answered or reply.chunk_id == source.chunk.id:
                continue
            self._replies.append(copied(reply, source.chunk.id))
            self._copied += 1


def _is_read(one: extraction.Reading) -> bool:
    return one.chunk.kind in READ_KINDS and not one.chunk.needs_review


def _source(one: extraction.Reading) -> Source:
    return Source(one.chunk, one.info, tuple(fact for fact in one.extraction.facts if fact.state in LIVE))
