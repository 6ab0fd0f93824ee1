"""Knowledge bases over HTTP."""

from typing import Any

import pytest
from litestar.testing import TestClient

from service.http.app import create_app
from service.wiring import Application

Client = TestClient[Any]


def test_created_listed_shown_and_deleted(client: Client) -> None:
    created = client.post("/v1/kbs", json={"name": "青禾", "mode": "controlled"})
    assert created.status_code == 201
    assert created.json() == client.get("/v1/kbs/青禾").json()
    assert created.json()["mode"] == "controlled"
    assert [kb["name"] for kb in client.get("/v1/kbs").json()["kbs"]] == ["青禾"]
    assert client.delete("/v1/kbs/青禾").status_code == 204
    assert client.get("/v1/kbs/青禾").status_code == 404
    assert client.get("/v1/kbs").json()["kbs"] == []


def test_a_name_is_taken_once(client: Client) -> None:
    client.post("/v1/kbs", json={"name": "books"})
    again = client.post("/v1/kbs", json={"name": "books"})
    assert (again.status_code, again.json()["type"], again.json()["place"]) == (409, "conflict", "books")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": " padded "}, 422),
        ({"name": "a/b"}, 422),
        ({"name": "line\nbreak"}, 422),
        ({"name": ""}, 400),
        ({"name": "x" * 201}, 400),
        ({"name": 7}, 400),
        ({"name": "x", "mode": "loose"}, 400),
        ({"name": "x", "colour": "green"}, 400),
        ([], 400),
    ],
)
def test_a_bad_name_creates_nothing(client: Client, body: Any, status: int) -> None:
    response = client.post("/v1/kbs", json=body)
    assert response.status_code == status
    assert response.headers["content-type"].startswith("application/problem+json")
    assert client.get("/v1/kbs").json()["kbs"] == []


def test_another_tenants_knowledge_base_is_not_found(application: Application, books: Client) -> None:
    document = books.get("/v1/kbs/books/documents").json()["documents"][0]["id"]
    with application.database.session("someone-else") as session:
        from store import knowledge_bases

        knowledge_bases.create(session, "theirs")
    assert "theirs" not in books.get("/v1/kbs").text
    for path in ("", "/documents", "/facts", f"/documents/{document}"):
        assert books.get(f"/v1/kbs/theirs{path}").status_code == 404
    assert books.post("/v1/kbs/theirs/ask", json={"question": "退货期限"}).status_code == 404
    assert books.delete("/v1/kbs/theirs").status_code == 404


def test_counts_are_true(books: Client) -> None:
    shown = books.get("/v1/kbs/books").json()
    assert shown["documents"] == 2
    assert shown["chunks"] == shown["embedded"] > 0
    assert shown["facts"] == books.get("/v1/kbs/books/facts").json()["total"] > 0
    assert shown["pending"] == 0


def test_the_app_can_be_made_twice(application: Application) -> None:
    assert create_app(application) is not create_app(application)
