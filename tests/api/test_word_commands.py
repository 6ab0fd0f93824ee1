"""Facts, vocabulary and synonyms on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from store.engine import Database
from tests.api.conftest import DELIVERY, RETURNS
from tests.api.test_command_line import Shell
from tests.conftest import Addresses, as_text


@pytest.fixture
def shell(addresses: Addresses, database: Database, tmp_path: Path) -> Shell:
    return Shell(
        {
            "DATABASE_URL": as_text(addresses.application),
            "DIANMIAN_ADMIN_DATABASE_URL": as_text(addresses.owner),
            "DIANMIAN_HOME": str(tmp_path / "home"),
            "DIANMIAN_LOG_LEVEL": "warning",
        }
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "书店"
    place.mkdir()
    (place / "退货规则.md").write_text(RETURNS, encoding="utf-8")
    (place / "配送说明.md").write_text(DELIVERY, encoding="utf-8")
    return place


@pytest.fixture
def books(shell: Shell, folder: Path) -> Shell:
    shell.json("load", str(folder), "--kb", "books")
    return shell


def values(found: Any) -> set[str]:
    return {fact["value"] for fact in found["facts"]}


def test_facts(books: Shell, tmp_path: Path) -> None:
    ask = ("facts", "--kb", "books")
    assert values(books.json(*ask, "attribute=退货期限; value<=15d")) == {"7天", "15天"}
    assert values(books.json(*ask, "attribute=退货期限", "value>15天", "--sort", "-value")) == {"30天"}
    assert books.json(*ask, "attribute=退货期限", "--count") == {"total": 3}
    assert books.json(*ask, "attribute=退货期限", "--distinct", "subject")["total"] == 3
    first = books.json(*ask, "attribute=退货期限", "--sort", "value", "--limit", "2")
    rest = books.json(*ask, "attribute=退货期限", "--sort", "value", "--limit", "2", "--cursor", first["next"])
    assert [fact["value"] for fact in (*first["facts"], *rest["facts"])] == ["7天", "15天", "30天"]
    wrong = books.json(*ask, "value>=很久", code=65)
    assert wrong["place"] == "where[1], character 8"
    assert books.json(*ask, "--sort", "size", code=65)["place"] == "sort"


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.xlsx"])
def test_export(books: Shell, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    done = books.json("facts", "--kb", "books", "attribute=退货期限", "--export", str(file), "--bom")
    assert done["bytes"] == file.stat().st_size > 0
    assert file.read_bytes().startswith(b"\xef\xbb\xbf") == (name == "f.csv")
    other = tmp_path / "bad.csv"
    books.json("facts", "--kb", "books", "value>=很久", "--export", str(other), code=65)
    assert not other.exists()


def test_a_vocabulary_from_documents_to_facts(books: Shell, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    books.json("vocabulary", "propose", str(folder), "--output", str(file))
    proposed = yaml.safe_load(file.read_text(encoding="utf-8"))["attributes"]
    assert "退货期限" in [entry["name"] for entry in proposed]
    same = books.json("vocabulary", "propose", "--kb", "books")
    assert [item["name"] for item in same["attributes"]] == [entry["name"] for entry in proposed]
    assert books.json("vocabulary", "import", str(file), "--kb", "books")["terms"] == len(proposed)
    assert values(books.json("facts", "--kb", "books", "attribute=退货期限")) == {"7天", "15天", "30天"}
    listed = books.json("vocabulary", "list", "--kb", "books", "--state", "accepted")
    assert listed["mode"] == "controlled"
    exported = tmp_path / "again.yaml"
    books.json("vocabulary", "export", "--kb", "books", "--output", str(exported))
    again = yaml.safe_load(exported.read_text(encoding="utf-8"))["attributes"]
    assert {entry["name"] for entry in again} == {entry["name"] for entry in proposed}


def test_proposals_are_decided_on(books: Shell) -> None:
    books.json("vocabulary", "propose", "--kb", "books", "--save")
    waiting = [term["name"] for term in books.json("vocabulary", "proposals", "--kb", "books")["terms"]]
    assert len(waiting) > 2
    assert books.json("vocabulary", "mode", "controlled", "--kb", "books", code=66)["advice"]
    books.json("vocabulary", "accept", "退货期限", "--kb", "books")
    books.json("vocabulary", "reject", waiting[0] if waiting[0] != "退货期限" else waiting[1], "--kb", "books")
    books.json("vocabulary", "mode", "controlled", "--kb", "books")
    found = books.json("facts", "--kb", "books")["facts"]
    assert {fact["attribute"] for fact in found} == {"退货期限"}
    books.json("vocabulary", "mode", "open", "--kb", "books")
    assert books.json("facts", "--kb", "books", "--count")["total"] > len(found)
    books.json("vocabulary", "remove", "退货期限", "--kb", "books")
    assert books.json("vocabulary", "list", "--kb", "books", "--state", "accepted")["total"] == 0


def test_synonyms(books: Shell, tmp_path: Path) -> None:
    kb = ("--kb", "books")
    books.json("synonyms", "add", "反悔天数", "退货期限", *kb)
    assert values(books.json("facts", *kb, "attribute=反悔天数")) == {"7天", "15天", "30天"}
    refused = books.json("synonyms", "add", "反悔天数", "送达时间", *kb, code=73)
    assert "退货期限" in refused["detail"] and "送达时间" in refused["detail"]
    books.json("synonyms", "add", "反悔天数", "送达时间", "--scope", "文具", *kb)
    file = tmp_path / "aliases.csv"
    books.json("synonyms", "export", "--format", "csv", "--output", str(file), *kb)
    books.json("synonyms", "remove", "反悔天数", *kb)
    assert books.json("synonyms", "list", *kb)["total"] == 1
    assert books.json("synonyms", "import", str(file), "--replace", *kb)["changed"] == 2
    assert books.json("synonyms", "list", *kb)["total"] == 2
    assert books.json("synonyms", "proposals", *kb)["total"] == 0
    books.json("synonyms", "accept", "没有", *kb, code=66)
    books.json("synonyms", "reject", "没有", *kb, code=66)
    shown = books("synonyms", "list", *kb)
    assert shown.exit_code == 0 and "反悔天数" in shown.stdout


def test_a_file_that_cannot_be_read_costs_only_itself(shell: Shell, folder: Path) -> None:
    (folder / "坏.pdf").write_bytes(b"%PDF-1.7 broken")
    result = shell("vocabulary", "propose", str(folder), "--json")
    assert result.exit_code == 0
    assert "坏.pdf" in result.stderr
    assert json.loads(result.stdout)["attributes"]
    shell.json("vocabulary", "propose", str(folder / "坏.pdf"), code=65)
    shell.json("vocabulary", "propose", code=65)
