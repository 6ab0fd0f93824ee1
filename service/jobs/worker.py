"""A worker: takes jobs from the queue, several at once, until it is told to end."""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import structlog

from core.errors import DianmianError
from service.jobs.recovery import recover
from service.jobs.run import Run
from service.jobs.working import Work
from service.wiring import Application
from store import queue
from store.queue import LOAD, QUEUE, RESUME, Ticket

if TYPE_CHECKING:
    from procrastinate import App, JobContext

MOST_AT_ONCE = 16
_POLL = 1.0
_AGAIN = 2.0
_log = structlog.get_logger("dianmian.jobs")


class Worker:
    """Works on jobs of all tenants.

    Args:
        application: The services. Jobs run in threads of this process and use its models.
        concurrency: At most this many jobs at once, each of another knowledge base.
        name: Noted on the jobs; host and process when empty.
        drain: Whether to end when no job waits or runs any more.
    """

    def __init__(self, application: Application, *, concurrency: int = 1, name: str = "", drain: bool = False) -> None:
        self._drain = drain
        self.name = name or f"{socket.gethostname()}:{os.getpid()}"
        self._application = application
        self._concurrency = concurrency
        self._leaving = threading.Event()
        self._runs: set[Run] = set()
        self._work = Work(application, self.name, self._leaving, self._watched)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._left = asyncio.Event()

    def stop(self) -> None:
        """Take no more jobs, and give those that run back at their next safe point. May be called from any thread."""
        self._leaving.set()
        # A loop that is closed has nobody left to wake.
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._left.set)

    async def run(self) -> None:
        """Work until ``stop``. A database that goes away is waited for."""
        self._loop = asyncio.get_running_loop()
        # One thread for each job, and some for heartbeats: a sign of life must never wait for a slow job.
        self._loop.set_default_executor(ThreadPoolExecutor(self._concurrency + 4, thread_name_prefix="job"))
        if self._leaving.is_set():
            return
        upkeep = asyncio.create_task(self._upkeep())
        _log.info("worker started", worker=self.name, concurrency=self._concurrency)
        try:
            while not self._left.is_set():
                try:
                    await asyncio.to_thread(self._application.database.check_server)
                    await self._take_jobs()
                except Exception as error:
                    _log.warning("worker lost the queue", worker=self.name, error=type(error).__name__)
                await self._pause(_AGAIN)
        finally:
            upkeep.cancel()
            await asyncio.gather(upkeep, return_exceptions=True)
            _log.info("worker ended", worker=self.name)

    async def _take_jobs(self) -> None:
        settings = self._application.settings
        async with self._queue().open_async() as app:
            taking = asyncio.create_task(
                app.run_worker_async(
                    queues=[QUEUE],
                    name=self.name,
                    concurrency=self._concurrency,
                    fetch_job_polling_interval=_POLL,
                    # What ended otherwise is looked at by ``recover``: its job may still wait.
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    update_heartbeat_interval=settings.job_heartbeat,
                    stalled_worker_timeout=settings.job_stalled_after,
                )
            )
            leaving = asyncio.create_task(self._left.wait())
            await asyncio.wait({taking, leaving}, return_when=asyncio.FIRST_COMPLETED)
            leaving.cancel()
            # Cancelled, it takes no more and waits for the jobs that run.
            taking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await taking

    def _queue(self) -> "App":
        from procrastinate import App, PsycopgConnector

        connector = PsycopgConnector(
            conninfo=self._application.database.worker_address,
            kwargs={"prepare_threshold": None},
            min_size=1,
            max_size=4,
        )
        app = App(connector=connector)
        app.task(name=LOAD, queue=QUEUE, pass_context=True)(_task(self._work.load))
        app.task(name=RESUME, queue=QUEUE, pass_context=True)(_task(self._work.resume))
        return app

    async def _upkeep(self) -> None:
        while not self._left.is_set():
            await asyncio.to_thread(self._look_after)
            await self._pause(self._application.settings.job_heartbeat)

    def _look_after(self) -> None:
        try:
            for run in tuple(self._runs):
                run.beat()
            recover(self._application)
            if self._drain and not self._waiting():
                self.stop()
        except DianmianError as error:
            _log.warning("no sign of life", worker=self.name, error=type(error).__name__)

    def _waiting(self) -> int:
        with self._application.database.session() as session:
            return queue.count(session)

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._left.wait(), seconds)

    @contextmanager
    def _watched(self, run: Run) -> Iterator[None]:
        self._runs.add(run)
        try:
            yield
        finally:
            self._runs.discard(run)


def _task(work: Any) -> Any:
    def run(context: "JobContext", tenant: str, kb_id: int, job_id: str) -> None:
        work(Ticket(tenant, kb_id, job_id), context.job.id)

    return run
