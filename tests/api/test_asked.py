"""Every question is kept with its answer, judged by whoever asked, and useful afterwards; an answer never waits."""

import dataclasses
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import text
from typer.testing import CliRunner

from core.settings import Settings
from evals.drafting.log import read_log
from retrieval.events import Done, Event, Token
from service.asked.asking import LEFT, ask, ask_stream
from service.asked.retention import purge_all
from service.cli.app import app
from service.http.app import create_app
from service.wiring import Application, build
from store.engine import Database
from tests.api.conftest import Client

QUESTION = "金叶会员的退货期限是多久？"
ABSENT = "咖啡厅的牛肉面多少钱一碗？"
URL = "/v1/kbs/books/asked"


def put(client: Client, question: str = QUESTION, **headers: str) -> dict[str, Any]:
    response = client.post("/v1/kbs/books/ask", json={"question": question}, headers=headers)
    assert response.status_code == 200, response.text
    return dict(response.json())


def log(client: Client, **params: Any) -> list[dict[str, Any]]:
    response = client.get(URL, params=params)
    assert response.status_code == 200, response.text
    return list(response.json()["asked"])


def test_a_question_is_kept_with_its_answer(books: Client) -> None:
    answer = put(books)
    (kept,) = log(books)
    assert (kept["id"], kept["question"], kept["answer"]) == (answer["id"], QUESTION, answer["answer"])
    assert (kept["door"], kept["grade"], kept["refused"], kept["liked"]) == ("http", answer["grade"], False, None)
    assert kept["sources"][0]["document"] == "退货规则.md"
    assert "quote" not in kept["sources"][0]
    assert kept["milliseconds"] > 0
    for response in (books.get("/v1/kbs/books/ask", params={"question": QUESTION}),):
        assert response.json()["id"] in {one["id"] for one in log(books)}


def test_feedback_replaces_itself_and_narrows_the_list(books: Client) -> None:
    good, bad = put(books)["id"], put(books, ABSENT)["id"]
    assert books.post(f"{URL}/{good}/feedback", json={"liked": False}).status_code == 200
    told = books.post(f"{URL}/{good}/feedback", json={"liked": True, "note": "正是"}).json()
    assert (told["liked"], told["note"], told["judged_by"]) == (True, "正是", "local")
    books.post(f"{URL}/{bad}/feedback", json={"liked": False})
    assert [one["id"] for one in log(books, liked=True)] == [good]
    assert [one["id"] for one in log(books, liked=False)] == [bad]
    assert [one["id"] for one in log(books, refused=True)] == [bad]
    assert log(books, to="2020-01-01") == []
    assert len(log(books, **{"from": "2020-01-01"})) == 2


def test_pages_hold_each_question_once(books: Client) -> None:
    ids = [put(books)["id"] for _ in range(5)]
    seen, after = [], None
    while True:
        page = books.get(URL, params={"limit": 2, **({"after": after} if after else {})}).json()
        assert page["total"] == 5
        seen += [one["id"] for one in page["asked"]]
        after = page["next"]
        if after is None:
            break
    assert seen == ids[::-1]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/qst_none/feedback", {"liked": True}, 404),
        ("POST", "/qst_none/feedback", {}, 400),
        ("POST", "/qst_none/feedback", {"liked": "yes"}, 400),
        ("POST", "/qst_none/feedback", {"liked": True, "note": "长" * 2001}, 400),
        ("DELETE", "/qst_none", None, 404),
        ("GET", "?from=gestern", None, 422),
        ("GET", "?after=qst_none", None, 422),
        ("GET", "?limit=0", None, 400),
    ],
)
def test_mistakes(books: Client, method: str, path: str, body: Any, status: int) -> None:
    response = books.request(method, URL + path, json=body)
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("application/problem+json")


def test_a_question_can_be_deleted(books: Client) -> None:
    name = put(books)["id"]
    assert books.delete(f"{URL}/{name}").status_code == 204
    assert log(books) == []


def test_another_tenant_sees_none(books: Client, settings: Settings, database: Database) -> None:
    put(books)
    with database.session("别家") as session:
        assert session.scalar(text("SELECT count(*) FROM asked")) == 0


def test_what_tells_who_asks_is_not_kept(books: Client, database: Database) -> None:
    name = put(books, "我的手机13812345678，邮箱he.jing@example.com，金叶会员的退货期限是多久？")["id"]
    books.post(f"{URL}/{name}/feedback", json={"liked": True, "note": "打给13812345678"})
    with database.session() as session:
        whole = str(session.execute(text("SELECT asked::text FROM asked")).all())
    assert "13812345678" not in whole
    assert "example.com" not in whole
    assert "退货期限" in whole


def test_by_setting_nothing_is_kept(books: Client, settings: Settings, database: Database) -> None:
    silent = build(settings.model_copy(update={"query_log": False}), database)
    with TestClient(create_app(silent)) as client:
        assert put(client)["id"] == ""
    assert log(books) == []


def test_a_stream_is_kept_at_its_end(books: Client) -> None:
    response = books.post("/v1/kbs/books/ask", json={"question": QUESTION}, headers={"Accept": "text/event-stream"})
    done = json.loads(response.text.replace("\r\n", "\n").strip().split("\n\n")[-1].split("data: ", 1)[1])
    (kept,) = log(books)
    assert (kept["id"], kept["answer"]) == (done["id"], done["answer"])


class Slow:
    """A retriever that says a word and waits to be left."""

    def ask_stream(self, *_: Any, **__: Any) -> Iterator[Event]:
        yield Token("15")
        yield Token("天")
        raise AssertionError("nobody listens any more")


def test_whoever_leaves_has_asked_too(books: Client, application: Application) -> None:
    left = dataclasses.replace(application, retriever=Slow())  # type: ignore[arg-type]
    events = ask_stream(left, "chat", "books", QUESTION)
    assert isinstance(next(events), Token)
    events.close()  # type: ignore[attr-defined]
    (kept,) = log(books)
    assert (kept["door"], kept["answer"], kept["degraded"]) == ("chat", "15", [LEFT])


def test_a_log_that_cannot_be_written_spoils_no_answer(
    books: Client, application: Application, database: Database
) -> None:
    with database.owner() as connection:
        connection.execute(text("ALTER TABLE asked RENAME TO asked_away"))
    try:
        answer = ask(application, "cli", "books", QUESTION)
        assert "15天" in answer.text
        assert not any("log" in reason for reason in answer.degraded)
        assert application.question_log.flush()
    finally:
        with database.owner() as connection:
            connection.execute(text("ALTER TABLE asked_away RENAME TO asked"))
    page = application.metrics.page().decode()
    assert 'dianmian_questions_not_kept_total{error="NotReady"}' in page


def test_an_answer_does_not_wait_for_the_log(books: Client, application: Application, database: Database) -> None:
    with database.owner() as connection, connection.execution_options(isolation_level="READ COMMITTED").begin():
        connection.execute(text("LOCK TABLE asked IN ACCESS EXCLUSIVE MODE"))
        told: list[Any] = []
        thread = threading.Thread(target=lambda: told.append(ask(application, "cli", "books", QUESTION)))
        thread.start()
        thread.join(20)
        assert told and "15天" in told[0].text
        assert not application.question_log.flush(patience=0.05)
    assert application.question_log.flush()
    assert [one["id"] for one in log(books)] == [told[0].id]


def test_old_questions_go(books: Client, application: Application, database: Database) -> None:
    old, new = put(books)["id"], put(books)["id"]
    log(books)
    with database.session() as session:
        session.execute(text("UPDATE asked SET at = at - interval '91 days' WHERE id = :id"), {"id": old})
    keeping = application.settings.model_copy(update={"query_log_days": 0})
    assert purge_all(database, keeping) == 0
    assert purge_all(database, application.settings) == 1
    assert [one["id"] for one in log(books)] == [new]


def test_the_log_becomes_a_suite(books: Client, cli: CliRunner, tmp_path: Path) -> None:
    good, bad = put(books)["id"], put(books, ABSENT)["id"]
    books.post(f"{URL}/{good}/feedback", json={"liked": True})
    books.post(f"{URL}/{bad}/feedback", json={"liked": False, "note": "应当有"})
    file = tmp_path / "log.jsonl"
    done = cli.invoke(app, ["asked", "export", "--kb", "books", "--out", str(file), "--json"])
    assert json.loads(done.stdout)["questions"] == 2
    first, second = sorted(read_log(file), key=lambda one: one.disliked)
    assert (first.question, first.disliked) == (QUESTION, False)
    assert "15天" in first.answer
    assert (second.question, second.disliked) == (ABSENT, True)
    listed = cli.invoke(app, ["asked", "list", "--kb", "books", "--disliked", "--json"])
    assert [one["id"] for one in json.loads(listed.stdout)["asked"]] == [bad]
    assert cli.invoke(app, ["asked", "delete", good, "--kb", "books"]).exit_code == 0
    gone = cli.invoke(app, ["asked", "purge", "--kb", "books", "--older-than", "0", "--json"])
    assert json.loads(gone.stdout) == {"deleted": 1}


@pytest.fixture
def cli(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DIANMIAN_ADMIN_DATABASE_URL", settings.admin_database_url)
    monkeypatch.setenv("DIANMIAN_HOME", str(settings.home))
    monkeypatch.setenv("DIANMIAN_LOG_LEVEL", "error")
    return CliRunner()


def test_a_question_on_the_command_line_is_kept(books: Client, cli: CliRunner) -> None:
    told = json.loads(cli.invoke(app, ["ask", QUESTION, "--kb", "books", "--json"]).stdout)
    (kept,) = log(books)
    assert (kept["id"], kept["door"], kept["actor"]) == (told["id"], "cli", "local")


def test_the_log_proposes_aliases(books: Client, cli: CliRunner) -> None:
    refused = put(books, "金叶会员退书时限是几天？")
    name = refused["id"]
    books.post(f"{URL}/{name}/feedback", json={"liked": False})
    put(books, "金叶会员退货期限是几天？")
    found = books.post(f"{URL}/proposals").json()["synonyms"]
    assert ("退书时限", "退货期限", "proposed", "query_log") in {
        (one["alias"], one["canonical"], one["state"], one["origin"]) for one in found
    }
    waiting = books.get("/v1/kbs/books/synonyms", params={"state": "proposed"}).json()["synonyms"]
    assert {one["alias"] for one in waiting} >= {"退书时限"}
    assert json.loads(cli.invoke(app, ["asked", "propose", "--kb", "books", "--json"]).stdout) == {"synonyms": []}


def test_what_streams_ends_with_its_id(application: Application, books: Client) -> None:
    last = list(ask_stream(application, "mcp", "books", QUESTION))[-1]
    assert isinstance(last, Done)
    assert last.answer.id in {one["id"] for one in log(books)}
