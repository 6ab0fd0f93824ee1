"""The command line says what a language model did, or that there is none."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from evals.scripted_model import ScriptedModel
from service.cli.app import app
from store.engine import Database
from tests.conftest import Addresses, as_text
from tests.integration.model.conftest import article, careful, statute
from tests.llm_server import Serve

Run = Callable[..., Result]


@pytest.fixture
def run(addresses: Addresses, database: Database, tmp_path: Path) -> Run:
    def command(server: ScriptedModel | None, *words: str) -> Result:
        environment = {
            "DATABASE_URL": as_text(addresses.application),
            "DIANMIAN_ADMIN_DATABASE_URL": as_text(addresses.owner),
            "DIANMIAN_HOME": str(tmp_path / "home"),
            "DIANMIAN_LLM_URL": server.url if server else "",
            "DIANMIAN_LLM_MODEL": "scripted" if server else "",
            "DIANMIAN_LLM_PRICE_OUT": "1000",
            "COLUMNS": "250",
        }
        result = CliRunner().invoke(app, list(words), env=environment)
        assert result.exit_code == 0, result.output
        return result

    return command


def test_load_documents_and_status_tell(run: Run, folder: Path, serve: Serve) -> None:
    (folder / "甲.md").write_text(statute("甲办法", [article(1), article(2)]))
    server = serve(careful)
    loaded = run(server, "load", str(folder), "--kb", "规则").stdout
    assert "语言模型 language model: scripted · 事实 facts +2 · 印证 confirmed 2" in loaded
    assert "费用 cost 0." in loaded
    listed = run(server, "documents", "--kb", "规则").stdout
    assert "+2 · 失败 failed 0" in listed
    assert "语言模型 language model: scripted" in run(server, "status").stdout
    again = run(server, "load", str(folder), "--kb", "规则").stdout
    assert "请求 requests 0" in again


def test_without_a_model_they_say_so(run: Run, folder: Path) -> None:
    (folder / "甲.md").write_text(statute("甲办法", [article(1)]))
    words = "语言模型 language model: 未设置，只用规则"
    assert words in run(None, "load", str(folder), "--kb", "规则").stdout
    assert words in run(None, "status").stdout


def test_a_knowledge_base_is_kept_from_the_model(run: Run, folder: Path, serve: Serve) -> None:
    (folder / "甲.md").write_text(statute("甲办法", [article(1)]))
    server = serve(careful)
    run(server, "kb", "create", "规则")
    run(server, "kb", "set", "规则", "--no-model")
    assert "此知识库不用" in run(server, "load", str(folder), "--kb", "规则").stdout
    assert server.requests == []
    run(server, "kb", "set", "规则", "--model")
    run(server, "load", str(folder), "--kb", "规则")
    assert len(server.requests) == 1
