"""The file that names the systems, Python callables, and the command over both."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import ConfigurationError, DianmianError, InvalidInput, UpstreamFailed
from evals.external import command
from evals.external.configuration import read_configuration
from evals.external.python_callable import PythonCallable
from evals.external.system import Hit
from service.wiring import Application

PIPELINE = """
from dataclasses import dataclass

@dataclass
class Found:
    text: str
    document: str

LINES = {"退货.md": "网上购买的商品应当自签收之日起7天内提出申请。", "运费.md": "满59元包邮，不满的收6元。"}

def search(question, limit):
    best = sorted(LINES, key=lambda name: -len(set(question) & set(LINES[name])))
    return [{"text": LINES[name], "document": name, "score": 1} for name in best][:limit]

def objects(question, limit):
    return [Found("满59元包邮", "运费.md"), ("6元", "运费.md", 0.5), ("多", "余", 1)]

def broken(question, limit):
    raise RuntimeError("索引不在")

def shapeless(question, limit):
    return [{"content": "x"}]

number = 3
"""
SUITE = """
- {id: L1, question: 网上买的几天内能提出退货申请, kind: lookup, expect: [7天], document: 退货.md, anchor: 网上}
- {id: A1, question: 有停车场吗, kind: absent}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    module = f"pipeline_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{module}.py").write_text(PIPELINE, encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(SUITE, encoding="utf-8")
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "退货.md").write_text(
        "# 退货\n\n## 网上\n\n网上购买的商品应当自签收之日起7天内提出申请。\n", encoding="utf-8"
    )
    (tmp_path / "systems.yaml").write_text(
        f"systems: [{{name: 自家, callable: '{module}:search'}}]\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def target(folder: Path, function: str) -> str:
    return f"{next(folder.glob('pipeline_*.py')).stem}:{function}"


@contextmanager
def never() -> Iterator[Application]:
    raise AssertionError("no system needs the application")
    yield


def test_the_command_measures_a_callable_without_opening_the_database(folder: Path) -> None:
    found = command.main(folder / "systems.yaml", folder / "suite.yaml", never)
    figures = found["自家"]
    assert (figures["value@1"], figures["place@1"], figures["ndcg@10"]) == (1, 1, 1)
    assert (figures["irrelevant@5"], figures["refused"], figures["absent"]) == (0.5, 0, 1)
    command.write(folder / "out" / "figures.json", folder / "suite.yaml", found)
    written = json.loads((folder / "out" / "figures.json").read_text("utf-8"))
    assert written == {"suite": "suite.yaml", "systems": {"自家": figures}}


def test_missing_documents_are_told(folder: Path) -> None:
    with pytest.raises(InvalidInput, match="--documents"):
        command.main(folder / "systems.yaml", folder / "suite.yaml", never, documents=folder / "none")


def test_hits_may_be_objects_or_tuples(folder: Path) -> None:
    found = PythonCallable(target(folder, "objects")).search("运费", 2)
    assert found == (Hit("满59元包邮", "运费.md"), Hit("6元", "运费.md", 0.5))


@pytest.mark.parametrize(
    ("function", "message"), [("broken", "RuntimeError: 索引不在"), ("shapeless", "hit 1: text: no 'text'")]
)
def test_a_callable_that_fails_is_told(folder: Path, function: str, message: str) -> None:
    with pytest.raises(UpstreamFailed, match=message):
        PythonCallable(target(folder, function)).search("运费", 2)


@pytest.mark.parametrize("function", ["absent", "number", ""])
def test_a_callable_that_is_not_there_is_refused(folder: Path, function: str) -> None:
    with pytest.raises(ConfigurationError, match="no such callable"):
        PythonCallable(target(folder, function))
    with pytest.raises(ConfigurationError, match="no such callable"):
        PythonCallable("no_such_module_of_ours:search")


def test_a_failure_names_system_and_question(folder: Path) -> None:
    (folder / "systems.yaml").write_text(
        f"systems: [{{name: 坏的, callable: '{target(folder, 'broken')}'}}]", encoding="utf-8"
    )
    with pytest.raises(UpstreamFailed, match=r"坏的, question L1"):
        command.main(folder / "systems.yaml", folder / "suite.yaml", never)


GOOD = "url: 'http://127.0.0.1:9/s', hits: h, text: t, document: d, body: {q: '{question}'}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("systems: [", "not valid YAML"),
        ("- x", "systems: expected a list"),
        ("systems: []", "systems: expected a list"),
        ("systems: [x]", r"systems\[1\]"),
        ("systems: [{name: 甲}]", "exactly one of http, callable and kb"),
        ("systems: [{name: 甲, kb: a, callable: 'b:c'}]", "exactly one of"),
        ("systems: [{kb: a}]", r"systems\[1\]\.name"),
        ("systems: [{name: 甲, kb: a, depth: 3}]", r"systems\[1\]\.depth: unknown field"),
        ("systems: [{name: 甲, kb: a, through: chat}]", "search or ask"),
        ("systems: [{name: 甲, kb: a}, {name: 甲, kb: b}]", "two systems"),
        ("systems: [{name: 甲, http: {url: 'http://127.0.0.1/'}}]", "hits"),
        (f"systems: [{{name: 甲, http: {{{GOOD}, timeout: 长}}}}]", r"systems\[1\]\.http.*timeout"),
        (f"systems: [{{name: 甲, http: {{{GOOD}, paths: x}}}}]", r"systems\[1\]\.http\.paths: unknown field"),
    ],
)
def test_a_bad_configuration_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "systems.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DianmianError, match=message):
        read_configuration(path)


def test_a_good_configuration_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "systems.yaml"
    path.write_text(
        f"systems: [{{name: 乙, http: {{{GOOD}}}}}, {{name: 甲, kb: policies, through: ask}}]", encoding="utf-8"
    )
    first, second = read_configuration(path)
    assert first.http is not None and (first.name, first.http.timeout, first.http.retries) == ("乙", 30, 2)
    assert (second.name, second.kb, second.through, second.http) == ("甲", "policies", "ask", None)
    with pytest.raises(InvalidInput, match="no such file"):
        read_configuration(tmp_path / "none.yaml")
