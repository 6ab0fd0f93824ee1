"""Database addresses: which driver, which role, and never the password in a message."""

from psycopg.conninfo import make_conninfo
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from core.errors import ConfigurationError
from core.settings import Settings

DRIVER = "postgresql+psycopg"
_OF_WORKER = "-c search_path=queue,public -c dianmian.worker=on"
_NAMES = {"postgres", "postgresql", DRIVER}


def parse_address(text: str, place: str) -> URL:
    """Return ``text`` as an address of the one driver used here.

    Args:
        text: ``postgresql://user:password@host:port/database``.
        place: The setting it came from, for the message.

    Raises:
        ConfigurationError: It is not a PostgreSQL address, or names no user.
    """
    form = "use postgresql://user:password@host:5432/database"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise ConfigurationError("not a database address", place=place, advice=form) from error
    if url.drivername not in _NAMES:
        raise ConfigurationError(f"{url.drivername} is not PostgreSQL", place=place, advice=form)
    if not url.username:
        raise ConfigurationError("the address names no user", place=place, advice=form)
    return url.set(drivername=DRIVER)


def worker_address(url: URL) -> str:
    """Return ``url`` as the driver takes it, for connections that read the queue of all tenants."""
    values = url.translate_connect_args(username="user", database="dbname")
    extra = {name: value for name, value in url.query.items() if name != "options"}
    options = " ".join(filter(None, (str(url.query.get("options", "")), _OF_WORKER)))
    return make_conninfo(**{**values, **extra, "options": options})


def application_address(settings: Settings) -> URL:
    """Return the address of the application role on an external server."""
    return parse_address(settings.database_url, "DATABASE_URL")


def owner_address(settings: Settings) -> URL:
    """Return the address of the role that owns the tables on an external server."""
    if settings.admin_database_url:
        return parse_address(settings.admin_database_url, "DIANMIAN_ADMIN_DATABASE_URL")
    return application_address(settings)
