"""Every error is a problem that says what, where and what to do, and nothing of the inside."""

import dataclasses
from typing import Any

import pytest
from litestar.testing import TestClient

from core.errors import UpstreamFailed
from service.http.app import create_app
from service.wiring import Application

Client = TestClient[Any]


class Failing:
    """A retriever that fails as it is told."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def ask(self, *_: Any, **__: Any) -> None:
        raise self._error


def failing(application: Application, error: Exception) -> Any:
    broken = dataclasses.replace(application, retriever=Failing(error))  # type: ignore[arg-type]
    with TestClient(create_app(broken), raise_server_exceptions=False) as client:
        return client.post("/v1/kbs/books/ask", json={"question": "几点开门？"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/v1/kbs/books/nowhere", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("PUT", "/v1/kbs", 405),
        ("DELETE", "/v1/kbs/books/ask", 405),
    ],
)
def test_routes_that_are_not_there(client: Client, method: str, path: str, status: int) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"].startswith("application/problem+json")
    assert set(response.json()) == {"type", "title", "status", "detail", "place", "advice"}


def test_a_fault_of_the_program_tells_nothing(application: Application) -> None:
    response = failing(application, RuntimeError("password=hunter2"))
    assert (response.status_code, response.json()["type"]) == (500, "internal")
    assert "hunter2" not in response.text
    assert "Traceback" not in response.text


def test_an_error_of_a_model_keeps_its_advice(application: Application) -> None:
    response = failing(application, UpstreamFailed("the model is away", place="embedding", advice="try again"))
    assert response.status_code == 502
    problem = response.json()
    assert (problem["detail"], problem["place"], problem["advice"]) == ("the model is away", "embedding", "try again")


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"null", b"[1]", b'{"text": 1}', b'{"text": "\\ud800"}'])
def test_a_body_that_does_not_fit(client: Client, body: bytes) -> None:
    response = client.post("/v1/normalise", content=body, headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["type"]) == (400, "invalid-input")


def test_a_huge_body_is_refused_unread(client: Client) -> None:
    response = client.post("/v1/normalise", json={"text": "字" * 100_000})
    assert response.status_code == 413


def test_other_websites_cannot_reach_in(client: Client) -> None:
    own = str(client.base_url).rstrip("/")
    assert client.post("/v1/kbs", json={"name": "a"}, headers={"Origin": own}).status_code == 201
    for origin in ("https://evil.example", "null", own + ".evil.example"):
        refused = client.post("/v1/kbs", json={"name": "b"}, headers={"Origin": origin})
        assert (refused.status_code, refused.json()["type"]) == (403, "not-allowed")
    assert len(client.get("/v1/kbs").json()["kbs"]) == 1
