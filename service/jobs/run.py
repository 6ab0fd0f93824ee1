"""One attempt at one job: what it tells the database, and how it learns that it is to stop."""

import threading
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from core.job import FILE_STAGES, STAGES, Job, Stage, StageState
from service.jobs.stash import JobStash
from service.loading import LoadReport
from service.loading.job import Stopped
from service.sources import SourceFile
from service.wiring import Application
from store import jobs, knowledge_bases, uploads

# The database is told no more often than a person could read it.
_INTERVAL = 0.4
_PATIENCE = 2.0


class Cancelled(Stopped):
    """Somebody asked for the job to be ended."""


class Leaving(Stopped):
    """The worker is about to end; the job goes on elsewhere."""


class TakenOver(Stopped):
    """The job is no longer this attempt's: it was given to another worker, or is gone."""


class Run:
    """An attempt at ``job``. ``leaving`` is set when the worker is to end."""

    def __init__(self, application: Application, job: Job, leaving: threading.Event) -> None:
        self.job = job
        self.stages: dict[str, Stage] = {name: job.stages.get(name, Stage()) for name in STAGES}
        self.stage = job.stage or STAGES[0]
        self._application = application
        self._leaving = leaving
        self._told = 0.0
        with application.database.session() as session:
            self._began = jobs.clock(session)
        self._clock = time.monotonic()

    @property
    def now(self) -> str:
        """The time by the database's clock, in ISO 8601."""
        return (self._began + timedelta(seconds=time.monotonic() - self._clock)).isoformat()

    def load(self, folder: Path) -> LoadReport:
        """Load the job's files, by way of ``folder``; those that are stored already are not touched.

        Raises:
            Cancelled, Leaving, TakenOver: It was stopped; what is stored is whole.
            Conflict: Another load of the knowledge base is at work.
            NotFound: An upload or the knowledge base is gone.
        """
        job, database = self.job, self._application.database
        with database.session() as session:
            kb = knowledge_bases.by_id(session, job.kb_id)
        return self._application.loader.load_files(
            kb.name,
            self._files(folder),
            progress=self.progress,
            parser=job.request.parser,
            watch=self.watch,
            stash=JobStash(database, job.kb_id, job.id),
            patience=_PATIENCE,
        )

    def progress(self, stage: str, done: int, total: int) -> None:
        """Note how far ``stage`` came, and look whether to stop."""
        before = self.stages.get(stage, Stage())
        state: StageState = "done" if done >= total else "running"
        self.stages[stage] = replace(
            before,
            state=state,
            done=done,
            total=total,
            started_at=before.started_at or self.now,
            ended_at=self.now if state == "done" else None,
        )
        news = stage != self.stage
        self.stage = stage
        self.watch(at_once=news)

    def watch(self, *, at_once: bool = False) -> None:
        """Look whether to stop, telling the database of the job's progress; at most every 0.4 seconds by itself.

        Raises:
            Cancelled, Leaving, TakenOver: It is to stop.
        """
        if self._leaving.is_set():
            raise Leaving
        if at_once or time.monotonic() - self._told >= _INTERVAL:
            self._told = time.monotonic()
            with self._application.database.session() as session:
                stop = jobs.report_progress(session, self.job, self.stage, self.stages)
            if stop is None:
                raise TakenOver
            if stop:
                raise Cancelled

    def beat(self) -> None:
        """Say that the job is still worked on: one long call says nothing by itself."""
        with self._application.database.session() as session:
            jobs.beat(session, self.job)

    def _files(self, folder: Path) -> list[SourceFile]:
        if all(self.stages[name].state == "done" for name in FILE_STAGES):
            return []
        files = []
        for number, file in enumerate(self.job.request.files):
            path = folder / str(number)
            with self._application.database.session() as session, path.open("wb") as target:
                target.writelines(uploads.read(session, self.job.kb_id, file.upload))
            files.append(SourceFile(path, file.name))
        return files
