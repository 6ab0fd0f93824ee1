"""The command line on the real database: what it prints, what it returns, and that JSON stands alone."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner, Result

from service.cli.app import app
from store.engine import Database
from tests.api.conftest import DELIVERY, RETURNS
from tests.conftest import Addresses, as_text

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def environment(addresses: Addresses, database: Database, tmp_path: Path) -> dict[str, str]:
    return {
        "DATABASE_URL": as_text(addresses.application),
        "DIANMIAN_ADMIN_DATABASE_URL": as_text(addresses.owner),
        "DIANMIAN_HOME": str(tmp_path / "home"),
        "DIANMIAN_LOG_LEVEL": "warning",
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "书店"
    (place / "_kb").mkdir(parents=True)
    (place / "退货规则.md").write_text(RETURNS, encoding="utf-8")
    (place / "配送说明.md").write_text(DELIVERY, encoding="utf-8")
    (place / "_kb" / "synonyms.yaml").write_text(
        "synonyms:\n  - {kind: attribute, alias: 多久能退, canonical: 退货期限}\n", encoding="utf-8"
    )
    return place


class Shell:
    """Runs commands in this process."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(app, list(words), env=self._environment)

    def json(self, *words: str, code: int = 0) -> Any:
        result = self(*words, "--json")
        assert result.exit_code == code, result.output
        return json.loads(result.stdout)


@pytest.fixture
def shell(environment: dict[str, str]) -> Shell:
    return Shell(environment)


@pytest.fixture
def loaded(shell: Shell, folder: Path) -> Shell:
    report = shell.json("load", str(folder), "--kb", "books")
    assert sorted(report["loaded"]) == ["退货规则.md", "配送说明.md"]
    return shell


def test_loading_again_changes_nothing(loaded: Shell, folder: Path) -> None:
    report = loaded.json("load", str(folder), "--kb", "books")
    assert (len(report["unchanged"]), report["chunks_added"], report["embedded"]) == (2, 0, 0)


def test_a_bad_file_is_exit_code_65_and_the_rest_is_loaded(shell: Shell, folder: Path) -> None:
    (folder / "坏.docx").write_bytes(b"PK\x03\x04 broken")
    result = shell("load", str(folder), "--kb", "books")
    assert result.exit_code == 65
    assert "坏.docx" in result.stderr
    assert shell.json("status", "--kb", "books")["kbs"][0]["documents"] == 2


def test_asking_in_words_and_in_json(loaded: Shell) -> None:
    answer = loaded.json("ask", "金叶会员多久能退？", "--kb", "books")
    assert "15天" in answer["answer"]
    assert {"document", "heading", "anchor", "quote"} <= set(answer["citations"][0])
    assert answer["citations"][0]["document"] == "退货规则.md"
    mentions = [mention["canonical"] for mention in answer["trace"]["question"]["mentions"]]
    assert "退货期限" in mentions, "the synonym file of the folder was not used"
    shown = loaded("ask", "金叶会员多久能退？", "--kb", "books", "--explain")
    assert shown.exit_code == 0
    assert answer["answer"].splitlines()[0] in shown.stdout
    assert "用时 timings" in shown.stdout


def test_search_facts_documents_and_status(loaded: Shell) -> None:
    found = loaded.json("search", "退款到账", "--kb", "books", "--limit", "2")
    assert len(found["passages"]) == 2
    facts = loaded.json("facts", "--kb", "books", "--attribute", "退货期限", "--value", ">=2周", "--sort", "value")
    assert [fact["value"] for fact in facts["facts"]] == ["15天", "30天"]
    assert loaded.json("facts", "--kb", "books", "--attribute", "退货期限", "--count") == {"total": 3}
    assert loaded.json("documents", "--kb", "books")["total"] == 2
    status = loaded.json("status")
    assert status["model"]["dimension"] == 384
    assert [(kb["name"], kb["pending"]) for kb in status["kbs"]] == [("books", 0)]
    for words in (("search", "退款"), ("facts",), ("documents",), ("status",)):
        assert loaded(*words, "--kb", "books").exit_code == 0


def test_a_search_is_limited(loaded: Shell) -> None:
    found = loaded.json("search", "退款到账", "--kb", "books", "--document", "配送说明.md")
    assert {passage["document"] for passage in found["passages"]} == {"配送说明.md"}
    assert loaded.json("ask", "运费是多少", "--kb", "books", "--document", "退货规则.md")["citations"] == []
    nothing = loaded("search", "退款", "--kb", "books", "--on", "1999-01-01", "--where", "series=没有")
    assert nothing.exit_code == 0
    assert "原因 reason" in nothing.stdout
    assert loaded("ask", "退款", "--kb", "books", "--where", "颜色=红").exit_code == 65
    assert loaded("ask", "退款", "--kb", "books", "--document", "没有.md").exit_code == 66


def test_a_vocabulary_is_imported_and_facts_are_read_anew(loaded: Shell, tmp_path: Path) -> None:
    names = tmp_path / "词表.yaml"
    names.write_text("attributes:\n  - {name: 可退天数, dimension: duration, aliases: [退货期限]}\n", encoding="utf-8")
    counts = loaded.json("vocabulary", "import", str(names), "--kb", "books")
    assert (counts["terms"], counts["aliases"]) == (1, 1)
    assert counts["extracted"] > 0
    assert loaded.json("facts", "--kb", "books", "--attribute", "可退天数", "--count") == {"total": 3}
    assert loaded.json("status")["kbs"][0]["mode"] == "controlled"


def test_deleting(loaded: Shell) -> None:
    assert loaded.json("delete", "退货规则.md", "--kb", "books")["source_name"] == "退货规则.md"
    assert loaded.json("delete", "退货规则.md", "--kb", "books", code=66)["type"] == "not-found"
    assert loaded("kb", "delete", "books").exit_code == 65
    assert loaded.json("kb", "delete", "books", "--yes") == {"deleted": "books"}
    assert loaded.json("kb", "list")["kbs"] == []


def test_knowledge_bases(shell: Shell) -> None:
    assert shell.json("kb", "create", "papers", "--controlled")["mode"] == "controlled"
    assert shell.json("kb", "create", "papers", code=73)["type"] == "conflict"
    assert shell.json("migrate")["revision"] == shell.json("status")["revision"]


def test_errors_say_what_and_where(shell: Shell) -> None:
    result = shell("ask", "几点开门？", "--kb", "nowhere")
    assert result.exit_code == 66
    assert result.stdout == ""
    assert "nowhere" in result.stderr
    assert "Traceback" not in result.output
    assert shell.json("load", "/no/such/place", "--kb", "books", code=65)["place"] == "/no/such/place"


def test_a_suite_is_run_by_name(loaded: Shell, tmp_path: Path) -> None:
    suite = tmp_path / "书店.yaml"
    suite.write_text(
        "- {id: A1, question: 金叶会员的退货期限是多久？, kind: lookup, expect: [15天], "
        "document: 退货规则.md, anchor: 金叶会员}\n",
        encoding="utf-8",
    )
    result = loaded("eval", "run", str(suite), "--kb", "books", "--json", "-")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)
    assert loaded("eval", "run", str(tmp_path / "none.yaml"), "--kb", "books").exit_code == 65


def run(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *words],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip


def test_a_process_prints_json_and_nothing_else(environment: dict[str, str], folder: Path) -> None:
    done = run(environment, "load", str(folder), "--kb", "books", "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["loaded"]) == 2
    refused = run(environment, "ask", "几点开门？", "--kb", "nowhere", "--json")
    assert refused.returncode == 66
    assert json.loads(refused.stdout)["type"] == "not-found"
    assert "Traceback" not in refused.stderr


def test_a_serving_process_ends_on_interrupt(environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--json"],
        cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # Tests that run in the background of a shell have interrupts ignored, and their children would inherit it.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        url = json.loads("".join(lines))["url"]
        assert url.startswith("http://127.0.0.1:")
        deadline = time.monotonic() + 60
        while True:
            try:
                assert httpx.get(f"{url}/ready", timeout=30, trust_env=False).json()["status"] == "ready"
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert "Traceback" not in process.stderr.read()  # type: ignore[union-attr]
    finally:
        process.kill()
        process.wait()
