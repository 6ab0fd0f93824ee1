"""Listening and serving."""

import math
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn

from core.errors import ConfigurationError
from service.http.app import create_app
from service.jobs.inside import worker_inside
from service.wiring import Application

if TYPE_CHECKING:
    from types import TracebackType


def listen(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """Return a socket listening on ``host`` and ``port``; with ``or_any`` on a free port when that one is taken.

    Raises:
        ConfigurationError: The address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family)
    try:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((host, port))
        server.listen(128)
    except OSError as error:
        server.close()
        if or_any and port:
            return listen(host, 0)
        raise ConfigurationError(
            f"cannot listen on {host}:{port}: {error.strerror}",
            place="DIANMIAN_PORT",
            advice="choose another with --port, or --port 0 for a free one",
        ) from error
    return server


def run(application: Application, server: socket.socket) -> None:
    """Serve until interrupted or told to end.

    Then nothing new is let in, and what runs, streams too, has ``shutdown_seconds`` to end.
    """
    with _ending_quietly(), worker_inside(application):
        _server(application).run(sockets=[server])


@contextmanager
def _ending_quietly() -> Iterator[None]:
    """Let whoever called end in order: the server raises the signal that stopped it again, which kills a process."""
    before = signal.signal(signal.SIGTERM, _raise_exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _raise_exit(_number: int, _frame: object) -> None:
    raise SystemExit(0)


class Background:
    """A server in a thread of its own, for as long as the block runs."""

    def __init__(self, application: Application, server: socket.socket) -> None:
        self._server = _server(application)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [server]}, daemon=True)
        host, port = server.getsockname()[:2]
        self.url = f"http://{host}:{port}"

    def __enter__(self) -> "Background":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=30)


def _server(application: Application) -> uvicorn.Server:
    # Requests are logged by the application itself, without what they hold.
    config = uvicorn.Config(
        create_app(application),
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=math.ceil(application.settings.shutdown_seconds),
    )
    return uvicorn.Server(config)
