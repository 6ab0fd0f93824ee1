"""The SQL that docs/scaling.md gives is run as it stands there, and the product works over partitions as before."""

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import NullPool, create_engine, text

from core.settings import Settings, load_settings
from service.wiring import Application, build
from store import documents, embeddings, knowledge_bases
from store.backup import save
from store.engine import acting_for, open_database
from store.roles import DATABASE, OWNER
from store.vector_index import ensure_index, has_index
from tests.api.conftest import DELIVERY, RETURNS
from tests.conftest import Addresses, as_text, superuser

PAGE = Path(__file__).parents[3] / "docs" / "scaling.md"
PARTITIONED = ("embedding", "posting", "posting_block")
QUESTIONS = ("金叶会员的退货期限是多久？", "外省订单多久送达？", "咖啡厅的牛肉面多少钱一碗？")


@pytest.fixture
def own(addresses: Addresses) -> Iterator[Addresses]:
    """A migrated database that is gone afterwards: no other test must find partitions."""
    name = f"{addresses.database}_parts"
    with superuser(addresses.server) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE {DATABASE} OWNER {OWNER}')
    yield Addresses(addresses.server, name)
    with superuser(addresses.server) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def application(own: Addresses, tmp_path: Path) -> Iterator[Application]:
    settings: Settings = load_settings(
        home=tmp_path,
        DATABASE_URL=as_text(own.application),
        admin_database_url=as_text(own.owner),
        _env_file=None,
    )
    database = open_database(settings)
    yield build(settings, database)
    database.close()


def statement() -> str:
    block = re.search(
        r"<!-- partitions -->\s+```sql\n(.*?)```\s+<!-- end partitions -->", PAGE.read_text("utf-8"), re.DOTALL
    )
    assert block is not None
    return block[1]


def answers(application: Application) -> list[object]:
    found: list[object] = []
    for tenant in ("local", "别家"):
        for question in QUESTIONS:
            answer = application.retriever.ask("books", question, tenant=tenant)
            found.append((answer.text, [(passage.chunk.id, passage.score) for passage in answer.passages]))
    return found


def test_the_product_over_partitions(application: Application, own: Addresses, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "退货规则.md").write_text(RETURNS)
    (folder / "配送说明.md").write_text(DELIVERY)
    for tenant in ("local", "别家"):
        with acting_for(tenant):
            assert not application.loader.load("books", [folder]).failures
    with application.database.session() as session:
        kb = knowledge_bases.get(session, "books")
        space = embeddings.get_space(session, str(kb.space_id))
    with application.database.owner() as connection:
        ensure_index(connection, space)
    before = answers(application)

    engine = create_engine(own.owner, poolclass=NullPool)
    with psycopg.connect(host=str(own.owner.query["host"]), user=OWNER, dbname=own.database) as raw:
        raw.execute(statement().encode())
    with engine.connect() as connection:
        for name in PARTITIONED:
            kind = connection.scalar(
                text("SELECT relkind FROM pg_class WHERE oid = cast(:name AS regclass)"), {"name": name}
            )
            assert kind in ("p", b"p")
            secured = "SELECT relrowsecurity FROM pg_class WHERE oid = cast(:name AS regclass)"
            assert connection.scalar(text(secured), {"name": name})
    assert answers(application) == before
    with application.database.session() as session:
        assert has_index(session, space)
        plan = session.scalars(
            text("EXPLAIN SELECT * FROM posting WHERE kb_id = :kb AND term = 7"), {"kb": kb.id}
        ).all()
        assert len(set(re.findall(r"posting_\d+ ", "\n".join(plan)))) == 1, (
            "one partition answers for one knowledge base"
        )
    with application.database.session("别家") as session:
        assert session.scalar(text("SELECT count(*) FROM embedding WHERE kb_id = :kb"), {"kb": kb.id}) == 0

    (folder / "借书证.md").write_text("# 借书证\n\n借书证的补办费用为8元。\n")
    assert not application.loader.load("books", [folder]).failures
    assert "8元" in application.retriever.ask("books", "借书证的补办费用是多少？").text
    with application.database.session() as session:
        card = documents.find(session, kb.id, "借书证.md")
        assert card is not None
    application.loader.delete("books", card.id)
    assert answers(application) == before
    with application.database.owner() as connection:
        connection.execute(text(f"DROP INDEX embedding_{space.id}_idx"))
        assert ensure_index(connection, space), "an index is built over partitions too"
    manifest = save(own.owner, tmp_path / "parts")
    rows = {member.table: member.rows for member in manifest.members}
    assert rows["public.embedding"] > 0
    assert "public.embedding_0" not in rows
