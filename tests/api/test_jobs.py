"""Uploads as jobs over HTTP and on the command line: the same jobs behind both doors."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from service.cli.app import app
from service.jobs.inside import worker_inside
from service.wiring import Application
from tests.api.conftest import DELIVERY, RETURNS, Client

PATH = "/v1/kbs/books/jobs"


@pytest.fixture
def kb(client: Client) -> Client:
    assert client.post("/v1/kbs", json={"name": "books"}).status_code == 201
    return client


@pytest.fixture
def worker(application: Application) -> Iterator[None]:
    with worker_inside(application, 1):
        yield


def hand_over(client: Client, name: str, text: str | bytes, **headers: str) -> Any:
    query = "" if headers else "?wait=false"
    files = [("files", (name, text))]
    return client.post(f"/v1/kbs/books/documents{query}", files=files, headers=headers)


def events(client: Client, job: str) -> list[tuple[str, dict[str, Any]]]:
    with client.stream("GET", f"{PATH}/{job}", headers={"Accept": "text/event-stream"}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        text = "".join(response.iter_text())
    blocks = [
        dict(line.split(": ", 1) for line in part.splitlines()) for part in text.split("\r\n\r\n") if part.strip()
    ]
    return [(block["event"], json.loads(block["data"])) for block in blocks]


def test_an_upload_that_is_not_waited_for_is_a_job(kb: Client, worker: None) -> None:
    taken = hand_over(kb, "退货规则.md", RETURNS)
    assert taken.status_code == 202, taken.text
    job = taken.json()
    assert taken.headers["location"] == f"{PATH}/{job['id']}"
    assert (job["state"], job["kb"], [file["name"] for file in job["files"]]) == ("queued", "books", ["退货规则.md"])
    followed = events(kb, job["id"])
    assert {name for name, _ in followed} == {"job"}
    last = followed[-1][1]
    assert (last["state"], last["stage"], last["percent"], last["error"]) == ("done", "done", 100, None)
    assert [stage["name"] for stage in last["stages"]] == ["parse", "chunk", "store", "embed", "extract", "model"]
    assert last["report"]["loaded"] == ["退货规则.md"]
    assert kb.get(taken.headers["location"]).json() == last
    answer = kb.post("/v1/kbs/books/ask", json={"question": "金叶会员的退货期限是几天？"}).json()
    assert "15天" in answer["answer"]
    again = hand_over(kb, "退货规则.md", RETURNS, Prefer="handling=lenient, respond-async")
    assert (again.status_code, again.headers["preference-applied"]) == (202, "respond-async")
    assert (again.json()["state"], again.json()["report"]["unchanged"]) == ("done", ["退货规则.md"])


def test_jobs_are_listed_cancelled_started_again_and_removed(kb: Client) -> None:
    first = hand_over(kb, "退货规则.md", RETURNS).json()
    second = hand_over(kb, "配送说明.md", DELIVERY).json()
    assert hand_over(kb, "配送说明.md", DELIVERY).json()["id"] == second["id"]
    page = kb.get(PATH, params={"limit": 1}).json()
    assert ([job["id"] for job in page["jobs"]], page["next"]) == ([second["id"]], second["id"])
    rest = kb.get(PATH, params={"limit": 1, "after": page["next"]}).json()
    assert ([job["id"] for job in rest["jobs"]], rest["next"], rest["counts"]) == ([first["id"]], None, {"queued": 2})
    cancelled = kb.post(f"{PATH}/{first['id']}/cancel")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    assert kb.post(f"{PATH}/{first['id']}/cancel").status_code == 409
    assert [job["id"] for job in kb.get(PATH, params={"state": "cancelled"}).json()["jobs"]] == [first["id"]]
    assert kb.post(f"{PATH}/{second['id']}/retry").status_code == 409
    assert kb.post(f"{PATH}/{first['id']}/retry").json()["state"] == "queued"
    assert kb.delete(f"{PATH}/{first['id']}").status_code == 204
    for call in (kb.get, kb.delete):
        assert call(f"{PATH}/{first['id']}").status_code == 404
    assert kb.get(PATH, params={"state": "nonsense"}).status_code == 400
    assert kb.get("/v1/kbs/keine/jobs").status_code == 404
    assert hand_over(kb, "", b"x").status_code in (400, 422)


def test_what_failed_says_where_and_why(kb: Client, worker: None) -> None:
    job = hand_over(kb, "坏.pdf", b"%PDF-1.7 not a pdf at all").json()
    last = events(kb, job["id"])[-1][1]
    assert (last["state"], last["stage"], last["error"]["error"]) == ("failed", "parse", "UnreadableFile")
    assert [one["id"] for one in kb.get(PATH, params={"state": "failed"}).json()["jobs"]] == [job["id"]]


def test_the_command_line_queues_works_and_follows(
    kb: Client, application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = application.settings
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DIANMIAN_ADMIN_DATABASE_URL", settings.admin_database_url)
    monkeypatch.setenv("DIANMIAN_HOME", str(settings.home))
    monkeypatch.setenv("DIANMIAN_LOG_LEVEL", "error")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "退货规则.md").write_text(RETURNS)
    (folder / "坏.pdf").write_bytes(b"%PDF-1.7 not a pdf at all")

    def run(*words: str) -> tuple[int, Any]:
        result = CliRunner().invoke(app, [*words, "--json"])
        return result.exit_code, json.loads(result.stdout)

    code, queued = run("load", str(folder), "--kb", "books", "--queue")
    assert (code, [job["state"] for job in queued["jobs"]]) == (0, ["queued", "queued"])
    bad, good = (job["id"] for job in queued["jobs"])
    code, listed = run("jobs", "list", "--kb", "books")
    assert (code, {job["id"] for job in listed["jobs"]}) == (0, {good, bad})
    assert run("jobs", "cancel", bad, "--kb", "books")[1]["state"] == "cancelled"
    assert run("jobs", "retry", bad, "--kb", "books")[1]["state"] == "queued"
    with worker_inside(application, 1):
        code, watched = run("jobs", "watch", "--kb", "books")
    assert (code, [job["state"] for job in watched["jobs"]]) == (65, ["failed", "done"])
    code, shown = run("jobs", "show", good, "--kb", "books")
    assert (code, shown) == (0, kb.get(f"{PATH}/{good}").json())
    assert run("jobs", "show", "job_x", "--kb", "books")[1]["type"] == "not-found"
