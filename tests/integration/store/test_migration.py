"""The schema goes up and down, equals the models, and is never used when it is behind."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, NullPool, create_engine, inspect, text

from core.errors import ConfigurationError, NotReady
from core.settings import Settings, load_settings
from store import documents, knowledge_bases, migration
from store.engine import open_database
from store.roles import APPLICATION, OWNER
from store.tables import METADATA, TENANT_TABLES
from tests.conftest import Addresses, as_text, superuser
from tests.integration.store.conftest import sample

_DOCUMENT_0001 = """
INSERT INTO document (kb_id, id, source_name, title, media_type, sha256, version, series, metadata, markdown, blocks,
    parser, warnings, health, fingerprint, chunk_count, token_count)
VALUES (:kb, 'doc_' || :name, :name || '.md', :name, 'text/markdown', '', '', '', CAST(:metadata AS jsonb), '', '[]',
    '', '[]', '{}', '', 0, 0)
"""


@pytest.fixture
def empty(addresses: Addresses) -> Iterator[Addresses]:
    """An empty database with the extension, as an administrator leaves it."""
    name = f"{addresses.database}_empty"
    with superuser(addresses.server) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" OWNER {OWNER}')
        with superuser(addresses.server, name) as inside:
            inside.execute("CREATE EXTENSION vector")
        yield Addresses(addresses.server, name)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def settings_of(addresses: Addresses, *, admin: bool = True) -> Settings:
    owner = as_text(addresses.owner) if admin else ""
    return load_settings(DATABASE_URL=as_text(addresses.application), admin_database_url=owner, _env_file=None)


@pytest.fixture
def owner(addresses: Addresses) -> Iterator[Connection]:
    engine = create_engine(addresses.owner, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


def test_the_schema_equals_the_models(empty: Addresses) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    # A database of its own: those that tests load into get an index for each embedding space.
    migration.upgrade(settings_of(empty))
    with create_engine(empty.owner, poolclass=NullPool).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_newest_number_is_the_newest_migration(owner: Connection) -> None:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migration.alembic_config(owner))
    assert scripts.get_heads() == [migration.head()]


def test_every_tenant_table_is_guarded(owner: Connection) -> None:
    guarded = owner.execute(
        text("SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid WHERE relrowsecurity")
    ).scalars()
    queue = {"procrastinate_jobs", "procrastinate_events"}
    assert set(guarded) == {table.name for table in TENANT_TABLES} | queue


def test_up_from_nothing_then_down_and_up_again(empty: Addresses) -> None:
    from alembic import command

    settings = settings_of(empty)
    assert migration.current(settings) is None
    with pytest.raises(NotReady, match="dianmian migrate"):
        open_database(settings)
    assert migration.upgrade(settings) == migration.upgrade(settings) == migration.current(settings)
    open_database(settings).close()
    engine = create_engine(empty.owner, poolclass=NullPool)
    with engine.begin() as connection:
        command.downgrade(migration.alembic_config(connection), "base")
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    migration.upgrade(settings)
    open_database(settings).close()


def test_data_of_the_first_schema_is_kept_and_learns_its_repeals(empty: Addresses) -> None:
    from alembic import command

    engine = create_engine(empty.owner, poolclass=NullPool)
    with engine.begin() as connection:
        command.upgrade(migration.alembic_config(connection), "0001")
        connection.execute(text(f"GRANT SELECT ON alembic_version TO {APPLICATION}"))
        kb = connection.scalar(text("INSERT INTO knowledge_base (tenant, name) VALUES ('local', '客服') RETURNING id"))
        for name, metadata in (("旧办法", "{}"), ("新办法", '{"series": "新办法"}')):
            connection.execute(text(_DOCUMENT_0001), {"kb": kb, "name": name, "metadata": metadata})
    settings = settings_of(empty)
    with pytest.raises(NotReady, match="dianmian migrate"):
        open_database(settings)
    migration.upgrade(settings)
    database = open_database(settings)
    try:
        with database.session() as session:
            names = [document.source_name for document in documents.listing(session, kb)]
            assert names == ["新办法.md", "旧办法.md"]
            old = documents.find(session, kb, "旧办法.md")
            assert old is not None
            assert not documents.sources(session, kb, [old.id])[old.id].superseded
            sample("新办法.md", ["新办法正文"], repeals="旧办法").store(session, kb)
            assert documents.sources(session, kb, [old.id])[old.id].superseded
    finally:
        database.close()


def test_a_newer_schema_is_refused(empty: Addresses) -> None:
    settings = settings_of(empty)
    migration.upgrade(settings)
    with superuser(empty.server, empty.database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NotReady, match="newer"):
        open_database(settings)


def test_one_role_for_everything_is_guarded_too(empty: Addresses) -> None:
    settings = load_settings(DATABASE_URL=as_text(empty.owner), _env_file=None)
    migration.upgrade(settings)
    database = open_database(settings)
    with database.session() as session:
        knowledge_bases.create(session, "客服")
    with database.session("other") as session:
        assert knowledge_bases.list_all(session) == []
    database.close()


def test_migrating_as_the_application_says_what_is_wrong(empty: Addresses) -> None:
    with pytest.raises(ConfigurationError, match="may not"):
        migration.upgrade(settings_of(empty, admin=False))


def test_a_missing_role_is_named(empty: Addresses) -> None:
    with pytest.raises(ConfigurationError, match="no database role nobody"):
        migration.upgrade_at(empty.owner, "nobody")
    assert migration.revision_at(empty.owner) is None


def test_a_server_without_the_extension_is_explained(empty: Addresses) -> None:
    with superuser(empty.server, empty.database) as connection:
        connection.execute("DROP EXTENSION vector")
    with pytest.raises(ConfigurationError, match="CREATE EXTENSION vector"):
        migration.upgrade_at(empty.owner, APPLICATION)
