"""Stored answers of language models to facts: checked against the text, beside what the rules found. Costs nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from core.errors import Conflict
from core.fact import Fact, FactState
from extraction.model.facts import ModelExtraction, ReaderName, model_facts
from extraction.model.forms import FactEntry
from extraction.model.source import Source
from extraction.naming import Naming
from service.loading.job import FATAL, Job
from service.loading.report import reason
from service.names import naming_of, propose_attributes
from service.review.settling import Settled, settled_chunks, warnings_of
from store import chunks as chunk_store
from store import facts as fact_store
from store import model_replies
from store.model_replies import Applied, ModelReply
from store.session import Session

_BATCH = 128


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, and what of it becomes facts."""

    reply: ModelReply
    extraction: ModelExtraction


def apply_replies(job: Job, reader: ReaderName | None) -> None:
    """Turn every answer that the facts do not follow from yet into facts.

    Args:
        job: The load.
        reader: Whose answers count; ``None`` takes the latest about each chunk, so that facts once read by a model
            stay when no model is set any more.

    Raises:
        NotReady, NotFound: The database or the knowledge base is gone.
    """
    with job.database.session(job.tenant) as session:
        naming, _ = naming_of(session, job.kb)
    missed: list[str] = []
    named = None if reader is None else (reader.prompt, reader.model)
    while True:
        with job.database.session(job.tenant) as session:
            replies = model_replies.unapplied(session, job.kb.id, named, _BATCH, missed)
        if not replies:
            return
        missed += _apply(job, naming, replies, drop_stale=reader is not None)


def sources_of(
    session: Session, kb_id: int, ids: Collection[str], states: Collection[FactState] | None
) -> list[Source]:
    """Return these chunks, in reading order, each with its document and the rules' facts in ``states``."""
    drafts: dict[str, list[Fact]] = {}
    for fact in fact_store.by_chunks(session, kb_id, ids, states):
        if fact.origin == "rule":
            drafts.setdefault(fact.chunk_id, []).append(fact)
    pairs = chunk_store.with_documents(session, kb_id, ids)
    return [Source(chunk, info, tuple(drafts.get(chunk.id, ()))) for chunk, info in pairs]


def _apply(job: Job, naming: Naming, replies: Sequence[ModelReply], *, drop_stale: bool) -> list[str]:
    """Apply ``replies``; return the chunks that are not to be tried again in this load."""
    with job.database.session(job.tenant) as session:
        sources = {s.chunk.id: s for s in sources_of(session, job.kb.id, [r.chunk_id for r in replies], None)}
        stale = [r for r in replies if drop_stale and r.chunk_id in sources and sources[r.chunk_id].key != r.sha256]
        model_replies.forget(session, job.kb.id, stale)
    missed = [reply.chunk_id for reply in replies if reply.chunk_id not in sources]
    found: list[Found] = []
    for reply in replies:
        if reply.chunk_id in sources and reply not in stale:
            try:
                found.append(found_in(reply, sources[reply.chunk_id], naming))
            except Exception as error:
                missed.append(_miss(job, reply, error))
    return missed + _store(job, found)


def _store(job: Job, found: Sequence[Found]) -> list[str]:
    """Store together what can be; when that fails, each chunk in a transaction of its own."""
    try:
        _write(job, found)
        return []
    except FATAL:
        raise
    except Exception as error:
        if len(found) == 1:
            return [_miss(job, found[0].reply, error)]
    return [chunk_id for one in found for chunk_id in _store(job, [one])]


def _miss(job: Job, reply: ModelReply, error: Exception) -> str:
    # A chunk that was deleted meanwhile has taken its answer with it: nothing is missing.
    if not isinstance(error, Conflict):
        job.tally.warnings.append(f"chunk {reply.chunk_id}: the model's facts were not stored: {reason(error)}")
    return reply.chunk_id


def found_in(reply: ModelReply, source: Source, naming: Naming) -> Found:
    """Return what of an answer becomes facts.

    Raises:
        ValueError: It was stored by another program: an entry does not fit.
    """
    entries: list[FactEntry] = []
    for entry in reply.entries:
        try:
            entries.append(FactEntry.model_validate(entry))
        except ValidationError as error:
            raise ValueError(f"a stored entry does not fit: {error.errors()[0]['msg']}") from error
    return Found(reply, model_facts(entries, source, naming, reply.prompt))


def _write(job: Job, found: Sequence[Found]) -> None:
    with job.database.session(job.tenant) as session:
        settled = store_found(session, job, found)
    count_found(job, found, settled)


def store_found(session: Session, job: Job, found: Sequence[Found]) -> list[Settled]:
    """Store what answers say in place of what earlier ones said, in this transaction."""
    ids = [one.reply.chunk_id for one in found]
    added = [fact for one in found for fact in one.extraction.facts.added]
    with settled_chunks(session, job.kb, ids) as settled:
        fact_store.replace(session, job.kb.id, ids, added, "model")
    for one in found:
        fact_store.set_confidence(session, job.kb.id, one.extraction.facts.confirmed)
        model_replies.mark_applied(session, job.kb.id, one.reply, _counts(one))
    propose_attributes(session, job.kb, (name for one in found for name in one.extraction.unknown))
    return settled


def count_found(job: Job, found: Sequence[Found], settled: Sequence[Settled]) -> None:
    """Note what was stored."""
    tally = job.tally.model
    job.tally.warnings += warnings_of(settled, job.tally.warnings)
    for counts in map(_counts, found):
        tally.facts += counts.added
        tally.confirmed += counts.confirmed
        tally.refused += counts.refused


def _counts(found: Found) -> Applied:
    facts = found.extraction.facts
    return Applied(len(facts.added), len(facts.confirmed), len(found.extraction.refused) + found.reply.strayed)
