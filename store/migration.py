"""Brings the database schema up to date, and tells how far it is."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from psycopg.errors import InsufficientPrivilege
from sqlalchemy import URL, Connection, NullPool, create_engine, text
from sqlalchemy.exc import ProgrammingError

from core.errors import ConfigurationError, NotReady
from core.settings import Settings
from store.address import application_address, owner_address
from store.embedded import EmbeddedServer
from store.failure import translated
from store.roles import APPLICATION
from store.tables import METADATA, TENANT_TABLES

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 6_045_198_322
_REVISION = text("SELECT version_num FROM alembic_version")
_HAS_REVISION = text("SELECT to_regclass('alembic_version') IS NOT NULL")
_OWNS = text("SELECT pg_has_role(:role, current_user, 'USAGE')")
_ROLE_EXISTS = text("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = :role)")
_EXTENSION = text("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
_CAN_CREATE = text("SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')")
_SERVER = text("SELECT current_setting('server_version_num')::int")


def upgrade(settings: Settings) -> str:
    """Bring the schema up to date and return its revision. Safe to run twice, and by two at once.

    Raises:
        NotReady: The database does not answer.
        ConfigurationError: An address is wrong, the server is too old, or pgvector is missing.
    """
    if settings.database_url:
        role = application_address(settings).username or ""
        return upgrade_at(owner_address(settings), role)
    server = EmbeddedServer(settings.home)
    server.start()
    try:
        server.prepare()
        return upgrade_at(server.owner_address(), APPLICATION)
    finally:
        server.close()


def current(settings: Settings) -> str | None:
    """Return the revision of the schema, ``None`` for an empty database."""
    if settings.database_url:
        return revision_at(owner_address(settings))
    server = EmbeddedServer(settings.home)
    server.start()
    try:
        server.prepare()
        return revision_at(server.owner_address())
    finally:
        server.close()


def head() -> str:
    """Return the newest revision this program knows: the largest number in ``migrations/versions``."""
    return max(path.name.split("_")[0] for path in (_folder() / "versions").glob("[0-9]*_*.py"))


def upgrade_at(owner: URL, role: str) -> str:
    """Bring the schema at ``owner`` up to date and let ``role``, the application, use it."""
    from alembic import command

    engine = create_engine(owner, poolclass=NullPool)
    with translated(), _privileged(owner), engine.begin() as connection:
        turn_of_schema(connection)
        check_server(connection)
        command.upgrade(alembic_config(connection), "head")
        grant(connection, role)
    return head()


def revision_at(address: URL) -> str | None:
    """Return the revision of the schema at ``address``, ``None`` for an empty database."""
    engine = create_engine(address, poolclass=NullPool)
    with translated(), engine.connect() as connection:
        return revision_of(connection)


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the schema behind ``connection``, ``None`` for an empty database."""
    if not connection.scalar(_HAS_REVISION):
        return None
    revision: str | None = connection.scalar(_REVISION)
    return revision


def check_revision(connection: Connection) -> None:
    """Check that the schema is exactly the one this program knows.

    Raises:
        NotReady: It is behind, or ahead.
    """
    found = revision_of(connection)
    if found == head():
        return
    if found is not None and found > head():
        raise NotReady(f"the database is at revision {found}, newer than this program", advice="update this program")
    raise NotReady(f"the database is at revision {found or 'none'}, not {head()}", advice="run: dianmian migrate")


def check_server(connection: Connection) -> None:
    """Check the versions of PostgreSQL and pgvector.

    Raises:
        ConfigurationError: PostgreSQL is older than 15, or pgvector is missing or older than 0.8.
    """
    number = int(connection.scalar(_SERVER) or 0)
    if number < 150_000:
        raise ConfigurationError(f"PostgreSQL {number // 10_000} is too old", advice="use PostgreSQL 15 or newer")
    version = connection.scalar(_EXTENSION)
    if version is None and not connection.scalar(_CAN_CREATE):
        raise ConfigurationError("the server has no pgvector", advice="install pgvector 0.8 or newer on the server")
    if version is not None and tuple(int(part) for part in version.split(".")[:2]) < (0, 8):
        raise ConfigurationError(f"pgvector {version} is too old", advice="run: ALTER EXTENSION vector UPDATE")


def alembic_config(connection: Connection) -> "Config":
    """Return the configuration that runs alembic on ``connection``."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


@contextmanager
def _privileged(owner: URL) -> Iterator[None]:
    try:
        yield
    except ProgrammingError as error:
        if not isinstance(error.orig, InsufficientPrivilege):
            raise
        raise ConfigurationError(
            f"the database role {owner.username} may not change the schema",
            place="DIANMIAN_ADMIN_DATABASE_URL",
            advice="name the database's owner there; where pgvector is missing, "
            "an administrator runs: CREATE EXTENSION vector",
        ) from error


def _folder() -> Path:
    spec = importlib.util.find_spec("migrations")
    if spec is None or spec.origin is None:
        raise ConfigurationError("the migrations are not installed", advice="install the package again")
    return Path(spec.origin).parent


def turn_of_schema(connection: Connection) -> None:
    """Wait until nobody else changes the schema, and keep others waiting until the end of the transaction."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})


def grant(connection: Connection, role: str) -> None:
    """Let ``role``, the application, use the tables; where it owns them, policies hold for it too.

    Raises:
        ConfigurationError: There is no such role.
    """
    if not connection.scalar(_ROLE_EXISTS, {"role": role}):
        raise ConfigurationError(f"there is no database role {role}", place="DATABASE_URL", advice="create the role")
    quote = connection.dialect.identifier_preparer.quote_identifier
    connection.execute(text(f"GRANT SELECT ON alembic_version, space TO {quote(role)}"))
    connection.execute(text(f"GRANT INSERT ON space TO {quote(role)}"))
    names = ", ".join(quote(table.name) for table in METADATA.sorted_tables if table.name != "space")
    connection.execute(text(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {names} TO {quote(role)}"))
    connection.execute(text(f"GRANT USAGE ON SCHEMA queue TO {quote(role)}"))
    connection.execute(text(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA queue TO {quote(role)}"))
    connection.execute(text(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA queue TO {quote(role)}"))
    if connection.scalar(_OWNS, {"role": role}):
        # An owner passes row-level security unless it is forced; one role for both is common on small servers.
        for table in TENANT_TABLES:
            connection.execute(text(f"ALTER TABLE {quote(table.name)} FORCE ROW LEVEL SECURITY"))
        for name in ("procrastinate_jobs", "procrastinate_events"):
            connection.execute(text(f"ALTER TABLE queue.{name} FORCE ROW LEVEL SECURITY"))
