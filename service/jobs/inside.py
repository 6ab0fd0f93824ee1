"""A worker in a thread beside the HTTP service, so that one process is all it takes."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from service.jobs.worker import Worker
from service.wiring import Application


@contextmanager
def worker_inside(application: Application, concurrency: int | None = None) -> Iterator[None]:
    """Work on jobs while the block runs: ``concurrency`` at once, or as many as the settings say; 0 is no worker."""
    wanted = application.settings.workers_inside if concurrency is None else concurrency
    if not wanted:
        yield
        return
    worker = Worker(application, concurrency=wanted)
    thread = Thread(target=lambda: asyncio.run(worker.run()), name="worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        worker.stop()
        thread.join(timeout=application.settings.shutdown_seconds + 10)
