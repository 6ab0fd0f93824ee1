"""Limits over HTTP and on the command line: 429 with what a client needs to wait, and quotas before an upload."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from core.settings import Settings
from service.cli.app import app
from store.engine import Database
from tests.api.conftest import DELIVERY, RETURNS, send
from tests.api.keyed import bearer, keyed, new_key, serving


def test_too_many_requests_of_one_key(settings: Settings, database: Database) -> None:
    first, second = new_key(database), new_key(database)
    with serving(keyed(settings, database, requests_per_minute=3), first) as client:
        found = [client.get("/v1/kbs") for _ in range(5)]
        assert [response.status_code for response in found] == [200, 200, 200, 429, 429]
        assert [response.headers["ratelimit-remaining"] for response in found] == ["2", "1", "0", "0", "0"]
        refused = found[-1]
        assert (refused.json()["type"], refused.headers["ratelimit-limit"]) == ("rate-limited", "3")
        assert 1 <= int(refused.headers["retry-after"]) <= 20
        assert "retry-after" not in found[0].headers
        assert client.get("/v1/kbs", headers=bearer(second)).status_code == 200
        assert client.get("/health").status_code == 200


def test_too_many_questions_of_one_tenant(settings: Settings, database: Database) -> None:
    with serving(keyed(settings, database, questions_per_minute=2), new_key(database)) as client:
        client.post("/v1/kbs", json={"name": "books"})
        ask = {"method": "POST", "url": "/v1/kbs/books/ask", "json": {"question": "几天？"}}
        assert 429 not in {client.request(**ask).status_code for _ in range(2)}
        other_key = bearer(new_key(database))
        assert client.request(**ask, headers=other_key).status_code == 429
        assert client.get("/v1/kbs/books/search?question=x", headers=other_key).json()["place"] == "questions"
        assert client.get("/v1/kbs/books", headers=other_key).status_code == 200
        stranger = bearer(new_key(database, "other"))
        assert client.request(**ask, headers=stranger).status_code == 404


def test_a_key_without_the_scope_uses_no_question(settings: Settings, database: Database) -> None:
    with serving(keyed(settings, database, questions_per_minute=1), new_key(database, "local", "write")) as client:
        assert client.get("/v1/kbs/books/ask?question=x").status_code == 403
        assert client.get("/v1/kbs/books/ask?question=x", headers=bearer(new_key(database))).status_code == 404


def test_without_keys_there_is_no_limit_unless_one_is_set(client: Any, database: Database) -> None:
    assert "ratelimit-limit" not in client.get("/v1/kbs").headers
    assert client.patch("/v1/limits", json={"requests_per_minute": 2}).json()["in_force"]["requests_per_minute"] == 2
    assert [client.get("/v1/kbs").status_code for _ in range(3)] == [200, 200, 429]


def test_with_keys_limits_are_generous(settings: Settings, database: Database) -> None:
    with serving(keyed(settings, database), new_key(database)) as client:
        limits = client.get("/v1/limits").json()
        assert limits["own"] == dict.fromkeys(limits["own"])
        assert limits["in_force"] == {
            "documents": None, "stored_bytes": None, "questions_per_minute": 120, "requests_per_minute": 600,
        }  # fmt: skip
        assert client.get("/v1/kbs").headers["ratelimit-limit"] == "600"


def test_a_full_tenant_takes_no_upload(client: Any) -> None:
    client.post("/v1/kbs", json={"name": "books"})
    assert client.patch("/v1/limits", json={"documents": 1}).status_code == 200
    refused = send(client, ("退货规则.md", RETURNS), ("配送说明.md", DELIVERY))
    assert (refused.status_code, refused.json()["place"]) == (403, "quota documents")
    assert "is 1 documents; it holds 0, and would hold 2" in refused.json()["detail"]
    assert client.get("/v1/kbs/books/documents").json()["total"] == 0
    assert client.patch("/v1/limits", json={"documents": None, "stored_bytes": 20}).status_code == 200
    refused = send(client, ("退货规则.md", RETURNS))
    assert (refused.status_code, refused.json()["place"]) == (403, "quota bytes")
    assert "dianmian limits set" in refused.json()["advice"]


@pytest.mark.parametrize(
    "body", [{}, {"documents": -1}, {"documents": "many"}, {"pages": 3}, {"requests_per_minute": 2**40}]
)
def test_limits_that_cannot_be(client: Any, body: dict[str, Any]) -> None:
    assert client.patch("/v1/limits", json=body).status_code in (400, 422)


def test_commands(settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DIANMIAN_ADMIN_DATABASE_URL", settings.admin_database_url)
    monkeypatch.setenv("DIANMIAN_HOME", str(settings.home))

    def run(*words: str, code: int = 0) -> Any:
        result = CliRunner().invoke(app, [*words, "--json"])
        assert result.exit_code == code, result.output
        return json.loads(result.stdout)

    made = run(
        "keys", "create", "客服机器人", "--scope", "read", "--scope", "admin", "--days", "30", "--tenant", "青禾"
    )
    assert (made["scopes"], made["created_by"]) == (["read", "admin"], "local")
    with serving(keyed(settings, database)) as client:
        key = {"X-API-Key": made["key"]}
        assert client.get("/v1/keys", headers=key).json()["total"] == 1
        assert run("keys", "list", "--tenant", "青禾")["keys"][0]["id"] == made["id"]
        assert run("keys", "list")["total"] == 0
        assert run("limits", "set", "--documents", "5", "--requests", "9", "--tenant", "青禾")["own"]["documents"] == 5
        assert client.get("/v1/limits", headers=key).json()["in_force"]["requests_per_minute"] == 9
        raised = client.patch("/v1/limits", headers=key, json={"requests_per_minute": 900})
        assert raised.status_code == 403 and "dianmian limits set" in raised.json()["advice"]
        assert run("limits", "set", "--documents", "default", "--tenant", "青禾")["own"]["documents"] is None
        assert run("limits", "show")["own"]["requests_per_minute"] is None
        assert run("keys", "revoke", made["id"], code=66)["type"] == "not-found"
        assert run("keys", "revoke", made["id"], "--tenant", "青禾")["revoked_at"]
        assert client.get("/v1/keys", headers=key).status_code == 401
    events = run("audit", "--tenant", "青禾")["events"]
    assert [(event["action"], event["kind"]) for event in events] == [
        ("revoke", "key"), ("set", "limits"), ("set", "limits"), ("create", "key"),
    ]  # fmt: skip
    assert run("audit", "--tenant", "青禾", "--kind", "key", "--limit", "1")["total"] == 2
    assert run("audit")["total"] == 0
    assert run("keys", "create", "x", "--scope", "all", code=65)["place"] == "scopes"
    assert run("keys", "create", "x", "--scope", "read", "--tenant", " ", code=65)["place"] == "--tenant"
    assert run("limits", "set", code=65)["place"] == "limits"
    assert run("limits", "set", "--documents", "many", code=65)["place"] == "--documents"
    assert run("audit", "--since", "yesterday", code=65)["place"] == "--since"
    for words in (["keys", "list"], ["limits", "show"], ["audit"]):
        shown = CliRunner().invoke(app, [*words, "--tenant", "青禾"])
        assert shown.exit_code == 0, shown.output
        assert made["key"] not in shown.output
    plain = CliRunner().invoke(app, ["keys", "create", "机器人", "--scope", "read"])
    assert plain.stdout.startswith("dm_") and len(plain.stdout.split()) == 1
