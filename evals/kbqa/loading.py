"""Loading records into the structured layer alone: parsed, cut, stored and read for facts, and not embedded."""

from collections.abc import Iterable
from pathlib import Path

from core.errors import InvalidInput
from service.loading.extraction import extract_pending
from service.loading.job import Job
from service.loading.report import LoadReport
from service.loading.storing import store_files
from service.loading.upkeep import refresh_statistics
from service.progress import silent
from service.sources import source_files
from service.wiring import Application
from store import knowledge_bases


def load_facts(application: Application, kb_name: str, paths: Iterable[Path]) -> LoadReport:
    """Load files by the stages that every load goes through, without the one that embeds.

    Raises:
        InvalidInput: A file was refused; its own message says why.
    """
    with application.database.session() as session:
        kb = knowledge_bases.get_or_create(session, kb_name)
    job = Job(application.database, application.settings, application.embedder, kb, None, silent)
    files = tuple(source_files(paths))
    with job.tally.timed("parse"):
        store_files(job, files)
    with job.tally.timed("extract"):
        extract_pending(job)
    refresh_statistics(job, job.tally.counts["extracted"])
    if job.tally.failures:
        raise InvalidInput(job.tally.failures[0].message, place=kb_name)
    with application.database.session() as session:
        totals = knowledge_bases.statistics(session, kb)
    return job.tally.report(kb_name, len(files), totals, application.settings)
