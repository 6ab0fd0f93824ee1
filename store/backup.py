"""Saves a whole database into one file, as it was at one moment, while everybody goes on working."""

import os
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, NullPool, create_engine, text

from core.errors import ConfigurationError, InvalidInput, NotReady
from store.backup_file import Manifest, Member, write_manifest, written_member
from store.catalog import KeptTable, kept_tables, quoted, sequences
from store.failure import translated
from store.migration import check_server, head, revision_of

_MOMENT = text("SELECT clock_timestamp()::text AS at, current_setting('server_version') AS server")
# Rows that a policy would leave out are an error then, not a smaller backup.
_SHOW_ALL = text("SET LOCAL row_security = off")
_SPACES = text("""
SELECT s.id FROM space s JOIN pg_index i ON i.indexrelid = to_regclass('embedding_' || s.id || '_idx')
WHERE i.indisvalid ORDER BY 1
""")
_OWNER = text("SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass(:name)")


def save(owner: URL, path: Path) -> Manifest:
    """Write everything the database at ``owner`` holds to ``path``; an older file there is replaced at the end.

    Args:
        owner: The address of the tables' owner.
        path: The file; it can be read by its owner alone.

    Raises:
        NotReady: The database does not answer, or is empty.
        ConfigurationError: The role may not see all rows and does not own the tables.
        InvalidInput: The file cannot be written.
    """
    engine = create_engine(owner, poolclass=NullPool, isolation_level="REPEATABLE READ")
    partial = path.with_name(f"{path.name}.partial")
    with translated(), engine.connect() as connection, connection.begin() as transaction:
        check_server(connection)
        revision = revision_of(connection)
        if revision is None:
            raise NotReady("the database is empty", advice="run: dianmian migrate")
        tables = kept_tables(connection)
        _show_everything(connection, tables)
        try:
            manifest = _write(connection, tables, revision, partial)
            partial.replace(path)
        except OSError as error:
            raise InvalidInput(f"the file cannot be written: {error.strerror or error}", place=str(path)) from error
        finally:
            partial.unlink(missing_ok=True)
        transaction.rollback()
    return manifest


def _show_everything(connection: Connection, tables: list[KeptTable]) -> None:
    """Let the owner see all rows. Where policies hold for the owner too, they are lifted for this transaction alone.

    The change is never committed; until it is undone, others wait at the tables.
    """
    hidden = [table for table in tables if table.hidden]
    for table in hidden:
        if not table.forced or not connection.scalar(_OWNER, {"name": table.name}):
            raise ConfigurationError(
                f"this role is not shown every row of {table.name}",
                place="DIANMIAN_ADMIN_DATABASE_URL",
                advice="name the owner of the tables there",
            )
    for table in hidden:
        connection.execute(text(f"ALTER TABLE {quoted(connection, table.name)} NO FORCE ROW LEVEL SECURITY"))
    connection.execute(_SHOW_ALL)


def _write(connection: Connection, tables: list[KeptTable], revision: str, partial: Path) -> Manifest:
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            moment = connection.execute(_MOMENT).one()
            members = tuple(_copy_out(connection, archive, table) for table in tables)
            spaces = tuple(connection.scalars(_SPACES))
            numbers = sequences(connection)
            manifest = Manifest(revision, _version(), moment.server, moment.at, members, numbers, spaces)
            write_manifest(archive, manifest)
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _copy_out(connection: Connection, archive: zipfile.ZipFile, table: KeptTable) -> Member:
    columns = ", ".join(quoted(connection, column) for column in table.columns)
    source = f"COPY (SELECT {columns} FROM {quoted(connection, table.name)}) TO STDOUT"  # noqa: S608 - names of the catalog
    raw: Any = connection.connection.driver_connection
    with written_member(archive, table.name) as writer:
        with raw.cursor() as cursor, cursor.copy(source) as rows:
            for block in rows:
                writer.write(bytes(block))
        return writer.member(table.name, table.columns)


def _version() -> str:
    try:
        return version("dianmian")
    except PackageNotFoundError:
        return f"schema {head()}"
