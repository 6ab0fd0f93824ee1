"""Told to end, the service finishes what it has begun, lets nothing new in, and leaves the database in order."""

import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from core.settings import Settings
from evals.scripted_model import Reply as Said
from evals.scripted_model import scripted_model
from store.engine import Database
from tests.integration.operations.serving import QUESTION, Serving, environment, load_rules, serving
from tests.unit.core.embedding.conftest import Reply, Service

PATIENCE = 30.0


def ask_in_background(service: Serving, told: list[Any], headers: dict[str, str] | None = None) -> threading.Thread:
    def ask() -> None:
        with httpx.Client(timeout=PATIENCE) as client:
            body = {"question": QUESTION}
            told.append(client.post(f"{service.url}/v1/kbs/店/ask", json=body, headers=headers or {}))

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def until(holds: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "the moment never came"
        time.sleep(0.01)


@pytest.mark.usefixtures("database")
def test_a_request_under_way_is_answered(settings: Settings, service: Service, tmp_path: Path) -> None:
    variables = environment(tmp_path, service, settings)
    load_rules(settings, service, tmp_path)
    with serving(tmp_path, variables) as running:
        with httpx.Client(timeout=PATIENCE) as client:
            assert "15天" in running.ask(client).json()["answer"]
        before = len(service.requests)
        service.script.append(Reply(pause=1.5))
        told: list[Any] = []
        thread = ask_in_background(running, told)
        until(lambda: len(service.requests) > before)
        running.stop()
        until(lambda: _refused(running))
        assert not told, "the request was still under way when new ones were refused"
        thread.join(PATIENCE)
        assert told[0].status_code == 200
        assert "15天" in told[0].json()["answer"]
        assert running.process.wait(PATIENCE) == 0


@pytest.mark.usefixtures("database")
def test_a_stream_under_way_is_sent_to_its_end(
    settings: Settings, database: Database, service: Service, tmp_path: Path
) -> None:
    go_on = threading.Event()

    def mind(request: dict[str, Any]) -> Said:
        go_on.wait(PATIENCE)
        return Said("云杉卡会员的退货期限为15天[1]。")

    with scripted_model(mind) as model:
        variables = environment(
            tmp_path, service, settings, DIANMIAN_LLM_URL=model.url, DIANMIAN_LLM_MODEL="m", DIANMIAN_LLM_FACTS="false"
        )
        load_rules(settings, service, tmp_path)
        with serving(tmp_path, variables) as running:
            told: list[Any] = []
            thread = ask_in_background(running, told, {"Accept": "text/event-stream"})
            until(lambda: model.requests)
            running.stop()
            until(lambda: _refused(running))
            go_on.set()
            thread.join(PATIENCE)
            assert "event: done" in told[0].text
            assert running.process.wait(PATIENCE) == 0


def test_patience_ends(settings: Settings, database: Database, service: Service, tmp_path: Path) -> None:
    variables = environment(tmp_path, service, settings, DIANMIAN_SHUTDOWN_SECONDS="1")
    load_rules(settings, service, tmp_path)
    with serving(tmp_path, variables) as running:
        before = len(service.requests)
        service.script += [Reply(pause=5)]
        told: list[Any] = []
        thread = threading.Thread(target=lambda: told.append(_quietly(running)))
        thread.start()
        until(lambda: len(service.requests) > before)
        running.stop()
        assert running.process.wait(PATIENCE) is not None
        thread.join(PATIENCE)
        assert told in (["cut off"], [503], [500])


def test_the_embedded_server_ends_with_its_last_user(service: Service, tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="dianmian-") as folder:
        home = Path(folder) / "home"
        variables = environment(home, service)
        with serving(tmp_path, variables) as running:
            pid = int((home / "postgres" / "postmaster.pid").read_text().split()[0])
            assert Path(f"/proc/{pid}").exists()
            with httpx.Client(timeout=PATIENCE) as client:
                assert client.get(f"{running.url}/ready").status_code == 200
            running.stop()
            assert running.process.wait(PATIENCE) == 0
        assert not (home / "postgres" / "postmaster.pid").exists()


def _refused(running: Serving) -> bool:
    try:
        with httpx.Client(timeout=2) as client:
            client.get(f"{running.url}/health")
    except httpx.ConnectError:
        return True
    except httpx.HTTPError:
        return False
    return False


def _quietly(running: Serving) -> object:
    try:
        with httpx.Client(timeout=PATIENCE) as client:
            return running.ask(client).status_code
    except httpx.HTTPError:
        return "cut off"
