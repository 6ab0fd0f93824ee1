"""The service answers while a file hangs in the child, and says afterwards what became of the file."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from core.settings import load_settings
from service.http.app import create_app
from service.logs import configure
from service.wiring import build
from store.engine import Database
from tests.conftest import Addresses, as_text
from tests.integration.ingestion import bad_files

CARD = "# 青禾卡\n\n## 年费\n\n青禾卡的年费为200元，自开卡之日起30日内缴纳。\n"


@pytest.fixture
def client(database: Database, addresses: Addresses, tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    """A service that gives a file six seconds."""
    configure("error")
    settings = load_settings(
        home=tmp_path, DATABASE_URL=as_text(addresses.application), sandbox_seconds=6, _env_file=None
    )
    with TestClient(create_app(build(settings, database))) as opened:
        yield opened


def upload(client: TestClient[Litestar], kb: str, *files: tuple[str, bytes]) -> Any:
    return client.post(f"/v1/kbs/{kb}/documents", files=[("files", file) for file in files])


def test_questions_are_answered_while_a_file_hangs(client: TestClient[Litestar]) -> None:
    for kb in ("卡", "慢"):
        assert client.post("/v1/kbs", json={"name": kb}).status_code == 201
    assert upload(client, "卡", ("青禾卡.md", CARD.encode())).status_code == 201
    answers: list[Any] = []
    slow = ("五百页.pdf", bad_files.pdf(500)), ("乱.bin", bad_files.garbage()), ("青禾卡.md", CARD.encode())
    thread = threading.Thread(target=lambda: answers.append(upload(client, "慢", *slow)))
    thread.start()
    answered = 0
    while thread.is_alive():
        asked = client.post("/v1/kbs/卡/ask", json={"question": "青禾卡的年费是多少？"})
        answered += 1
        assert "200元" in asked.text
        time.sleep(0.1)
    assert answered > 5, "questions were answered while the file hung"
    result = answers[0].json()
    assert [document["source_name"] for document in result["documents"]] == ["青禾卡.md"]
    failures = {failure["source_name"]: failure["message"] for failure in result["failures"]}
    assert "longer than 6 seconds" in failures["五百页.pdf"]
    assert "not supported" in failures["乱.bin"]
