"""A request with a key is worked on once, however often and by however many it is sent."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

import service.http.controllers.knowledge_bases as kb_controller
from core.settings import Settings
from service.http import recording
from service.http.app import create_app
from service.wiring import Application, build
from store import kept_responses
from store.engine import Database
from store.kept_responses import Hold
from tests.api.conftest import RETURNS, Client
from tests.api.keyed import bearer, keyed, new_key, serving

KEY = {"Idempotency-Key": "5c2f8a1e-once"}
REPLAYED = "idempotent-replayed"


def create(client: Client, name: str = "甲", headers: dict[str, str] = KEY) -> Any:
    return client.post("/v1/kbs", json={"name": name}, headers=headers)


def events(database: Database, action: str = "create") -> int:
    with database.session() as session:
        counted = text("SELECT count(*) FROM audit_event WHERE action = :action")
        return session.scalar(counted, {"action": action}) or 0


def upload(client: Client, content: str = RETURNS, headers: dict[str, str] = KEY) -> Any:
    return client.post("/v1/kbs/甲/documents", files=[("files", ("退货规则.md", content.encode()))], headers=headers)


def test_the_second_time_the_answer_is_that_of_the_first(client: Client, database: Database) -> None:
    first, second = create(client), create(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert first.headers["content-type"] == second.headers["content-type"]
    assert (REPLAYED in first.headers, second.headers[REPLAYED]) == (False, "true")
    assert events(database) == 1
    assert create(client, headers={}).status_code == 409


def test_the_key_with_another_request_is_a_mistake(client: Client, database: Database) -> None:
    create(client)
    other = create(client, "乙")
    assert (other.status_code, other.json()["place"]) == (422, "Idempotency-Key")
    assert client.post("/v1/kbs?x=1", json={"name": "甲"}, headers=KEY).status_code == 422
    assert client.post("/v1/kbs", json={"name": "甲"}, headers={**KEY, "If-Match": '"x"'}).status_code == 422
    assert events(database) == 1


def test_an_upload_is_known_again_whatever_divides_its_parts(client: Client) -> None:
    create(client, headers={})
    first, second = upload(client), upload(client)
    assert first.request.headers["content-type"] != second.request.headers["content-type"]
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["documents"]
    assert second.json() == first.json()
    assert second.headers[REPLAYED] == "true"
    assert upload(client, RETURNS + "\n另有说明。\n").status_code == 422
    assert upload(client, headers={}).status_code == 200


@pytest.mark.parametrize("cut", [1, 3, 40, 1 << 20])
def test_a_boundary_is_found_wherever_pieces_end(cut: int) -> None:
    from litestar.datastructures import Headers

    from service.http.sent_body import _Digest

    def digest(boundary: str, between: bytes = b"") -> str:
        scope: Any = {"method": "POST", "path": "/", "query_string": b"", "headers": []}
        found = _Digest(scope, Headers({"content-type": f"multipart/form-data; boundary={boundary}"}))
        body = b"\r\n--".join([b"", b"one" + between, b"-two-", b""]).replace(b"--", b"--" + boundary.encode())
        for at in range(0, len(body), cut):
            found.add(body[at : at + cut])
        return found.value()

    assert digest("aXbYc") == digest("--longer--0f3c2a9b7e1d--")
    assert digest("aXbYc") != digest("aXbYc", b"!")


def test_two_at_once_do_it_once(client: Client, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is held at work until the second has been answered."""
    begun, may_go_on = threading.Event(), threading.Event()
    real = kb_controller.create

    def slow(*arguments: Any) -> Any:
        begun.set()
        assert may_go_on.wait(60)
        return real(*arguments)

    monkeypatch.setattr(kb_controller, "create", slow)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(create, client)
        assert begun.wait(60)
        second = create(client)
        may_go_on.set()
        assert first.result().status_code == 201
    assert (second.status_code, second.json()["type"], second.headers["retry-after"]) == (409, "in-progress", "1")
    assert create(client).headers[REPLAYED] == "true"
    assert events(database) == 1


def test_many_at_once_do_it_once(client: Client, database: Database) -> None:
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda _: create(client), range(24)))
    statuses = {response.status_code for response in found}
    assert 201 in statuses and statuses <= {201, 409}
    assert {response.json()["type"] for response in found if response.status_code == 409} <= {"in-progress"}
    assert sum(REPLAYED not in response.headers for response in found if response.status_code == 201) == 1
    assert events(database) == 1


def test_who_works_longer_than_the_lease_keeps_the_key(
    application: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.http import app as http_app
    from service.http.idempotency import Idempotency

    monkeypatch.setattr(http_app, "Idempotency", lambda application: Idempotency(application, lease=1.0))
    renewed, may_go_on, begun = threading.Semaphore(0), threading.Event(), threading.Event()
    real, renew = kb_controller.create, kept_responses.renew

    def slow(*arguments: Any) -> Any:
        begun.set()
        assert may_go_on.wait(60)
        return real(*arguments)

    def noted(*arguments: Any) -> Any:
        found = renew(*arguments)
        renewed.release()
        return found

    monkeypatch.setattr(kb_controller, "create", slow)
    monkeypatch.setattr(kept_responses, "renew", noted)
    with TestClient(create_app(application)) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(create, client)
        assert begun.wait(60)
        # Eight renewals are two leases.
        for _ in range(8):
            assert renewed.acquire(timeout=60)
        assert create(client).status_code == 409
        may_go_on.set()
        assert first.result().status_code == 201
    assert events(database) == 1


def _abandon(database: Database, digest: str, *, seconds: int) -> None:
    """Leave the key as a process does that died ``seconds`` ago in the middle of its work."""
    with database.session() as session:
        hold = Hold(KEY["Idempotency-Key"], digest, "dead")
        assert kept_responses.claim(session, hold, hours=24, lease=60.0) is None
        moved = text("UPDATE kept_response SET created_at = clock_timestamp() - make_interval(secs => :seconds)")
        session.execute(moved, {"seconds": seconds})


def _digest_of(client: Client, database: Database) -> str:
    create(client)
    with database.session() as session:
        digest = str(session.scalar(text("SELECT request FROM kept_response")))
        session.execute(text("DELETE FROM kept_response"))
    assert client.delete("/v1/kbs/甲").status_code == 204
    return digest


def test_a_key_outlives_the_process_that_held_it(client: Client, database: Database) -> None:
    digest = _digest_of(client, database)
    _abandon(database, digest, seconds=5)
    assert create(client).status_code == 409
    with database.session() as session:
        session.execute(text("DELETE FROM kept_response"))
    _abandon(database, digest, seconds=61)
    found = create(client)
    assert (found.status_code, REPLAYED in found.headers) == (201, False)
    assert create(client).headers[REPLAYED] == "true"


def test_who_was_taken_for_dead_keeps_nothing(database: Database) -> None:
    first, second = (Hold("k", "r", holder) for holder in "ab")
    with database.session() as session:
        assert kept_responses.claim(session, first, hours=24, lease=60.0) is None
        session.execute(text("UPDATE kept_response SET created_at = created_at - interval '2 minutes'"))
        assert kept_responses.claim(session, second, hours=24, lease=60.0) is None
        answer = kept_responses.Kept("r", 201)
        assert not kept_responses.keep(session, first, answer, "{}")
        assert not kept_responses.release(session, first)
        assert not kept_responses.renew(session, first)
        assert kept_responses.keep(session, second, answer, "{}")


def test_an_old_answer_is_forgotten(client: Client, database: Database) -> None:
    create(client)
    create(client, "乙", {"Idempotency-Key": "another"})
    with database.session() as session:
        session.execute(text("UPDATE kept_response SET created_at = created_at - interval '25 hours'"))
    again = create(client)
    assert (again.status_code, again.json()["type"]) == (409, "conflict")
    with database.session() as session:
        assert session.scalar(text("SELECT count(*) FROM kept_response")) == 0


def test_a_request_that_fails_gives_its_key_back(client: Client, database: Database) -> None:
    create(client, headers={})
    assert create(client).json()["type"] == "conflict"
    assert client.post("/v1/kbs", json={}, headers=KEY).status_code == 400
    assert create(client, "乙").status_code == 201
    assert create(client, "乙").headers[REPLAYED] == "true"


def test_a_large_answer_is_told_without_its_body(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "LARGEST", 10)
    first, second = create(client), create(client)
    assert "name" in first.json()
    assert (second.status_code, second.json()["replayed"], second.headers["idempotent-body-omitted"]) == (
        201,
        True,
        "true",
    )
    assert "10 bytes" in second.json()["detail"]


def test_a_job_has_its_address_again(client: Client) -> None:
    create(client, headers={})
    headers = {**KEY, "Prefer": "respond-async"}
    first, second = upload(client, headers=headers), upload(client, headers=headers)
    assert (first.status_code, second.status_code) == (202, 202)
    assert second.headers["location"] == first.headers["location"]
    assert second.json() == first.json()
    assert len(client.get("/v1/kbs/甲/jobs").json()["jobs"]) == 1


def test_a_new_key_is_shown_once(client: Client, database: Database) -> None:
    body = {"name": "客服机器人", "scopes": ["read"]}
    first = client.post("/v1/keys", json=body, headers=KEY)
    second = client.post("/v1/keys", json=body, headers=KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["key"] not in second.text
    assert "secret" in second.json()["detail"]
    assert client.get("/v1/keys").json()["total"] == 1
    with database.session() as session:
        assert first.json()["key"].encode() not in bytes(session.scalar(text("SELECT body FROM kept_response")))


@pytest.mark.parametrize("key", ["", "字", "x" * 256, "a\tb"])
def test_what_is_no_key(client: Client, key: str) -> None:
    response = create(client, headers={"Idempotency-Key": key.encode()})  # type: ignore[dict-item]
    assert (response.status_code, response.json()["place"]) == (422, "Idempotency-Key")


def test_a_body_too_large_is_refused_before_anything(client: Client) -> None:
    response = client.post("/v1/kbs", content=b" " * 70_000, headers={**KEY, "Content-Type": "application/json"})
    assert (response.status_code, response.json()["status"]) == (413, 413)
    assert create(client).status_code == 201


def test_routes_that_only_look_take_no_key(books: Client) -> None:
    for _ in range(2):
        response = books.post("/v1/kbs/books/search", json={"question": "退款"}, headers=KEY)
        assert (response.status_code, REPLAYED in response.headers) == (200, False)


@pytest.fixture
def service(settings: Settings, database: Database) -> Iterator[Application]:
    yield keyed(settings, database)


def test_a_key_is_a_tenants_own(service: Application, database: Database) -> None:
    with serving(service) as client:
        for tenant in ("甲", "乙"):
            found = create(client, headers={**KEY, **bearer(new_key(database, tenant))})
            assert (found.status_code, REPLAYED in found.headers) == (201, False)
            nobody = create(client, headers=KEY)
            assert nobody.status_code == 401


def test_review_decisions_are_made_once(books: Client, database: Database) -> None:
    fact = books.get("/v1/kbs/books/facts", params={"limit": 1}).json()["facts"][0]["id"]
    path = f"/v1/kbs/books/review/{fact}/approve"
    answers = [books.post(path, json={"by": "何静"}, headers=KEY) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert len(books.get(f"/v1/kbs/books/facts/{fact}/events").json()["events"]) == 1
    assert events(database, "approve") == 1


def test_the_database_may_be_away_when_the_answer_is_kept(
    settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done is told all the same; asked again, the key is held until its lease ends."""
    from core.errors import NotReady

    def away(*_: Any) -> bool:
        raise NotReady("the database does not answer")

    monkeypatch.setattr(kept_responses, "keep", away)
    with TestClient(create_app(build(settings, database))) as client:
        assert create(client).status_code == 201
        assert create(client).json()["type"] == "in-progress"
