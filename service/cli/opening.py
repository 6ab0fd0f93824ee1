"""Opening the application for one command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.settings import load_settings

if TYPE_CHECKING:
    from service.wiring import Application


@contextmanager
def opened() -> Iterator["Application"]:
    """Open the application as the settings say, and close it at the end.

    Raises:
        NotReady, ConfigurationError: The database cannot be used; see ``store.engine.open_database``.
    """
    # Imported here: database and model libraries take a second that --help must not cost.
    from service.logs import configure
    from service.operations.tracing import start_tracing
    from service.secrecy import secrets_of
    from service.wiring import open_application

    settings = load_settings()
    configure(settings.log_level, settings.log_format, secrets_of(settings))
    stop_tracing = start_tracing(settings)
    try:
        with open_application(settings) as application:
            yield application
    finally:
        stop_tracing()
