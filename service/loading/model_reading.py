"""The language model's part of a load: it is asked about chunks the rules have read, and its answers are kept at once.

Nothing here touches the rules' facts. Answers are stored before anything is made of them: a load that is killed has
paid for what it stored, and the next one goes on from there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import Conflict
from core.llm import LanguageModel
from extraction.model.facts import ReaderName, fact_errand, reader_name
from extraction.model.forms import FactEntry
from extraction.model.reading import Errand, Reading, Silent, read
from extraction.model.source import READ_KINDS, Source, batches
from service.loading.job import FATAL, Job
from service.loading.model_facts import apply_replies, sources_of
from service.loading.report import reason
from service.names import naming_of
from store import model_replies
from store.fact_filter import LIVE
from store.model_replies import ModelReply

KB_SETTING = "llm_facts"
_SLICE = 256
_LONGEST_REASON = 500
_APPLIED_TOGETHER = 64


def read_by_model(job: Job) -> None:
    """Ask the language model, when there is one and the knowledge base wants it, and turn answers into facts.

    What fails is counted, warned of per document, and asked about once more in the next load.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    tally, model = job.tally.model, job.language_model
    if model is None:
        apply_replies(job, None)
        return
    tally.model = model.name
    if not wanted(job):
        tally.state = "off"
        apply_replies(job, None)
        return
    tally.state = "done"
    # Answers about a text that is titled otherwise by now are dropped here, so the asking takes these chunks up too.
    apply_replies(job, reader_name(model))
    _Pass(job, model).run()


class _Pass:
    """Goes once over all chunks this model has not read."""

    def __init__(self, job: Job, model: LanguageModel) -> None:
        self._job = job
        self._model = model
        self._reader = reader_name(model)
        self._tried: set[str] = set()
        self._failed: Counter[str] = Counter()
        self._reasons: dict[str, str] = {}

    def run(self) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            naming, _ = naming_of(session, job.kb)
        errand = fact_errand(naming.attributes.values())
        try:
            # Of chunks that are alike only the first is asked about; the next round knows the answer for the others.
            while ids := [chunk_id for chunk_id in self._unread() if chunk_id not in self._tried]:
                self._ask(errand, ids)
        except Silent as silent:
            job.tally.model.state = "stopped"
            left = len(self._unread()) - job.tally.model.failed
            job.tally.break_off(
                "model",
                f"the language model stopped answering, {left} chunks wait for the next load: {reason(silent.reason)}",
            )
        finally:
            apply_replies(job, self._reader)
        job.tally.warnings += [
            f"{name}: {count} chunks could not be read by the language model: {self._reasons[name]}"
            for name, count in sorted(self._failed.items())
        ]

    def _unread(self) -> list[str]:
        job, reader = self._job, self._reader
        with job.database.session(job.tenant) as session:
            return model_replies.unread_ids(session, job.kb.id, reader.prompt, reader.model, READ_KINDS)

    def _ask(self, errand: Errand[FactEntry], ids: Sequence[str]) -> None:
        job = self._job
        asked = batches(self._sources(ids), job.settings.llm_batch_characters)
        total = len(self._tried) + len(ids)
        unapplied = 0
        for readings in read(self._model, errand, asked, job.settings.llm_concurrency):
            self._keep(readings)
            unapplied += len(readings)
            if unapplied >= _APPLIED_TOGETHER:
                apply_replies(job, self._reader)
                unapplied = 0
            job.progress("model", len(self._tried), total)

    def _sources(self, ids: Sequence[str]) -> Iterator[Source]:
        shown: set[str] = set()
        for start in range(0, len(ids), _SLICE):
            for source in self._unknown(ids[start : start + _SLICE]):
                if source.key not in shown:
                    shown.add(source.key)
                    self._tried.add(source.chunk.id)
                    yield source

    def _unknown(self, ids: Sequence[str]) -> list[Source]:
        """Return what must be asked about; what an equal chunk was answered for is stored at once."""
        job, reader = self._job, self._reader
        with job.database.session(job.tenant) as session:
            sources = sources_of(session, job.kb.id, ids, LIVE)
            keys = {source.key for source in sources}
            known = model_replies.twins(session, job.kb.id, reader.prompt, reader.model, keys)
            copies = [copied(known[source.key], source.chunk.id) for source in sources if source.key in known]
            model_replies.keep(session, job.kb.id, copies)
        job.tally.model.cached += len(copies)
        self._tried.update(copy.chunk_id for copy in copies)
        return [source for source in sources if source.key not in known]

    def _keep(self, readings: Sequence[Reading[FactEntry]]) -> None:
        count_answers(self._job, readings)
        for reading in readings:
            if reading.state == "failed":
                self._failed[reading.source.info.source_name] += 1
                self._reasons.setdefault(reading.source.info.source_name, reading.reason)
        self._store([reply_of(reading, self._reader) for reading in readings if reading.state != "waiting"])

    def _store(self, replies: Sequence[ModelReply]) -> None:
        """Store together what can be; when that fails, each answer in a transaction of its own."""
        if not replies:
            return
        try:
            self._write(replies)
        except FATAL:
            raise
        except Exception as error:
            if len(replies) > 1:
                for reply in replies:
                    self._store([reply])
            # A chunk that was deleted meanwhile needs no answer.
            elif not isinstance(error, Conflict):
                words = f"chunk {replies[0].chunk_id}: the model's answer was not stored: {reason(error)}"
                self._job.tally.warnings.append(words)

    def _write(self, replies: Sequence[ModelReply]) -> None:
        job = self._job
        with job.database.session(job.tenant) as session:
            model_replies.keep(session, job.kb.id, replies)


def reply_of(reading: Reading[FactEntry], reader: ReaderName) -> ModelReply:
    """Return an answer as it is kept."""
    return ModelReply(
        chunk_id=reading.source.chunk.id,
        prompt=reader.prompt,
        model=reader.model,
        sha256=reading.source.key,
        state="failed" if reading.state == "failed" else "read",
        reason=reading.reason.replace("\0", "")[:_LONGEST_REASON],
        entries=tuple(entry.model_dump(mode="json") for entry in reading.entries),
        strayed=len(reading.strayed),
        prompt_tokens=reading.usage.prompt_tokens,
        completion_tokens=reading.usage.completion_tokens,
        estimated=reading.usage.estimated,
    )


def copied(reply: ModelReply, chunk_id: str) -> ModelReply:
    """Return the answer about an equal chunk as one about ``chunk_id``, which cost nothing."""
    return replace(reply, chunk_id=chunk_id, strayed=0, prompt_tokens=0, completion_tokens=0)


def count_answers(job: Job, readings: Sequence[Reading[FactEntry]]) -> None:
    """Note what was asked, what it took, and how often it came to nothing."""
    tally = job.tally.model
    for reading in readings:
        tally.usage += reading.usage
        if reading.state == "read":
            tally.read += 1
        elif reading.state == "failed":
            tally.failed += 1
        else:
            tally.waiting += 1


def wanted(job: Job) -> bool:
    """Return whether the language model reads facts of this knowledge base, where there is one."""
    return bool(job.kb.settings.get(KB_SETTING, job.settings.llm_facts))
