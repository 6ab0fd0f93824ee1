"""Answers as they are written, over HTTP and on the command line, and follow-ups at both doors."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from core.errors import UpstreamFailed
from core.settings import Settings
from evals.scripted_model import Reply, Request, ScriptedModel
from retrieval.events import Event, Token
from service.cli.app import app
from service.http.app import create_app
from service.wiring import Application, build
from store.engine import Database
from tests.api.conftest import Client, send
from tests.llm_server import Serve, no_proxy, serve

__all__ = ["no_proxy", "serve"]
QUESTION = "金叶会员的退货期限是多久？"
STREAM = {"Accept": "text/event-stream"}
VARYING = {"timings": None, "id": None}


def events_of(response: Any) -> list[tuple[str, Any]]:
    """Return the events of a response as a browser reads them: names and data."""
    assert response.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in response.text.replace("\r\n", "\n").strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        found.append((fields["event"], json.loads(fields["data"])))
    return found


def careful(request: Request) -> Reply:
    """Answer from the first passage that names the members, or say that there is nothing."""
    lines = request["messages"][1]["content"].splitlines()
    pieces = [json.loads(line) for line in lines if line.startswith('{"source"')]
    number = next((piece["source"] for piece in pieces if "15天" in piece["text"]), None)
    return Reply(f"金叶会员的退货期限为15天[{number}]。" if number else "文档中没有这个问题的答案。")


@pytest.fixture
def writing(settings: Settings, books: Client, database: Database, serve: Serve) -> Iterator[Any]:
    """Return a function that opens a service over the same documents with a scripted model."""
    opened: list[Client] = []

    def start(*replies: Any, **changes: Any) -> tuple[Client, ScriptedModel]:
        server = serve(*replies)
        llm = {"llm_url": server.url, "llm_model": "scripted", **changes}
        client = TestClient(create_app(build(settings.model_copy(update=llm), database)))
        opened.append(client.__enter__())
        return client, server

    yield start
    for client in opened:
        client.__exit__(None, None, None)


def test_without_a_model_the_composed_answer_comes_as_events(books: Client) -> None:
    whole = books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    events = events_of(books.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers=STREAM))
    assert [name for name, _ in events] == ["sources", "token", "done"]
    done = events[-1][1]
    assert {**done, **VARYING} == {**whole, **VARYING}
    assert events[1][1] == {"text": whole["answer"]}
    assert [source["number"] for source in events[0][1]["sources"]] == [c["number"] for c in whole["citations"]]


def test_a_model_writes_piece_by_piece(writing: Any) -> None:
    client, _ = writing(careful)
    events = events_of(client.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers=STREAM))
    names = [name for name, _ in events]
    assert (names[0], names[-1], set(names[1:-1])) == ("sources", "done", {"token"})
    done = events[-1][1]
    assert "".join(data["text"] for name, data in events if name == "token") == done["answer"]
    assert (done["grade"], done["warnings"]) == ("written", [])
    assert {c["number"] for c in done["citations"]} <= {source["number"] for source in events[0][1]["sources"]}


def test_json_and_events_give_the_same_answer(writing: Any) -> None:
    client, _ = writing(careful)
    whole = client.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    done = events_of(client.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers=STREAM))[-1][1]
    assert {**done, **VARYING} == {**whole, **VARYING}


def test_a_model_that_breaks_off_ends_with_the_composed_answer(writing: Any, books: Client) -> None:
    client, _ = writing(Reply("金叶会员的退货期限为99天", stall=2))
    events = events_of(client.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers=STREAM))
    done = events[-1][1]
    assert events[-1][0] == "done"
    assert done["answer"] == books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()["answer"]
    assert any("broke off" in item for item in done["degraded"])


@pytest.mark.parametrize(
    ("kb", "body", "status"),
    [
        ("books", {"question": "  "}, 422),
        ("books", {}, 400),
        ("nowhere", {"question": QUESTION}, 404),
        ("books", {"question": QUESTION, "history": [{"question": ""}]}, 400),
        ("books", {"question": QUESTION, "history": [{"question": " "}]}, 422),
        ("books", {"question": QUESTION, "history": [{"text": "问"}]}, 400),
        ("books", {"question": QUESTION, "history": [{"question": "问"}] * 21}, 400),
        ("books", {"question": QUESTION, "history": "问"}, 400),
    ],
)
def test_a_mistake_is_a_problem_and_no_stream(books: Client, kb: str, body: dict[str, Any], status: int) -> None:
    for headers in (STREAM, {}):
        response = books.post(f"/v1/kbs/{kb}/ask", json=body, headers=headers)
        assert response.status_code == status
        assert response.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize(
    ("accept", "streamed"),
    [
        ("text/event-stream", True),
        ("TEXT/Event-Stream; q=1, */*", True),
        ("application/json", False),
        ("*/*", False),
        ("application/json, text/event-stream", False),
    ],
)
def test_the_accept_header_decides(books: Client, accept: str, streamed: bool) -> None:
    response = books.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers={"Accept": accept})
    assert response.headers["content-type"].startswith("text/event-stream") == streamed


class Breaking:
    """A retriever that fails when it has begun to answer."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def ask_stream(self, *_: Any, **__: Any) -> Iterator[Event]:
        yield Token("甲")
        raise self._error


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (UpstreamFailed("it is away"), ("upstream-failed", 502, "it is away")),
        (RuntimeError("inside"), ("internal", 500, "something went wrong")),
    ],
)
def test_a_failure_after_the_first_event_is_an_event(
    application: Application, error: Exception, problem: tuple[str, int, str]
) -> None:
    broken = dataclasses.replace(application, retriever=Breaking(error))  # type: ignore[arg-type]
    with TestClient(create_app(broken)) as client:
        response = client.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers=STREAM)
    events = events_of(response)
    assert [name for name, _ in events] == ["token", "error"]
    assert (events[1][1]["type"], events[1][1]["status"], events[1][1]["detail"]) == problem
    assert "inside" not in response.text


def test_a_document_cannot_forge_an_event(books: Client) -> None:
    send(books, ("借书证.md", "# 借书证\n\n借书证的补办费用为8元。\n\nevent: done\ndata: {}\n\n"))
    response = books.post("/v1/kbs/books/ask", json={"question": "借书证的补办费用是多少？"}, headers=STREAM)
    assert [name for name, _ in events_of(response)] == ["sources", "token", "done"]


def test_a_follow_up_over_http(books: Client) -> None:
    history = [{"question": "普通会员的退货期限是几天？", "answer": "7天"}]
    answer = books.post("/v1/kbs/books/ask", json={"question": "那金叶会员呢？", "history": history}).json()
    assert answer["question"] == "那金叶会员呢？"
    assert answer["completed_question"] == "金叶会员的退货期限是几天？"
    assert answer["trace"]["completed"] == {"question": "金叶会员的退货期限是几天？", "by": "rules"}
    assert "15天" in answer["answer"]
    assert books.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()["completed_question"] == ""


def run(settings: Settings, *words: str, **environment: str) -> Any:
    shell = {
        "DATABASE_URL": settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url,
        "DIANMIAN_HOME": str(settings.home),
        "DIANMIAN_LOG_LEVEL": "warning",
    }
    return CliRunner().invoke(app, list(words), env={**shell, **environment})


def test_a_follow_up_on_the_command_line(books: Client, settings: Settings) -> None:
    after = ("--after", "普通会员的退货期限是几天？", "--after", "那金叶会员呢？")
    result = run(settings, "ask", "银杏会员呢？", "--kb", "books", *after)
    assert result.exit_code == 0, result.output
    assert "understood as: 银杏会员的退货期限是几天？" in result.stdout
    assert "30天" in result.stdout


def test_streaming_on_the_command_line(books: Client, settings: Settings, serve: Serve) -> None:
    model = {"DIANMIAN_LLM_URL": serve(careful).url, "DIANMIAN_LLM_MODEL": "scripted"}
    result = run(settings, "ask", QUESTION, "--kb", "books", "--stream", **model)
    assert result.exit_code == 0, result.output
    assert result.stdout.count("金叶会员的退货期限为15天") == 1
    assert "模型撰写" in result.stdout


def test_the_checked_text_is_printed_when_it_differs(books: Client, settings: Settings, serve: Serve) -> None:
    model = {"DIANMIAN_LLM_URL": serve("金叶会员的退货期限为15天[77]。").url, "DIANMIAN_LLM_MODEL": "scripted"}
    result = run(settings, "ask", QUESTION, "--kb", "books", "--stream", **model)
    assert "as checked" in result.stdout
    assert "未使用" not in result.stdout


def test_streaming_as_json_is_one_object_a_line(books: Client, settings: Settings) -> None:
    result = run(settings, "ask", QUESTION, "--kb", "books", "--stream", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["event"] for line in lines] == ["sources", "token", "done"]
    assert "15天" in lines[-1]["data"]["answer"]


def test_a_reranker_that_is_missing_is_said_and_stops_nobody(
    books: Client, settings: Settings, database: Database, tmp_path: Path
) -> None:
    changes = {"rerank_provider": "cross_encoder", "rerank_model": str(tmp_path / "none")}
    with TestClient(create_app(build(settings.model_copy(update=changes), database))) as client:
        assert client.get("/ready").status_code == 200
        answer = client.post("/v1/kbs/books/ask", json={"question": QUESTION}).json()
    assert "15天" in answer["answer"]
    assert [item for item in answer["degraded"] if item.startswith("reranker: cannot load")]
