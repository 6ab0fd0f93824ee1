"""``dianmian serve`` as a process of its own, over a database and an embeddings service that tests hold in hand."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from core.settings import Settings
from service.wiring import build
from store.engine import open_database
from tests.unit.core.embedding.conftest import Service

ROOT = Path(__file__).parents[3]
RULES = "# 云杉书店退货规则\n\n## 期限\n\n云杉卡会员的退货期限为15天，普通会员的退货期限为7天。\n"
QUESTION = "云杉卡会员的退货期限是几天？"


@dataclass
class Serving:
    """A running service."""

    process: "subprocess.Popen[bytes]"
    url: str
    log: Path

    def ask(self, client: httpx.Client, question: str = QUESTION) -> httpx.Response:
        """Ask the knowledge base ``店``."""
        return client.post(f"{self.url}/v1/kbs/店/ask", json={"question": question})

    def stop(self) -> None:
        """Tell it to end."""
        self.process.send_signal(signal.SIGTERM)


def environment(home: Path, service: Service, settings: Settings | None = None, **more: str) -> dict[str, str]:
    """Return the variables of a process that embeds through ``service``; without ``settings`` it starts its own server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DIANMIAN_", "DATABASE_URL"))}
    external = {
        "DATABASE_URL": settings.database_url,
        "DIANMIAN_ADMIN_DATABASE_URL": settings.admin_database_url,
    } if settings else {}  # fmt: skip
    return {
        **kept,
        **external,
        "PYTHONPATH": str(ROOT),
        "DIANMIAN_HOME": str(home),
        "DIANMIAN_EMBEDDING_PROVIDER": "openai",
        "DIANMIAN_EMBEDDING_MODEL": "tiny-remote",
        "DIANMIAN_EMBEDDING_BASE_URL": service.url,
        **more,
    }


@contextmanager
def serving(folder: Path, variables: Mapping[str, str]) -> Iterator[Serving]:
    """Run the service on a free port of loopback; what still runs at the end is killed."""
    log = folder / "serve.log"
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--json"]
    with log.open("wb") as errors:
        process = subprocess.Popen(command, cwd=folder, env=dict(variables), stdout=subprocess.PIPE, stderr=errors)
    assert process.stdout is not None
    try:
        yield Serving(process, _address(process, log), log)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def through(service: Service, settings: Settings) -> Settings:
    """Return ``settings`` that embed through ``service``, as ``environment`` has it for processes."""
    changes = {
        "embedding_provider": "openai",
        "embedding_model": "tiny-remote",
        "embedding_base_url": service.url,
    }
    return settings.model_copy(update=changes)


def load_rules(settings: Settings, service: Service, folder: Path) -> None:
    """Load the one document of ``店`` in this process: a process of its own would only take longer."""
    chosen = through(service, settings)
    database = open_database(chosen)
    try:
        report = build(chosen, database).loader.load("店", [rules_file(folder)])
    finally:
        database.close()
    assert not report.failures and report.totals["pending"] == 0


def run(folder: Path, variables: Mapping[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """Run one command to its end."""
    command = [sys.executable, "-m", "service.cli", *words]
    return subprocess.run(command, cwd=folder, env=dict(variables), capture_output=True, text=True, timeout=120)


def rules_file(folder: Path) -> Path:
    """Write the one document of ``店``."""
    file = folder / "退货规则.md"
    file.write_text(RULES, encoding="utf-8")
    return file


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    assert process.stdout is not None
    text = ""
    for line in process.stdout:
        text += line.decode()
        if line.startswith(b"}"):
            found: dict[str, Any] = json.loads(text)
            return str(found["url"])
    raise AssertionError(log.read_text())
