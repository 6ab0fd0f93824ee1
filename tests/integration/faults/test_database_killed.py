"""The database dies under a load and under questions: the service says so, and goes on by itself when it is back."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psycopg

from service.wiring import build
from store.engine import open_database
from tests.integration.faults.conftest import OwnServer
from tests.integration.loading.conftest import statute, terms
from tests.integration.operations.serving import environment, load_rules, serving, through
from tests.unit.core.embedding.conftest import Reply, Service

PATIENCE = 40.0
FILES, ARTICLES = 4, 16


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "the moment never came"
        time.sleep(0.05)


def test_questions_are_refused_while_it_is_down_and_answered_when_it_is_back(
    own_server: OwnServer, service: Service, tmp_path: Path
) -> None:
    variables = environment(tmp_path, service, own_server.settings)
    load_rules(own_server.settings, service, tmp_path)
    # A connection that idles while the database starts may be closed meanwhile: each request gets one of its own.
    unkept = httpx.Limits(max_keepalive_connections=0)
    with serving(tmp_path, variables) as running, httpx.Client(timeout=PATIENCE, limits=unkept) as client:
        before = running.ask(client).json()
        assert "15天" in before["answer"]
        own_server.kill()
        for _ in range(3):
            answer = running.ask(client)
            assert answer.status_code == 503, answer.text
            assert answer.headers["content-type"].startswith("application/problem+json")
            assert answer.json()["type"] == "not-ready"
        ready = client.get(f"{running.url}/ready")
        assert (ready.status_code, ready.json()["parts"]["database"]["ok"]) == (503, False)
        assert client.get(f"{running.url}/health").status_code == 200
        assert "dianmian_database_up 0.0" in client.get(f"{running.url}/metrics").text
        own_server.start()
        until(lambda: running.ask(client).status_code == 200)
        after = running.ask(client).json()
        assert (after["answer"], after["citations"]) == (before["answer"], before["citations"])
        assert client.get(f"{running.url}/ready").status_code == 200
        assert running.process.poll() is None


def test_a_load_that_loses_it_is_taken_up_again(own_server: OwnServer, service: Service, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number in range(FILES):
        text = statute(f"云杉市第{number}号办法", terms(ARTICLES, 1 + number * ARTICLES))
        (folder / f"{number:02}.md").write_text(text)
    variables = environment(tmp_path, service, own_server.settings, DIANMIAN_EMBEDDING_BATCH="32")
    service.script += [Reply(), Reply(pause=1.5)]
    command = [sys.executable, "-m", "service.cli", "load", str(folder), "--kb", "规则", "--json"]
    process = subprocess.Popen(command, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until(lambda: len(service.requests) >= 2 or process.poll() is not None)
    own_server.kill()
    out, errors = process.communicate(timeout=PATIENCE * 2)
    assert process.returncode != 0, out.decode() + errors.decode()
    service.script.clear()
    own_server.start()
    assert counts(own_server)["document"] == FILES, "what was committed is there after the crash"
    chosen = through(service, own_server.settings)
    database = open_database(chosen)
    for kb in ("规则", "另一个"):
        assert not build(chosen, database).loader.load(kb, [folder]).failures
    database.close()
    assert rows(own_server, "规则") == rows(own_server, "另一个")
    assert counts(own_server)["embedding"] == 2 * FILES * ARTICLES


def counts(own_server: OwnServer) -> dict[str, int]:
    with superuser(own_server) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()[0]  # type: ignore[index, misc]  # noqa: S608
            for table in ("document", "chunk", "embedding", "fact")
        }


def rows(own_server: OwnServer, kb: str) -> tuple[list[object], list[object]]:
    of_kb = "kb_id = (SELECT id FROM knowledge_base WHERE name = %s)"
    with superuser(own_server) as connection:
        chunks = f"SELECT c.id, c.text, e.vector::text FROM chunk c JOIN embedding e ON e.kb_id = c.kb_id AND e.chunk_id = c.id WHERE c.{of_kb} ORDER BY 1"  # noqa: S608
        facts = f"SELECT subject, attribute, value, quote, state FROM fact WHERE {of_kb} ORDER BY 1, 2, 3, 4"  # noqa: S608
        return (
            list(connection.execute(chunks.encode(), (kb,)).fetchall()),
            list(connection.execute(facts.encode(), (kb,)).fetchall()),
        )


def superuser(own_server: OwnServer) -> "psycopg.Connection[tuple[object, ...]]":
    host = str(own_server.server.address().query["host"])
    return psycopg.connect(host=host, user="postgres", dbname="dianmian", autocommit=True)
