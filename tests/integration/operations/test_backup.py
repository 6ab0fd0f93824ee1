"""A backup holds every row of every tenant, and a restore brings back all of it or nothing."""

import json
import stat
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import NullPool, create_engine, text
from typer.testing import CliRunner

from core.errors import ConfigurationError, Conflict, InvalidInput, NotReady
from core.settings import Settings, load_settings
from service.asked.asking import ask
from service.cli.app import app
from service.logs import configure
from service.wiring import Application, build
from store import embeddings, knowledge_bases
from store.backup import save
from store.backup_file import MANIFEST, read_manifest
from store.catalog import kept_tables, quoted
from store.engine import Database, acting_for, open_database
from store.migration import upgrade_at
from store.restoring import restore
from store.roles import APPLICATION, OWNER
from store.vector_index import ensure_index, has_index
from tests.api.conftest import DELIVERY, RETURNS
from tests.conftest import Addresses, as_text, superuser

QUESTIONS = ("金叶会员的退货期限是多久？", "外省订单多久送达？", "咖啡厅的牛肉面多少钱一碗？")
Rows = dict[str, list[str]]


@pytest.fixture(scope="module", autouse=True)
def quiet() -> None:
    configure("error")


@pytest.fixture
def full(settings: Settings, database: Database, tmp_path: Path) -> Application:
    """Two tenants with documents, an index of vectors, a waiting job, a key, and questions in the log."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "退货规则.md").write_text(RETURNS)
    (folder / "配送说明.md").write_text(DELIVERY)
    application = build(settings, database)
    for tenant in ("local", "别家"):
        with acting_for(tenant):
            assert not application.loader.load("books", [folder]).failures
            ask(application, "http", "books", QUESTIONS[0])
    assert application.question_log.flush()
    with database.session() as session:
        kb = knowledge_bases.get(session, "books")
        session.execute(text("SET LOCAL search_path TO queue, public"))
        session.execute(
            text(
                "INSERT INTO queue.procrastinate_jobs (queue_name, task_name, args) VALUES ('q', 't', '{\"tenant\": \"local\"}')"
            )
        )
        session.execute(
            text(
                "INSERT INTO api_key (tenant, id, name, digest, scopes, created_by) VALUES ('local', 'k', 'n', 'd', '{read}', 'x')"
            )
        )
        session.execute(
            text(
                "INSERT INTO job (kb_id, id, kind, request, created_by) VALUES (:kb, 'j1', 'load', '{\"名\\t\\\\n\": 1}', 'x')"
            ),
            {"kb": kb.id},
        )
        space = embeddings.get_space(session, str(kb.space_id))
    with database.owner() as connection:
        ensure_index(connection, space)
    return application


@pytest.fixture
def empty(addresses: Addresses) -> Iterator[Addresses]:
    """Another database of the same server, with nothing in it but the extension."""
    name = f"{addresses.database}_restored"
    with superuser(addresses.server) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" OWNER {OWNER} TEMPLATE template0')
    with superuser(addresses.server, name) as connection:
        connection.execute("CREATE EXTENSION vector")
    yield Addresses(addresses.server, name)
    with superuser(addresses.server) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def rows_of(addresses: Addresses) -> Rows:
    """Return every row of every table as text, as the superuser sees them."""
    engine = create_engine(addresses.superuser, poolclass=NullPool)
    with engine.connect() as connection:
        return {
            table.name: sorted(
                connection.scalars(text(f"SELECT t::text FROM {quoted(connection, table.name)} t"))  # noqa: S608
            )
            for table in kept_tables(connection)
        }


def answers(application: Application) -> list[tuple[str, str, Any]]:
    found = []
    for tenant in ("local", "别家"):
        for question in QUESTIONS:
            answer = application.retriever.ask("books", question, tenant=tenant)
            found.append((tenant, answer.text, [passage.score for passage in answer.passages]))
    return found


def settings_for(addresses: Addresses, home: Path) -> Settings:
    return load_settings(
        home=home,
        DATABASE_URL=as_text(addresses.application),
        admin_database_url=as_text(addresses.owner),
        _env_file=None,
    )


def test_there_and_back(full: Application, addresses: Addresses, empty: Addresses, tmp_path: Path) -> None:
    file = tmp_path / "all.dianmian"
    before, told = rows_of(addresses), answers(full)
    manifest = save(addresses.owner, file)
    assert {member.table: member.rows for member in manifest.members} == {
        name: len(rows) for name, rows in before.items()
    }
    assert {"public.document", "queue.procrastinate_jobs", "public.asked", "public.api_key"} <= {
        name for name, rows in before.items() if rows
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.with_name(file.name + ".partial").exists()

    restore(empty.owner, APPLICATION, file, full.settings)
    assert rows_of(empty) == before
    restored = open_database(settings_for(empty, tmp_path))
    try:
        assert answers(build(settings_for(empty, tmp_path), restored)) == told
        with restored.session() as session:
            kb = knowledge_bases.get(session, "books")
            assert has_index(session, embeddings.get_space(session, str(kb.space_id)))
            last = max(int(row.split(",")[0].strip("(")) for row in before["public.knowledge_base"])
            assert knowledge_bases.create(session, "新的").id > last
        with restored.session("别家") as session:
            assert [one.name for one in knowledge_bases.list_all(session)] == ["books"]
    finally:
        restored.close()


def test_it_is_one_moment_while_others_write(full: Application, addresses: Addresses, tmp_path: Path) -> None:
    """A writer adds a knowledge base and its document's log together; no backup holds one without the other."""
    over = threading.Event()

    def write() -> None:
        number = 0
        while not over.is_set():
            with full.database.session() as session:
                kb = knowledge_bases.create(session, f"w{number}")
                session.execute(
                    text("INSERT INTO job (kb_id, id, kind, request, created_by) VALUES (:kb, 'w', 'load', '{}', 'x')"),
                    {"kb": kb.id},
                )
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for turn in range(3):
            file = tmp_path / f"{turn}"
            save(addresses.owner, file)
            with zipfile.ZipFile(file) as archive:
                bases = archive.read("tables/public.knowledge_base.copy").decode().splitlines()
                jobs = archive.read("tables/public.job.copy").decode().splitlines()
            made = {line.split("\t")[0] for line in bases if "\tw" in line}
            assert made == {line.split("\t")[0] for line in jobs if "\tw\t" in line}
    finally:
        over.set()
        writer.join()


def test_one_role_for_everything_hides_nothing(
    full: Application, addresses: Addresses, empty: Addresses, tmp_path: Path
) -> None:
    """Where the application owns the tables, policies hold for the owner too: they must not thin the backup out."""
    everything = rows_of(addresses)
    file, again = tmp_path / "one", tmp_path / "two"
    save(addresses.owner, file)
    restore(empty.owner, OWNER, file, full.settings)
    with create_engine(empty.owner, poolclass=NullPool).connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM knowledge_base")) == 0, "policies hold for the owner"
    save(empty.owner, again)
    sums = [{member.table: member.rows for member in read_manifest(path).members} for path in (file, again)]
    assert sums[0] == sums[1] == {name: len(rows) for name, rows in everything.items()}
    with create_engine(empty.owner, poolclass=NullPool).connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM knowledge_base")) == 0, "policies still hold afterwards"
    restore(empty.owner, OWNER, again, full.settings, replace=True)
    assert rows_of(empty) == everything


def test_a_role_that_may_not_see_everything_is_refused(full: Application, addresses: Addresses, tmp_path: Path) -> None:
    with pytest.raises((ConfigurationError, NotReady)):
        save(addresses.application, tmp_path / "thin")
    assert list(tmp_path.glob("thin*")) == []


def test_a_full_database_is_not_overwritten_unasked(full: Application, addresses: Addresses, tmp_path: Path) -> None:
    file = tmp_path / "all"
    save(addresses.owner, file)
    before = rows_of(addresses)
    with pytest.raises(Conflict, match="--replace") as caught:
        restore(addresses.owner, APPLICATION, file, full.settings)
    assert "not empty" in caught.value.message
    assert rows_of(addresses) == before


def test_a_database_in_use_is_left_alone(
    full: Application, addresses: Addresses, tmp_path: Path, monkeypatch: Any
) -> None:
    from store import restoring

    monkeypatch.setattr(restoring, "_PATIENCE", text("SET LOCAL lock_timeout = '200ms'"))
    file = tmp_path / "all"
    save(addresses.owner, file)
    with full.database.session() as session:
        knowledge_bases.list_all(session)
        with pytest.raises(Conflict):
            restore(addresses.owner, APPLICATION, file, full.settings, replace=True)
    assert "15天" in full.retriever.ask("books", QUESTIONS[0]).text


@pytest.fixture
def file(full: Application, addresses: Addresses, tmp_path: Path) -> Path:
    path = tmp_path / "all"
    save(addresses.owner, path)
    return path


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 0xFF
    path.write_bytes(content)


def _rewrite(path: Path, change: Any) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def _other_rows(path: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["tables/public.fact.copy"] = members["tables/public.fact.copy"].replace(
            "15天".encode(), "95天".encode()
        )

    _rewrite(path, change)


def _missing(path: Path) -> None:
    _rewrite(path, lambda members: members.pop("tables/public.fact.copy"))


def _more(path: Path) -> None:
    _rewrite(path, lambda members: members.update({"../evil": b"x"}))


def _of_another_schema(path: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        manifest = json.loads(members[MANIFEST])
        for member in manifest["members"]:
            if member["table"] == "public.fact":
                member["table"] = 'public.fact"; DROP TABLE document; --'
        members['tables/public.fact"; DROP TABLE document; --.copy'] = members.pop("tables/public.fact.copy")
        members[MANIFEST] = json.dumps(manifest).encode()

    _rewrite(path, change)


def _no_zip(path: Path) -> None:
    path.write_text("rows")


@pytest.mark.parametrize("spoil", [_cut, _flip, _other_rows, _missing, _more, _of_another_schema, _no_zip])
def test_a_spoilt_file_changes_nothing(file: Path, full: Application, addresses: Addresses, spoil: Any) -> None:
    before = rows_of(addresses)
    spoil(file)
    with pytest.raises(InvalidInput) as caught:
        restore(addresses.owner, APPLICATION, file, full.settings, replace=True)
    assert caught.value.message
    assert rows_of(addresses) == before


def test_a_backup_of_a_newer_program_is_refused(file: Path, full: Application, addresses: Addresses) -> None:
    def change(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), "revision": "9999"}).encode()

    _rewrite(file, change)
    with pytest.raises(NotReady, match="9999"):
        restore(addresses.owner, APPLICATION, file, full.settings, replace=True)


def test_the_commands(full: Application, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in (
        ("DATABASE_URL", settings.database_url),
        ("DIANMIAN_ADMIN_DATABASE_URL", settings.admin_database_url),
        ("DIANMIAN_HOME", str(settings.home)),
        ("DIANMIAN_LOG_LEVEL", "error"),
    ):
        monkeypatch.setenv(name, value)
    path = tmp_path / "by-command"
    done = CliRunner().invoke(app, ["backup", str(path), "--json"])
    assert json.loads(done.stdout)["tables"]["public.document"] == 4
    refused = CliRunner().invoke(app, ["restore", str(path), "--json"])
    assert (refused.exit_code, json.loads(refused.stdout)["type"]) == (73, "conflict")
    with full.database.session() as session:
        knowledge_bases.delete(session, knowledge_bases.get(session, "books").id)
    assert CliRunner().invoke(app, ["restore", str(path), "--replace", "--json"]).exit_code == 0
    assert "15天" in build(settings, full.database).retriever.ask("books", QUESTIONS[0]).text
    missing = CliRunner().invoke(app, ["restore", str(tmp_path / "nowhere"), "--replace", "--json"])
    assert (missing.exit_code, json.loads(missing.stdout)["type"]) == (65, "invalid-input")


def test_an_older_backup_is_brought_up_to_date(empty: Addresses, addresses: Addresses, tmp_path: Path) -> None:
    """A database of revision 0008 is saved, restored by this program, and is then of its newest revision."""
    from alembic import command

    from store.migration import alembic_config, head, revision_at

    engine = create_engine(empty.owner, poolclass=NullPool)
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0008")
        connection.execute(text("INSERT INTO knowledge_base (tenant, name) VALUES ('local', '旧库')"))
    path = tmp_path / "old"
    assert save(empty.owner, path).revision == "0008"
    restore(empty.owner, APPLICATION, path, load_settings(_env_file=None), replace=True)
    assert revision_at(empty.owner) == head()
    assert any("旧库" in row for row in rows_of(empty)["public.knowledge_base"])
    assert upgrade_at(empty.owner, APPLICATION) == head()
