"""A file handed over as a job is loaded as one that is loaded at once, and what goes wrong is tried again alone."""

from collections.abc import Sequence

import pytest
from sqlalchemy import func, select, text

from core.errors import Conflict, InvalidInput, NotFound, UpstreamFailed
from core.job import STAGES, Job
from core.knowledge_base import KnowledgeBase
from service.jobs import control
from service.jobs.recovery import recover
from service.loading import Loader
from service.wiring import Application
from store import documents, jobs, knowledge_bases
from store.engine import Database, acting_for
from store.tables import JOB, UPLOAD, UPLOAD_PART
from tests.integration.jobs.conftest import Working, job_of, kb_of, send, until
from tests.integration.loading.conftest import CountingEmbedder, rows, statute, terms, willing

DOWN = UpstreamFailed("the embedding service could not be reached")


def without_jobs(database: Database, kb: str) -> dict[str, list[str]]:
    """Return all rows of a knowledge base but those that only say how it was loaded."""
    return {name: found for name, found in rows(database, kb).items() if name not in ("job", "upload", "upload_part")}


def down(_texts: Sequence[str]) -> None:
    raise DOWN


def left(database: Database) -> tuple[int, int]:
    """Count the uploads still kept, and the rows of the queue."""
    with database.session() as session:
        session.execute(text("SELECT set_config('dianmian.worker', 'on', true)"))
        queued = session.scalar(text("SELECT count(*) FROM queue.procrastinate_jobs")) or 0
        return session.scalar(select(func.count()).select_from(UPLOAD)) or 0, queued


def test_a_job_loads_what_a_load_would(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, tmp_path: object
) -> None:
    texts = {f"{n}.md": statute(f"第{n}号办法", terms(6, 1 + 6 * n)) for n in range(3)}
    job = send(application, kb, *texts.items())
    assert (job.state, job.stage, left(database)) == ("queued", "parse", (3, 1))
    with working():
        done = until(application, job)
    assert done.state == "done", done
    assert [done.stages[name].state for name in STAGES] == ["done"] * 6
    assert done.report["loaded"] == ["0.md", "1.md", "2.md"]
    assert (done.attempts, done.worker, done.created_by, done.error) == (1, "工人", "local", None)
    assert left(database) == (0, 0)
    other = kb_of(database, "local", "另一个")
    for name, content in texts.items():
        path = application.settings.home / name
        path.write_text(content)
        application.loader.load(other.name, [path])
    assert without_jobs(database, "规则") == without_jobs(database, "另一个")


def test_the_same_files_are_the_same_job(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    first, second = statute("甲办法", terms(2)), statute("甲办法", terms(2, 5))
    job = send(application, kb, ("甲.md", first))
    assert send(application, kb, ("甲.md", first)).id == job.id
    newer = send(application, kb, ("甲.md", second))
    back = send(application, kb, ("甲.md", first))
    assert len({job.id, newer.id, back.id}) == 3
    assert left(database) == (3, 3)
    with working():
        assert until(application, back).state == "done"
    with database.session() as session:
        document = documents.find(session, kb.id, "甲.md")
    assert document is not None
    assert "为1个工作日" in document.markdown
    embedder.texts.clear()
    again = send(application, kb, ("甲.md", first))
    assert (again.state, again.report["unchanged"], left(database)) == ("done", ["甲.md"], (0, 0))
    assert embedder.texts == []


def test_a_model_that_is_down_is_tried_again_alone(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    failures: list[int] = []

    def twice(texts: Sequence[str]) -> None:
        # Each failure is followed by a look whether another text would do.
        if len(failures) < 4:
            failures.append(len(texts))
            raise DOWN

    embedder.before = twice
    read: list[str] = []
    store_files = "service.loading.loader.store_files"
    from service.loading.storing import store_files as real

    monkeypatch.setattr(store_files, lambda job, files: (read.extend(f.name for f in files), real(job, files)))
    job = send(application, kb, ("甲.md", statute("甲办法", terms(1))))
    with working():
        done = until(application, job)
    assert (done.state, done.attempts) == ("done", 3)
    assert done.stages["embed"].attempts == 2
    assert read == ["甲.md"]
    assert done.report["loaded"] == ["甲.md"]
    assert (done.report["embedded"], done.report["totals"]["pending"]) == (1, 0)


def test_after_the_last_try_a_job_has_failed_and_waits_for_a_person(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    embedder.before = down
    job = send(application, kb, ("甲.md", statute("甲办法", terms(3))))
    with working():
        failed = until(application, job)
        assert (failed.state, failed.stage, failed.attempts) == ("failed", "embed", 3)
        assert failed.error is not None
        assert "could not be reached" in failed.error.message
        assert [failed.stages[name].state for name in STAGES] == ["done", "done", "done", "failed", "done", "done"]
        with database.session() as session:
            assert [one.id for one in jobs.page(session, kb.id, ("failed",))] == [job.id]
            assert knowledge_bases.statistics(session, kb)["facts"] >= 3
        embedder.before = willing
        assert control.retry(database, kb, job.id).state == "queued"
        done = until(application, job)
    assert (done.state, done.attempts, done.error) == ("done", 4, None)
    assert done.report["totals"]["pending"] == 0
    assert left(database) == (0, 0)


def test_a_file_that_cannot_be_read_fails_at_once_and_costs_itself_alone(
    application: Application, database: Database, kb: KnowledgeBase, working: Working
) -> None:
    job = send(application, kb, ("坏.pdf", b"%PDF-1.7 not a pdf at all"), ("好.md", statute("好办法", terms(2))))
    with working():
        failed = until(application, job)
    assert (failed.state, failed.stage, failed.attempts) == ("failed", "parse", 1)
    assert failed.error is not None
    assert failed.error.error == "UnreadableFile"
    assert "坏.pdf" in failed.error.message
    assert failed.report["loaded"] == ["好.md"]
    assert failed.stages["embed"].state == "done"


def test_what_waits_is_cancelled_at_once_and_what_has_ended_is_not(
    application: Application, database: Database, kb: KnowledgeBase, working: Working
) -> None:
    first = send(application, kb, ("甲.md", statute("甲办法", terms(2))))
    second = send(application, kb, ("乙.md", statute("乙办法", terms(2, 9))))
    assert control.cancel(database, kb, first.id).state == "cancelled"
    with pytest.raises(Conflict):
        control.cancel(database, kb, first.id)
    with pytest.raises(Conflict):
        control.retry(database, kb, second.id)
    with working():
        assert until(application, second).state == "done"
        assert job_of(application, first).state == "cancelled"
        with pytest.raises(Conflict):
            control.retry(database, kb, second.id)
        control.retry(database, kb, first.id)
        assert until(application, first).state == "done"
    for job in (first, second):
        control.remove(database, kb, job.id)
        with pytest.raises(NotFound):
            job_of(application, job)
    with database.session() as session:
        assert documents.count(session, kb.id) == 2


def test_what_runs_stops_at_the_next_safe_point_and_the_next_job_runs(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    cancelled: list[Job] = []

    def ask_to_stop(_texts: Sequence[str]) -> None:
        if not cancelled:
            cancelled.append(control.cancel(database, kb, job.id))

    embedder.before = ask_to_stop
    articles = [statute(f"第{n}号办法", terms(20, 1 + 20 * n)) for n in range(10)]
    job = send(application, kb, *((f"{n}.md", content) for n, content in enumerate(articles)))
    following = send(application, kb, ("后.md", statute("后办法", terms(2, 900))))
    with working():
        stopped = until(application, job)
        assert stopped.state == "cancelled"
        assert cancelled[0].state == "running"
        assert stopped.stages["model"].state == "waiting"
        assert until(application, following).state == "done"
        with database.session() as session:
            totals = knowledge_bases.statistics(session, kb)
        assert totals["pending"] == 0, "the next job takes up what was left"


def test_a_job_that_waits_for_its_next_try_holds_up_no_other(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    application.settings.__dict__["job_retry_wait"] = 3600.0
    embedder.before = down
    waiting = send(application, kb, ("甲.md", statute("甲办法", terms(2))))
    with working():
        until(application, waiting, lambda job: job.state == "queued" and job.attempts == 1)
        embedder.before = willing
        assert until(application, send(application, kb, ("乙.md", statute("乙办法", terms(2, 9))))).state == "done"
        assert job_of(application, waiting).stages["embed"].wait == 3600.0
        assert control.cancel(database, kb, waiting.id).state == "cancelled"
    assert left(database)[1] == 0


def test_a_tenant_that_comes_late_is_served_among_the_first(
    application: Application, database: Database, kb: KnowledgeBase, working: Working
) -> None:
    theirs = kb_of(database, "别家", "规则")
    many = [send(application, kb, (f"{n}.md", statute(f"第{n}号办法", terms(1, n + 1)))) for n in range(50)]
    with acting_for("别家"):
        late = send(application, theirs, ("晚.md", statute("晚办法", terms(1))))
    with working():
        for job in many:
            until(application, job)
    late = job_of(application, late, "别家")
    assert late.state == "done"
    before = [job for job in many if job_of(application, job).ended_at < late.ended_at]  # type: ignore[operator]
    assert len(before) <= 3
    order = [job_of(application, job).started_at for job in many]
    assert order == sorted(order)  # type: ignore[type-var]


def test_jobs_of_two_knowledge_bases_run_at_once_and_those_of_one_do_not(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    second = kb_of(database, "local", "第二个")
    running: list[set[int]] = []

    def look(_texts: Sequence[str]) -> None:
        with database.session() as session:
            statement = select(JOB.c.kb_id).where(JOB.c.state == "running")
            found = list(session.scalars(statement))
        assert len(found) == len(set(found))
        running.append(set(found))

    embedder.before = look
    sent = [
        send(application, base, (f"{n}.md", statute(f"第{n}号办法", terms(2, 1 + 2 * n))))
        for n in range(6)
        for base in (kb, second)
    ]
    with working(3):
        assert {until(application, job).state for job in sent} == {"done"}
    assert {kb.id, second.id} in running


def test_who_was_taken_for_dead_does_not_end_what_was_given_back(
    application: Application, database: Database, kb: KnowledgeBase, working: Working, embedder: CountingEmbedder
) -> None:
    silent: list[bool] = []

    def fall_silent(_texts: Sequence[str]) -> None:
        if silent:
            return
        silent.append(True)
        # The worker's own heartbeat, and its own look at silent ones, may come between.
        while job_of(application, job).attempts == 1 and job_of(application, job).state == "running":
            with database.session() as session:
                session.execute(text("SELECT set_config('dianmian.worker', 'on', true)"))
                session.execute(text("UPDATE queue.procrastinate_workers SET last_heartbeat = now() - interval '1 h'"))
            recover(application)

    embedder.before = fall_silent
    job = send(application, kb, *((f"{n}.md", statute(f"第{n}号办法", terms(20, 1 + 20 * n))) for n in range(10)))
    with working(2):
        done = until(application, job)
    assert silent
    assert done.state == "done"
    assert done.attempts >= 2
    assert sum(stage.attempts for stage in done.stages.values()) >= 1
    assert (done.report["totals"]["embedded"], left(database)) == (200, (0, 0))


def test_another_tenants_job_is_not_found(application: Application, database: Database, kb: KnowledgeBase) -> None:
    job = send(application, kb, ("甲.md", statute("甲办法", terms(1))))
    with acting_for("别家"):
        for call in (control.cancel, control.retry, control.remove):
            with pytest.raises(NotFound):
                call(database, kb, job.id)
        with pytest.raises(NotFound), database.session() as session:
            jobs.get(session, kb.id, job.id)


def test_files_without_a_name_or_with_one_name_are_refused(application: Application, kb: KnowledgeBase) -> None:
    for files in ((), (("a/甲.md", "一"), ("b/甲.md", "二")), (("", "一"),)):
        with pytest.raises(InvalidInput):
            send(application, kb, *files)
    with application.database.session() as session:
        assert session.scalar(select(func.count()).select_from(UPLOAD_PART)) == 0


def test_a_job_of_a_knowledge_base_that_is_deleted_ends_with_it(
    application: Application, database: Database, kb: KnowledgeBase, working: Working
) -> None:
    send(application, kb, ("甲.md", statute("甲办法", terms(1))))
    with database.session() as session:
        knowledge_bases.delete(session, kb.id)
    other = kb_of(database, "local", "另一个")
    with working():
        assert until(application, send(application, other, ("乙.md", statute("乙办法", terms(1))))).state == "done"
    assert left(database) == (0, 0)


def test_a_load_by_another_door_is_waited_for(
    application: Application, database: Database, kb: KnowledgeBase, working: Working
) -> None:
    job = send(application, kb, ("甲.md", statute("甲办法", terms(1))))
    with working():
        with database.exclusive(kb.id):
            until(application, job, lambda now: now.attempts >= 2)
        done = until(application, job)
    assert done.state == "done"
    assert all(stage.attempts == 0 for stage in done.stages.values())
    assert isinstance(application.loader, Loader)
