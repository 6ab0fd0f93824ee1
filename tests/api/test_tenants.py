"""What another tenant has is not there: on every route, in every listing and stream, and in the database itself."""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import insert, text

from core.settings import Settings
from service.access.keys import NewKey
from service.wiring import Application
from store import conflicts, facts, knowledge_bases
from store.engine import Database
from store.session import Session
from store.tables import JOB, TENANT_TABLES
from tests.api.described import Operation, operations
from tests.api.keyed import Client, bearer, keyed, new_key, serving
from tests.integration.store.test_isolation import service_rows

KB = "机密库"
SECRET = "# 磐石计划\n\n## 期限\n\n磐石文件的保存期限为37年，磐石文件的借阅期限为19天。\n\n| 密级 | 保存期限 |\n|---|---|\n| 磐石甲级 | 83年 |\n"  # noqa: RUF100
MARKS = ("磐石", "83年", "37年")
NO_TENANT_DATA = {"alembic_version", "space", "procrastinate_workers", "procrastinate_periodic_defers"}
_QUEUED = text(
    "INSERT INTO queue.procrastinate_jobs (queue_name, task_name, args) "
    "VALUES ('load', 'load', jsonb_build_object('tenant', current_setting('dianmian.tenant')))"
)


@pytest.fixture
def service(settings: Settings, database: Database) -> Application:
    return keyed(settings, database, requests_per_minute=100_000, questions_per_minute=100_000)


@pytest.fixture
def keys(database: Database) -> dict[str, NewKey]:
    """A key of tenant A and one of tenant B, both good for everything."""
    return {tenant: new_key(database, tenant) for tenant in ("甲", "乙")}


@pytest.fixture
def theirs(service: Application, keys: dict[str, NewKey], database: Database) -> dict[str, str]:
    """Ids of everything tenant A has, by the name of the path parameter or field they are given in."""
    with serving(service, keys["甲"]) as client:
        assert client.post("/v1/kbs", json={"name": KB}).status_code == 201
    with database.session("甲") as session:
        kb = knowledge_bases.get(session, KB)
    path = service.settings.home / "磐石.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SECRET, encoding="utf-8")
    assert service.loader.load(KB, [path], tenant="甲").loaded
    with database.session("甲") as session:
        return {"kb": KB, "key": keys["甲"].key.id, **_ids(session, kb.id)}


def _ids(session: Session, kb_id: int) -> dict[str, str]:
    first = {
        table: session.scalar(text(f"SELECT id FROM {table} WHERE kb_id = :kb ORDER BY id LIMIT 1"), {"kb": kb_id})  # noqa: S608
        for table in ("document", "chunk", "fact")
    }
    pair = [fact.id for fact in facts.by_chunks(session, kb_id, _chunks(session, kb_id), None)][:2]
    clash = conflicts.conflict_of(*pair)
    conflicts.put(session, kb_id, [clash])
    for table, row in service_rows(kb_id):
        if "kb_id" in row:
            session.execute(insert(table).values({**row, **({"state": "running"} if table is JOB else {})}))
    # The queue's own triggers name its tables without their schema.
    session.execute(text("SET LOCAL search_path TO queue, public"))
    session.execute(_QUEUED)
    return {
        **first, "conflict": clash.id, "job": "j1", "asked": "q1", "upload": "u1", "winner": pair[0], "others": pair[1],
        "old": first["document"], "new": first["document"], "run": "夜测", "model": KB,
    }  # fmt: skip


def _chunks(session: Session, kb_id: int) -> list[str]:
    return list(session.scalars(text("SELECT id FROM chunk WHERE kb_id = :kb"), {"kb": kb_id}))


def _never(ids: Mapping[str, str]) -> dict[str, str]:
    """Return ids that never were, of the same form."""
    return {name: value[:-1] + ("0" if value[-1] != "0" else "1") for name, value in ids.items()}


def _told(client: Client, operation: Operation, ids: Mapping[str, str]) -> tuple[int, str]:
    response = client.request(**operation.request(ids))
    body = response.text
    for name in sorted(ids, key=lambda each: -len(ids[each])):
        body = body.replace(ids[name], "<id>")
    return response.status_code, body


@pytest.fixture
def other(service: Application, keys: dict[str, NewKey]) -> Iterator[Client]:
    """A client of tenant B."""
    with serving(service, keys["乙"]) as client:
        yield client


def described(client: Client) -> list[Operation]:
    return list(operations(client.get("/openapi.json").json()))


def _everything(database: Database) -> dict[str, int]:
    with database.owner() as connection:
        return {
            table.name: connection.scalar(text(f"SELECT count(*) FROM {table.name}")) or 0  # noqa: S608
            for table in TENANT_TABLES
            if table.name not in ("rate", "audit_event")
        }


def test_an_id_of_another_tenant_is_as_one_that_never_was(
    theirs: dict[str, str], other: Client, database: Database
) -> None:
    before, asked = _everything(database), 0
    for operation in described(other):
        if not operation.names:
            continue
        found = _told(other, operation, theirs)
        assert found[0] == 404, (str(operation), found)
        assert found == _told(other, operation, _never(theirs)), str(operation)
        asked += 1
    assert asked > 40
    assert _everything(database) == before


def test_nor_does_it_exist_in_a_knowledge_base_of_the_same_name(
    theirs: dict[str, str], other: Client, keys: dict[str, NewKey]
) -> None:
    assert other.post("/v1/kbs", json={"name": KB}).status_code == 201
    asked = 0
    for operation in described(other):
        if len(operation.names) < 2:
            continue
        found = _told(other, operation, theirs)
        assert found[0] == 404, (str(operation), found)
        assert found == _told(other, operation, {**_never(theirs), "kb": KB, "model": KB}), str(operation)
        asked += 1
    assert asked > 12
    other.headers.update(bearer(keys["甲"]))
    assert other.get(f"/v1/kbs/{KB}/documents/{theirs['document']}").status_code == 200


def test_no_other_route_shows_anything(theirs: dict[str, str], other: Client, database: Database) -> None:
    assert other.post("/v1/kbs", json={"name": KB}).status_code == 201
    own = {"kb": KB, "model": KB, "key": "", "document": ""}
    telling = [*MARKS, *(value for name, value in theirs.items() if name not in ("kb", "model") and len(value) > 4)]
    for operation in described(other):
        if len(operation.names) > 1 or "key" in operation.names:
            continue
        response = other.request(**operation.request({name: own.get(name, "") for name in ("kb", "model")}))
        assert response.status_code != 500, (str(operation), response.text)
        assert [mark for mark in telling if mark in response.text] == [], (str(operation), response.text)
    with database.session("甲") as session:
        assert knowledge_bases.statistics(session, knowledge_bases.get(session, KB))["documents"] == 1


def test_listings_hold_ones_own(theirs: dict[str, str], other: Client, keys: dict[str, NewKey]) -> None:
    assert other.get("/v1/kbs").json()["kbs"] == []
    assert [key["id"] for key in other.get("/v1/keys").json()["keys"]] == [keys["乙"].key.id]
    assert {event["target"] for event in other.get("/v1/audit").json()["events"]} == {keys["乙"].key.id}
    assert other.get("/v1/limits").json()["holding"] == {"documents": 0, "stored_bytes": 0}
    other.headers.update(bearer(keys["甲"]))
    assert [kb["name"] for kb in other.get("/v1/kbs").json()["kbs"]] == [KB]
    # One is loaded, one waits.
    assert other.get("/v1/limits").json()["holding"]["documents"] == 2


@pytest.mark.parametrize("tenant", ["", "乙", "甲' OR '1'='1"])
def test_the_database_shows_nothing_without_the_tenant(theirs: dict[str, str], database: Database, tenant: str) -> None:
    with database.owner() as connection:
        names = set(
            connection.scalars(
                text(
                    "SELECT schemaname || '.' || tablename FROM pg_tables "
                    "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
                )
            )
        )
    names = {name for name in names if name.split(".")[1] not in NO_TENANT_DATA}
    assert {table.name for table in TENANT_TABLES} <= {name.split(".")[1] for name in names}
    with database.session(tenant) as session:
        counts = {name: session.scalar(text(f"SELECT count(*) FROM {name}")) for name in names}  # noqa: S608
    expected = {"public.api_key": 1, "public.audit_event": 1} if tenant == "乙" else {}
    assert counts == dict.fromkeys(names, 0) | expected
    with database._engine.connect() as connection:
        assert not any(connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in names)  # noqa: S608


def test_with_the_tenant_it_is_all_there(theirs: dict[str, str], database: Database) -> None:
    with database.session("甲") as session:
        seen = ("document", "chunk", "fact", "job", "upload", "asked", "conflict", "queue.procrastinate_jobs")
        counts = {name: session.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in seen}  # noqa: S608
    assert min(counts.values()) >= 1, counts


def test_streams_stay_with_their_tenant(theirs: dict[str, str], service: Application, keys: dict[str, NewKey]) -> None:
    """Streams of two tenants from knowledge bases of one name, at the same time, in threads of the same pool."""
    path = service.settings.home / "流云.md"
    path.write_text("# 流云计划\n\n流云文件的保存期限为5年，流云文件的借阅期限为9天。\n", encoding="utf-8")
    assert service.loader.load(KB, [path], tenant="乙").loaded
    body = {"question": "文件的保存期限是多久？", "limit": 5}

    def streamed(client: Client, made: NewKey) -> list[dict[str, Any]]:
        headers = {**bearer(made), "Accept": "text/event-stream"}
        with client.stream("POST", f"/v1/kbs/{KB}/ask", json=body, headers=headers) as response:
            assert response.status_code == 200
            lines = list(response.iter_lines())
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]

    with serving(service) as client, ThreadPoolExecutor(6) as pool:
        turns = [("甲", "磐石", "流云"), ("乙", "流云", "磐石")] * 12
        found = list(pool.map(lambda turn: streamed(client, keys[turn[0]]), turns))
    for (_, own, foreign), events in zip(turns, found, strict=True):
        said = json.dumps(events, ensure_ascii=False)
        assert own in said
        assert foreign not in said


# Routes that change nothing of what anybody keeps, though they are no GET: they look, answer, or note what was thought.
_CHANGING_NOTHING = {
    "POST /v1/diff", "POST /v1/lint", "POST /v1/normalise", "POST /v1/kbs/{kb}/ask", "POST /v1/chat/completions", "POST /v1/kbs/{kb}/search",
    "POST /v1/kbs/{kb}/vocabulary/propose", "POST /v1/kbs/{kb}/conflicts/scan",
    "POST /v1/kbs/{kb}/asked/proposals", "POST /v1/kbs/{kb}/asked/{asked}/feedback",
}  # fmt: skip


def test_whatever_a_route_changes_stands_in_the_trail(
    theirs: dict[str, str], other: Client, keys: dict[str, NewKey], database: Database
) -> None:
    """Also of routes to come: one that changes something and notes nothing is found here."""
    other.headers.update(bearer(keys["甲"]))
    noted, silent = set(), set()
    for operation in described(other):
        if operation.method == "GET" or str(operation) in _CHANGING_NOTHING:
            continue
        mine = {**theirs, "key": _other_key(other)}
        before = _last_event(database)
        if other.request(**operation.request(mine)).is_success:
            (noted if _last_event(database) > before else silent).add(str(operation))
    assert silent == set()
    assert len(noted) > 13, noted


def _other_key(client: Client) -> str:
    """Return the id of a key that may go, for the one at work must stay."""
    return str(client.post("/v1/keys", json={"name": "临时", "scopes": ["read"]}).json()["id"])


def _last_event(database: Database) -> int:
    with database.session("甲") as session:
        return session.scalar(text("SELECT max(id) FROM audit_event")) or 0
