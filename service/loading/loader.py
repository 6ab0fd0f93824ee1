"""Loads files into knowledge bases: one load of one knowledge base at a time."""

from collections.abc import Callable, Iterable
from pathlib import Path

from core.embedding import Embedder
from core.knowledge_base import KnowledgeBase
from core.llm import LanguageModel
from core.settings import Settings
from service.access.trail import note
from service.knowledge_bases import get_or_create
from service.loading.embedding import embed_pending
from service.loading.extraction import extract_pending
from service.loading.job import Job, NoStash, Stash, unwatched
from service.loading.model_reading import read_by_model
from service.loading.report import LoadReport, Observe, Tally, unobserved
from service.loading.route import reading_settings
from service.loading.storing import store_files
from service.loading.upkeep import keep_up, refresh_statistics
from service.progress import Progress, silent
from service.review.settling import settled_document
from service.sources import SourceFile, source_files
from store import documents as document_store
from store import knowledge_bases
from store.engine import Database
from store.session import Session


class Loader:
    """Loads files into knowledge bases of one database.

    ``language_model`` reads facts beside the rules. ``patience`` is how many seconds a load waits for another load of
    the same knowledge base, in whatever process. ``observe`` is told each stage of a load with its seconds.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        embedder: Embedder,
        language_model: LanguageModel | None = None,
        *,
        patience: float = 600.0,
        observe: Observe = unobserved,
    ) -> None:
        self._database = database
        self._settings = settings
        self._embedder = embedder
        self._language_model = language_model
        self._patience = patience
        self._observe = observe

    def load(
        self,
        kb_name: str,
        paths: Iterable[Path],
        *,
        tenant: str | None = None,
        progress: Progress = silent,
        parser: str | None = None,
    ) -> LoadReport:
        """Load all files of ``paths``; folders are walked. A bad file costs only itself and is reported.

        Args:
            parser: ``local`` or ``remote``; the knowledge base's own choice, else the setting, when not given.

        Raises:
            InvalidInput: A path does not exist, or there is no such parser.
            Conflict: Another load of this knowledge base did not finish in time.
            NotReady: The database went away; what was stored stays, and the next load goes on from there.
        """
        return self.load_files(kb_name, source_files(paths), tenant=tenant, progress=progress, parser=parser)

    def load_files(
        self,
        kb_name: str,
        files: Iterable[SourceFile],
        *,
        tenant: str | None = None,
        progress: Progress = silent,
        parser: str | None = None,
        watch: Callable[[], None] = unwatched,
        stash: Stash | None = None,
        patience: float | None = None,
    ) -> LoadReport:
        """Load named files. See ``load``.

        Args:
            watch: Called often; by raising ``Stopped`` it ends the load, which leaves everything consistent.
            stash: Keeps what a load that is broken off need not do again.
            patience: Seconds to wait for another load; the loader's own when not given.

        Raises:
            Stopped: ``watch`` or ``progress`` did.
        """
        with self._database.session(tenant) as session:
            kb_id = get_or_create(session, kb_name).id
        with self._database.exclusive(kb_id, self._patience if patience is None else patience):
            # Read only now: the load waited for may have switched the embedding space.
            with self._database.session(tenant) as session:
                kb = knowledge_bases.by_id(session, kb_id)
            settings = reading_settings(self._settings, kb, parser)
            job = Job(
                self._database,
                settings,
                self._embedder,
                kb,
                tenant,
                progress,
                Tally(self._observe),
                language_model=self._language_model,
                watch=watch,
                stash=stash or NoStash(),
            )
            return _run(job, tuple(files))

    def delete(
        self,
        kb_name: str,
        document_id: str,
        *,
        tenant: str | None = None,
        check: Callable[[Session, KnowledgeBase], None] | None = None,
    ) -> None:
        """Delete a document with its chunks, vectors and facts, in one transaction.

        Args:
            check: Called first in that transaction; what it raises leaves everything as it is.

        Raises:
            NotFound: No such knowledge base or document.
        """
        with self._database.session(tenant) as session:
            kb = knowledge_bases.get(session, kb_name)
            if check is not None:
                check(session, kb)
            with settled_document(session, kb, document_id):
                document_store.delete(session, kb.id, document_id)
            note(session, "delete", "document", document_id, kb=kb.name)


def _run(job: Job, files: tuple[SourceFile, ...]) -> LoadReport:
    tally = job.tally
    with tally.timed("total"):
        with tally.timed("parse"):
            store_files(job, files)
            refresh_statistics(job, tally.counts["chunks_added"] + tally.counts["chunks_removed"])
        with tally.timed("embed"):
            embed_pending(job)
        with tally.timed("extract"):
            extract_pending(job)
        with tally.timed("model"):
            read_by_model(job)
        with tally.timed("upkeep"):
            keep_up(job)
    with job.database.session(job.tenant) as session:
        totals = knowledge_bases.statistics(session, job.kb)
    return tally.report(job.kb.name, len(files), totals, job.settings)
