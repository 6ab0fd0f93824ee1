"""Puts a saved database back: all of it, in one transaction, or nothing."""

import zipfile
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, NullPool, create_engine, text
from sqlalchemy.orm import Session

from core.errors import Conflict, InvalidInput, NotReady
from core.settings import Settings
from store import embeddings
from store.backup_file import Manifest, Member, blocks_of, read_manifest
from store.catalog import kept_tables, quoted
from store.failure import translated
from store.migration import alembic_config, check_server, grant, head, revision_of, turn_of_schema
from store.vector_index import ensure_index

_PATIENCE = text("SET LOCAL lock_timeout = '15s'")
_SET_NUMBER = text("SELECT setval(cast(:name AS regclass), :last)")


def restore(owner: URL, role: str, path: Path, settings: Settings, *, replace: bool = False) -> Manifest:
    """Fill the database at ``owner`` from the backup at ``path``, and bring its schema up to date.

    The schema of the backup's revision is built, filled and migrated in one transaction; indexes of vectors are built
    afterwards, and searches are exact until they stand.

    Args:
        owner: The address of the tables' owner.
        role: The application's role.
        path: The backup.
        settings: How indexes of vectors are built.
        replace: Drop what the database holds.

    Raises:
        InvalidInput: The file is no whole backup, or does not fit its own revision.
        NotReady: It was made by a newer program, or the database does not answer.
        Conflict: The database holds something and ``replace`` is not set, or somebody works in it.
    """
    manifest = read_manifest(path)
    if manifest.revision > head():
        raise NotReady(f"the backup is of revision {manifest.revision}", place=str(path), advice="update this program")
    engine = create_engine(owner, poolclass=NullPool)
    with translated(), engine.begin() as connection, zipfile.ZipFile(path) as archive:
        connection.execute(_PATIENCE)
        turn_of_schema(connection)
        check_server(connection)
        _clear(connection, replace=replace)
        _fill(connection, archive, manifest)
        grant(connection, role)
    _finish(owner, manifest, settings)
    return manifest


def _clear(connection: Connection, *, replace: bool) -> None:
    from alembic import command

    if revision_of(connection) is None:
        return
    if not replace and (full := _first_with_rows(connection)):
        raise Conflict(
            f"the database is not empty: {full} holds rows",
            advice="restore into an empty one, or add --replace to drop what is there",
        )
    command.downgrade(alembic_config(connection), "base")


def _first_with_rows(connection: Connection) -> str | None:
    for table in kept_tables(connection):
        name = quoted(connection, table.name)
        if table.forced:
            # Undone with this transaction when it refuses, and dropped with the table when it does not.
            connection.execute(text(f"ALTER TABLE {name} NO FORCE ROW LEVEL SECURITY"))
        if connection.scalar(text(f"SELECT EXISTS (SELECT FROM {name})")):  # noqa: S608 - names of the catalog
            return table.name
    return None


def _fill(connection: Connection, archive: zipfile.ZipFile, manifest: Manifest) -> None:
    from alembic import command

    command.upgrade(alembic_config(connection), manifest.revision)
    _check_fit(connection, manifest)
    for member in manifest.members:
        name = quoted(connection, member.table)
        # What triggers do was done when the rows were first written.
        connection.execute(text(f"ALTER TABLE {name} DISABLE TRIGGER USER"))
        _copy_in(connection, archive, member, name)
        connection.execute(text(f"ALTER TABLE {name} ENABLE TRIGGER USER"))
    for sequence, last in manifest.sequences.items():
        connection.execute(_SET_NUMBER, {"name": sequence, "last": last})
    command.upgrade(alembic_config(connection), "head")


def _check_fit(connection: Connection, manifest: Manifest) -> None:
    """Names in the file become SQL only where the schema has them."""
    known = {table.name: set(table.columns) for table in kept_tables(connection)}
    saved = {member.table: set(member.columns) for member in manifest.members}
    if saved != known:
        odd = sorted(name for name in {*known, *saved} if known.get(name) != saved.get(name))
        raise InvalidInput(f"the backup does not fit revision {manifest.revision}", place=", ".join(odd[:3]))


def _copy_in(connection: Connection, archive: zipfile.ZipFile, member: Member, name: str) -> None:
    columns = ", ".join(quoted(connection, column) for column in member.columns)
    raw: Any = connection.connection.driver_connection
    with raw.cursor() as cursor:
        with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as rows:
            for block in blocks_of(archive, member):
                rows.write(block)
        if cursor.rowcount != member.rows:
            raise InvalidInput(f"{cursor.rowcount} rows instead of {member.rows}", place=member.name)


def _finish(owner: URL, manifest: Manifest, settings: Settings) -> None:
    engine = create_engine(owner, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with translated(), engine.connect() as connection:
        for space_id in manifest.indexed_spaces:
            space = embeddings.get_space(Session(connection), space_id)
            ensure_index(connection, space, m=settings.hnsw_m, ef_construction=settings.hnsw_ef_construction)
        for member in manifest.members:
            connection.execute(text(f"ANALYZE {quoted(connection, member.table)}"))
