"""What the database needs after a large load: fresh statistics, packed postings, an index for many vectors."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from service.loading.job import Job
from service.loading.report import reason
from store import embeddings, knowledge_bases, posting_blocks
from store.session import Session

_LARGE = 1000


def refresh_statistics(job: Job, changed: int) -> None:
    """Let the planner know of ``changed`` rows when they are many; else it goes on taking the tables for small."""
    if changed > _LARGE:
        _attempt(job, "the statistics were not refreshed", job.database.analyse)


def keep_up(job: Job) -> None:
    """Refresh statistics, pack postings and build the index where needed. One may fail: answers get slow, not wrong."""
    refresh_statistics(job, max(job.tally.counts["embedded"], job.tally.counts["extracted"]))
    _attempt(job, "the postings were not packed", lambda: posting_blocks.pack_all(partial(_session, job), job.kb.id))
    if _needs_index(job):
        _attempt(job, "the vector index was not built", lambda: _build_index(job))


def _session(job: Job) -> AbstractContextManager[Session]:
    return job.database.session(job.tenant)


def _needs_index(job: Job) -> bool:
    with job.database.session(job.tenant) as session:
        kb = knowledge_bases.by_id(session, job.kb.id)
        if kb.space_id is None:
            return False
        many = knowledge_bases.statistics(session, kb)["embedded"] > job.settings.exact_search_limit
        return many and not embeddings.has_index(session, embeddings.get_space(session, kb.space_id))


def _build_index(job: Job) -> None:
    with job.database.session(job.tenant) as session:
        space_id = knowledge_bases.by_id(session, job.kb.id).space_id
        space = embeddings.get_space(session, space_id or "")
    chosen = job.settings
    with job.database.owner() as connection:
        embeddings.ensure_index(connection, space, m=chosen.hnsw_m, ef_construction=chosen.hnsw_ef_construction)


def _attempt(job: Job, loss: str, work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:
        job.tally.warnings.append(f"{loss}: {reason(error)}")
