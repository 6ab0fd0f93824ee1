"""Other ways to rank tables, on findings made by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.answer import Candidate, Passage, Source
from core.chunk import Chunk
from core.fact import Fact
from core.question import AnalysedQuestion
from core.settings import load_settings
from evals.tables.asking import Result
from evals.tables.question import TableQuestion
from evals.tables.tries import corpus_of, tried, try_figures
from retrieval.fact_match import FactMatch
from retrieval.findings import Findings
from retrieval.lexical import WeightedTerms

TEXTS = {"d1": "项目 本期 上期 仓库租金 12 10", "d2": "项目 本期金额 上期金额 设备租金 77 70"}
NAMES = {"d1": frozenset({"仓库租金", "本期"}), "d2": frozenset({"设备租金", "本期金额"})}


def passage(name: str) -> Passage:
    chunk = Chunk(f"c-{name}", name, 0, "table", TEXTS[name], TEXTS[name], (), (), name, "1")
    return Passage(chunk, Source(name, f"{name}.html", name), 0.5)


def match(name: str, subject: str, attribute: str, whole: float, *, fits: bool = True) -> FactMatch:
    fact = Fact(f"f-{name}", subject, attribute, "12", f"c-{name}", name, "12", 0, 2, rule="table")
    return FactMatch(fact, 0.4, 0.5, 0.5, False, "unstated", fits, whole)


@pytest.fixture
def findings() -> Findings:
    """The second table is a little nearer; the first holds the row and the column that are named."""
    near = (Candidate("vector", "c-d2", 1, 1.0), Candidate("vector", "c-d1", 2, 0.9))
    matches = (match("d1", "仓库租金", "本期", 1.0), match("d2", "设备租金", "本期金额", 0.0, fits=False))
    text = "本期仓库租金是多少？"
    question = AnalysedQuestion(text, text, "lookup", asks=("money.CNY",))
    passages = (passage("d2"), passage("d1"))
    return Findings(question, WeightedTerms({}), passages, matches, 0.5, beyond=passages, candidates=near)


def test_each_try_ranks_what_was_found_in_its_own_way(findings: Findings, tmp_path: Path) -> None:
    ways = tried(findings, corpus_of(TEXTS, NAMES), load_settings(home=tmp_path, _env_file=None))
    assert ways["no try"] == "d2"
    first = {"names said whole 0.2", "whole table covers 0.2", "rare names 0.1", "other kind of value 0.8"}
    assert {name: ways[name] for name in first} == dict.fromkeys(first, "d1")
    assert ways["weights 0.5/0.4/0.1"] == "d2"


def test_nothing_found_is_nothing_first(findings: Findings, tmp_path: Path) -> None:
    empty = replace(findings, passages=(), beyond=(), matches=(), candidates=())
    ways = tried(empty, corpus_of(TEXTS, NAMES), load_settings(home=tmp_path, _env_file=None))
    assert set(ways.values()) == {""}


def test_a_try_is_scored_against_no_try() -> None:
    question = TableQuestion("q", "t1", "本期租金是多少？", "single_cell", ("12",))
    base = Result(question, "vertical", 1, "d1", frozenset(), (), document="d1")
    results = [
        replace(base, tried={"no try": "d2", "other": "d1"}),
        replace(base, tried={"no try": "d1", "other": "d2"}, twins=frozenset({"d2"}), alike=frozenset({"d2"})),
        replace(base, tried={"no try": "d1", "other": "d1"}),
    ]
    flat = try_figures(results)
    assert (flat["try.no try.table_at_1"], flat["try.other.table_at_1"]) == (0.6667, 0.6667)
    assert (flat["try.no try.expected_at_1"], flat["try.other.expected_at_1"]) == (0.5, 0.8333)
    assert (flat["try.other.won"], flat["try.other.lost"]) == (1, 1)
    assert try_figures([]) == try_figures([base]) == {}
