"""Working on jobs: take one up, load, and say what became of it."""

import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog

from core.errors import Conflict, NotReady
from core.job import JobState
from service.access.identity import Identity, acting_as
from service.jobs.outcome import Outcome, Problem, merged, outcome_of, problem_of, problems_of, unfinished
from service.jobs.run import Cancelled, Leaving, Run, TakenOver
from service.wiring import Application
from store import jobs, queue, uploads
from store.queue import Ticket

Watched = Callable[[Run], AbstractContextManager[None]]
_log = structlog.get_logger("dianmian.jobs")


class Work:
    """What a worker does with the rows it takes from the queue.

    Args:
        application: The services.
        worker: The worker's name, noted on the jobs it works on.
        leaving: Set when the worker is to end.
        watched: Keeps a run's heart beating while its block lasts.
    """

    def __init__(self, application: Application, worker: str, leaving: threading.Event, watched: Watched) -> None:
        self._application = application
        self._worker = worker
        self._leaving = leaving
        self._watched = watched

    def load(self, ticket: Ticket, row: int) -> None:
        """Work on a job, unless it is gone, ended or another's."""
        with acting_as(Identity(ticket.tenant)):
            with self._application.database.session() as session:
                job = jobs.start(session, ticket.kb_id, ticket.job_id, row, self._worker)
            if job is None:
                return
        with acting_as(Identity(ticket.tenant, job.created_by)):
            _log.info("job started", job=job.id, attempt=job.attempts)
            run = Run(self._application, job, self._leaving)
            with self._watched(run):
                self._attempt(ticket, run)

    def resume(self, ticket: Ticket, row: int) -> None:
        """Put a job that has waited for its next try back into the line."""
        with self._application.database.session(ticket.tenant) as session:
            job = jobs.find(session, ticket.kb_id, ticket.job_id, changing=True)
            if job is not None and job.state == "queued" and job.queue_id == row:
                jobs.queue(session, job, queue.put(session, ticket))

    def _attempt(self, ticket: Ticket, run: Run) -> None:
        settings = self._application.settings
        try:
            with tempfile.TemporaryDirectory(prefix="dianmian-job-") as folder:
                report = run.load(Path(folder))
        except TakenOver:
            _log.warning("job taken over", job=run.job.id)
        except Cancelled:
            self._end(run, "cancelled", Outcome(unfinished(run.stages)), run.job.report)
        except Leaving:
            self._wait(ticket, run, Outcome(unfinished(run.stages)), run.job.report)
        except Conflict:
            # Somebody loads into the knowledge base by another door; a slot held while waiting would be another's.
            waiting = Outcome(unfinished(run.stages), wait=settings.job_retry_wait)
            self._wait(ticket, run, waiting, run.job.report)
        except NotReady:
            raise
        except Exception as error:
            _log.warning("job broke off", job=run.job.id, stage=run.stage, error=type(error).__name__)
            self._close(ticket, run, [problem_of(run.stage, error)], run.job.report)
        else:
            self._close(ticket, run, problems_of(report), merged(run.job.report, report))

    def _close(self, ticket: Ticket, run: Run, problems: list[Problem], report: Mapping[str, Any]) -> None:
        settings = self._application.settings
        outcome = outcome_of(run.stages, problems, run.now, settings.job_tries, settings.job_retry_wait)
        if outcome.wait is not None:
            self._wait(ticket, run, outcome, report)
        else:
            self._end(run, "done" if outcome.error is None else "failed", outcome, report)

    def _end(self, run: Run, state: JobState, outcome: Outcome, report: Mapping[str, Any]) -> None:
        with self._application.database.session() as session:
            held = jobs.end(session, run.job, run.stage, state, outcome.stages, report, outcome.error)
            # What failed or was cancelled can be started again, and needs its files for it.
            if held and state == "done":
                uploads.delete_of(session, run.job.kb_id, run.job.id)
        _log.info("job ended", job=run.job.id, state=state if held else "taken over")

    def _wait(self, ticket: Ticket, run: Run, outcome: Outcome, report: Mapping[str, Any]) -> None:
        """Leave the job to whoever takes it up next: at once, or after a while."""
        with self._application.database.session() as session:
            job = jobs.find(session, run.job.kb_id, run.job.id, changing=True)
            if job is None or job.state != "running" or job.attempts != run.job.attempts:
                return
            if job.cancel_requested:
                jobs.end(session, job, run.stage, "cancelled", outcome.stages, report)
                return
            row = queue.put_later(session, ticket, outcome.wait) if outcome.wait else queue.put(session, ticket)
            jobs.queue(session, replace(job, stages=outcome.stages, report=report), row)
        _log.info("job waits", job=run.job.id, stage=run.stage, seconds=outcome.wait or 0.0)
