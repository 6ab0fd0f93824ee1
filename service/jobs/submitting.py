"""Taking files as a job: kept in the database with its place in the line, in one transaction."""

import secrets
from collections.abc import Sequence

from core.identity import content_hash
from core.job import STAGES, Job, JobFile, JobRequest, Stage
from core.knowledge_base import KnowledgeBase
from service.access.identity import actor
from service.access.quota import check_upload
from service.access.trail import note
from service.jobs.control import forget
from service.loading.route import reading_settings
from service.loading.storing import fingerprint_of
from service.uploads import Upload, names_of, sizes_of
from service.wiring import Application
from store import documents, jobs, knowledge_bases, queue, uploads
from store.queue import Ticket
from store.session import Session


def submit(
    application: Application, kb: KnowledgeBase, files: Sequence[Upload], *, parser: str | None = None
) -> tuple[Job, bool]:
    """Take ``files`` to be loaded into ``kb``; return the job, and whether it is a new one.

    The same files sent again while they wait or run are the same job. Files that are loaded already, just so and
    whole, make a job that is done.

    Args:
        application: The services.
        kb: The knowledge base.
        files: What to load; read to their ends.
        parser: ``local`` or ``remote``; see ``Loader.load``.

    Raises:
        InvalidInput: There is no file, a name is empty, two files have one name, or there is no such parser.
        NotAllowed: The quota is too small.
    """
    names = names_of(files)
    with application.database.session() as session:
        # As it is now: whoever asks may have looked it up before a load that has ended since.
        kb = knowledge_bases.by_id(session, kb.id)
        settings = reading_settings(application.settings, kb, parser)
        check_upload(session, settings, kb.id, sizes_of(files))
        job_id = f"job_{secrets.token_hex(10)}"
        kept = tuple(
            _keep(session, kb.id, f"{job_id}.{number}", name, file)
            for number, (name, file) in enumerate(zip(names, files, strict=True))
        )
        request = JobRequest(kept, _key(kept, parser), parser)
        jobs.take_turn(session, kb.id)
        waiting = jobs.latest_of(session, kb.id, names)
        if waiting is not None and waiting.request.key == request.key and not waiting.cancel_requested:
            uploads.delete_of(session, kb.id, job_id)
            return waiting, False
        if waiting is None and all(_is_loaded(session, kb, fingerprint_of(f.sha256, settings), f) for f in kept):
            return _done(session, kb, job_id, request), True
        return _queued(application, session, kb, job_id, request), True


def _queued(application: Application, session: Session, kb: KnowledgeBase, job_id: str, request: JobRequest) -> Job:
    days = application.settings.job_keep_days
    if days:
        forget(session, kb.id, jobs.ended_before(session, kb.id, days))
    job = jobs.add(session, _job(kb, job_id, request))
    note(session, "queue", "job", job_id, kb=kb.name, files=len(request.files))
    jobs.queue(session, job, queue.put(session, Ticket(application.database.acting_tenant, kb.id, job_id)))
    return jobs.get(session, kb.id, job_id)


def _done(session: Session, kb: KnowledgeBase, job_id: str, request: JobRequest) -> Job:
    """Note a job that has nothing to do; its files need not be kept."""
    uploads.delete_of(session, kb.id, job_id)
    names = [file.name for file in request.files]
    return jobs.add(session, _job(kb, job_id, request, names))


def _job(kb: KnowledgeBase, job_id: str, request: JobRequest, unchanged: Sequence[str] = ()) -> Job:
    done = bool(unchanged)
    return Job(
        kb_id=kb.id,
        id=job_id,
        kind="load",
        state="done" if done else "queued",
        stage=STAGES[-1] if done else STAGES[0],
        stages={name: Stage("done" if done else "waiting") for name in STAGES},
        request=request,
        created_by=actor(),
        report={"unchanged": list(unchanged)} if done else {},
    )


def _keep(session: Session, kb_id: int, upload_id: str, name: str, file: Upload) -> JobFile:
    kept = uploads.write(session, kb_id, upload_id, name, file.content)
    return JobFile(kept.id, kept.source_name, kept.sha256, kept.size)


def _key(files: Sequence[JobFile], parser: str | None) -> str:
    return content_hash(repr((parser, sorted((file.name, file.sha256) for file in files))))


def _is_loaded(session: Session, kb: KnowledgeBase, fingerprint: str, file: JobFile) -> bool:
    same = documents.fingerprint_of(session, kb.id, file.name) == fingerprint
    return same and documents.is_whole(session, kb.id, file.name, kb.space_id)
