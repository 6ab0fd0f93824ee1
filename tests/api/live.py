"""The service on a port of loopback, for clients that speak to real servers alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.http.server import Background, listen
from service.wiring import Application


@contextmanager
def live(application: Application) -> Iterator[str]:
    """Serve ``application`` on a free port until the block ends; yield its address without a slash at the end."""
    with Background(application, listen("127.0.0.1", 0)) as server:
        yield server.url
