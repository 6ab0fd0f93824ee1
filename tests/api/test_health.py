"""Health, readiness and metrics: what they say, to whom, and what they never say."""

import dataclasses
import re
from typing import Any

import pytest
from litestar.testing import TestClient
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from sqlalchemy import text

from core.errors import UpstreamFailed
from core.settings import Settings
from service.asked.asking import ask
from service.http.app import create_app
from service.operations import metrics as known
from service.wiring import Application, build
from store.engine import Database
from store.queue_counts import STATES
from tests.api.conftest import Client, send

QUESTION = "金叶会员的退货期限是多久？"
SETS = {
    "method": known.METHODS | {known.OTHER},
    "door": known.DOORS | {known.OTHER},
    "stage": known.ASK_STAGES | known.LOAD_STAGES | {known.OTHER},
    "grade": {"exact_approved", "exact_candidate", "quoted", "written", "none"},
    "refused": {"yes", "no"},
    "part": known.PARTS | {known.OTHER},
    "error": known.ERRORS | {"none", known.OTHER},
    "model": known.CALLS,
    "state": {*STATES, "in_use", "idle", "limit"},
}


def samples(page: str) -> list[tuple[str, dict[str, str], float]]:
    return [
        (sample.name, dict(sample.labels), sample.value)
        for family in text_string_to_metric_families(page)  # type: ignore[no-untyped-call]
        for sample in family.samples
    ]


def value(page: str, name: str, **labels: str) -> float:
    found = [number for known_as, own, number in samples(page) if known_as == name and labels.items() <= own.items()]
    assert found, f"no {name} {labels} in\n{page}"
    return sum(found)


def test_ready_names_each_part(client: Client) -> None:
    ready = client.get("/ready").json()
    assert ready["status"] == "ready"
    assert {name: part["ok"] for name, part in ready["parts"].items()} == dict.fromkeys(
        ("database", "schema", "model", "queue"), True
    )


class Away:
    """A retriever whose model cannot be reached."""

    def warm_up(self) -> None:
        raise UpstreamFailed("the embedding service does not answer")


def test_what_is_missing_is_named(application: Application, database: Database) -> None:
    broken = dataclasses.replace(application, retriever=Away())  # type: ignore[arg-type]
    with database.owner() as connection:
        connection.execute(text("ALTER SCHEMA queue RENAME TO queue_away"))
    try:
        with TestClient(create_app(broken)) as client:
            response = client.get("/ready")
    finally:
        with database.owner() as connection:
            connection.execute(text("ALTER SCHEMA queue_away RENAME TO queue"))
    assert response.status_code == 503
    assert response.headers["content-type"].startswith("application/problem+json")
    problem = response.json()
    assert problem["type"] == "not-ready"
    assert {name for name, part in problem["parts"].items() if not part["ok"]} == {"model", "queue"}
    assert "model: the embedding service" in problem["detail"]


def test_an_old_schema_is_named(application: Application, database: Database) -> None:
    with database.owner() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    try:
        with TestClient(create_app(application)) as client:
            problem = client.get("/ready").json()
            assert client.get("/health").status_code == 200
    finally:
        from store.migration import head

        with database.owner() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :head"), {"head": head()})
    assert {name for name, part in problem["parts"].items() if not part["ok"]} == {"schema"}
    assert "0001" in problem["parts"]["schema"]["reason"]


def test_what_happened_is_counted(books: Client, application: Application) -> None:
    books.post("/v1/kbs/books/ask", json={"question": QUESTION})
    books.post("/v1/kbs/books/ask", json={"question": "咖啡厅的牛肉面多少钱一碗？"})
    books.post("/v1/kbs/没有/ask", json={"question": QUESTION})
    ask(application, "chat", "books", QUESTION)
    response = books.get("/metrics")
    assert response.headers["content-type"].startswith("application/openmetrics-text")
    page = response.text
    route = "/v1/kbs/{kb}/ask"
    assert value(page, "dianmian_http_requests_total", method="POST", route=route, status="200") == 2
    assert value(page, "dianmian_http_requests_total", method="POST", route=route, status="404") == 1
    assert value(page, "dianmian_http_request_seconds_count", method="POST", route=route) == 3
    assert value(page, "dianmian_answers_total", door="http", refused="no", grade="exact_candidate") == 1
    assert value(page, "dianmian_answers_total", door="http", refused="yes") == 1
    assert value(page, "dianmian_answers_total", door="chat") == 1
    assert value(page, "dianmian_questions_failed_total", door="http", error="NotFound") == 1
    assert value(page, "dianmian_degraded_answers_total", part="language model") == 3
    assert value(page, "dianmian_ask_stage_seconds_count", stage="vector") == 3
    assert value(page, "dianmian_ask_stage_seconds_count", stage="total") == 3
    assert value(page, "dianmian_load_stage_seconds_count", stage="parse") >= 1
    assert value(page, "dianmian_model_calls_total", model="embedding", error="none") >= 4
    assert value(page, "dianmian_database_up") == 1
    assert value(page, "dianmian_pool_connections", state="limit") > 0


def test_labels_come_from_known_sets(books: Client, database: Database, application: Application) -> None:
    """Whatever is asked for, by whatever name, no label says it: the set of labels cannot grow without end."""
    routes = {str(path) for path in books.get("/openapi.json").json()["paths"]}
    for strange in ("咖啡", "a/b", "x" * 300):
        books.post(f"/v1/kbs/{strange}/ask", json={"question": strange})
        books.get(f"/{strange}")
        books.request("BREW", f"/v1/kbs/{strange}")
        send(books, (f"{strange[:20]}.bin", b"\x00\x01"))
    with database.session() as session:
        session.execute(text("SET LOCAL search_path TO queue, public"))
        session.execute(
            text(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, args) VALUES ('咖啡', 't', '{\"tenant\": \"local\"}')"
            )
        )
    page = books.get("/metrics").text
    for name, labels, _ in samples(page):
        for label, said in labels.items():
            if label == "route" and name.startswith("dianmian_answers"):
                assert said in {"structured", "assisted", "chunks", "none"}
            elif label == "route":
                template = re.sub(r":\w+}", "}", said)
                assert template in routes | {known.OTHER, "/metrics", "/openapi.json", "/", "/docs", "/static"}, said
            elif label == "status":
                assert re.fullmatch(r"[1-5]\d\d", said)
            elif label != "le":
                assert said in SETS[label], (name, label, said)
    assert "咖啡" not in page
    assert value(page, "dianmian_jobs", state="todo") == 1


def test_jobs_of_every_tenant_are_counted(client: Client, database: Database) -> None:
    for tenant in ("local", "别家"):
        with database.session(tenant) as session:
            session.execute(text("SET LOCAL search_path TO queue, public"))
            session.execute(
                text(
                    "INSERT INTO procrastinate_jobs (queue_name, task_name, args) VALUES ('q', 't', jsonb_build_object('tenant', cast(:t AS text)))"
                ),
                {"t": tenant},
            )
    assert value(client.get("/metrics").text, "dianmian_jobs", state="todo") == 2


def test_by_setting_there_are_none(settings: Settings, database: Database) -> None:
    with TestClient(create_app(build(settings.model_copy(update={"metrics": False}), database))) as client:
        assert client.get("/metrics").status_code == 404


@pytest.mark.parametrize(
    ("host", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("127.0.0.1", {"X-Forwarded-For": "10.0.0.9"}, 401),
        ("10.0.0.9", {}, 401),
        ("testclient", {}, 401),
    ],
)
def test_with_keys_they_are_for_this_machine_and_for_administrators(
    settings: Settings, database: Database, host: str, headers: dict[str, str], status: int
) -> None:
    from service.access.keys import create_key

    with database.session() as session:
        keys = {scope: create_key(session, scope, [scope]).secret.text for scope in ("admin", "read")}
    keyed = create_app(build(settings.model_copy(update={"access": "keys"}), database))

    async def from_host(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = (host, 1234)
        await keyed(scope, receive, send)

    with TestClient(from_host) as client:
        assert client.get("/metrics", headers=headers).status_code == status
        admin = client.get("/metrics", headers={**headers, "Authorization": f"Bearer {keys['admin']}"})
        assert admin.status_code == 200
        reader = client.get("/metrics", headers={**headers, "Authorization": f"Bearer {keys['read']}"})
        assert reader.status_code == (200 if status == 200 else 403)
        assert client.get("/health").status_code == client.get("/ready").status_code == 200
