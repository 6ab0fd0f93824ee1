"""Coverage counted by hand: each way to miss a cell, the hints of false facts, and one folder read end to end."""

import json
from pathlib import Path

import pytest

from core.fact import Condition, Fact
from core.settings import load_settings
from evals.facts import tables
from evals.facts.table_coverage import Miss, echoes, missed, swapped, table_coverage, type_coverage
from evals.facts.table_facts import TableFacts, load_table
from evals.facts.table_gold import TABLES, GoldCell

PLAIN = (
    "<table><tr><td>机型</td><td>质保（年）</td><td>售价</td></tr>"
    "<tr><td>青禾A1</td><td>3</td><td>120元</td></tr><tr><td>青禾B2</td><td>5</td><td>260元</td></tr></table>"
)


def fact(subject: str, attribute: str, value: str, *conditions: str) -> Fact:
    held = tuple(Condition(text) for text in conditions)
    return Fact("fct_1", subject, attribute, value, "chk_1", "doc_1", value, 0, len(value), conditions=held)


def gold(value: str = "120元", row: tuple[str, ...] = ("青禾A1",), col: tuple[str, ...] = ("售价",)) -> GoldCell:
    return GoldCell("Q1", "T1", "vertical", 5, value, row, col)


def loaded(*facts: Fact, texts: tuple[str, ...] = ("120元",)) -> TableFacts:
    return TableFacts(facts, frozenset(texts))


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (loaded(fact("青禾A1", "售价", "120元")), None),
        (loaded(fact("A1", "售价", "120元"), fact("售价", "电压", "120元", "机型：青禾A1")), None),
        (loaded(texts=("整套120元起",)), Miss(gold(), "value")),
        (loaded(texts=("售价",)), Miss(gold(), "parse")),
        (loaded(fact("青禾A1", "售价", "1120元")), Miss(gold(), "value")),
        (loaded(fact("青禾B2", "售价", "120元")), Miss(gold(), "row", ("青禾A1",))),
        (loaded(fact("青禾A1", "进价", "120元"), fact("乙", "丙", "120元")), Miss(gold(), "column", ("售价",))),
        (loaded(fact("乙", "丙", "120元")), Miss(gold(), "row and column", ("青禾A1", "售价"))),
    ],
)
def test_a_cell_is_held_or_missed_in_one_way(table: TableFacts, expected: Miss | None) -> None:
    assert missed(gold(), table) == expected


def test_white_space_is_compared_as_html_shows_it() -> None:
    assert missed(gold("ZH-1 型"), loaded(fact("青禾A1", "售价", " ZH-1\n型"))) is None
    assert missed(gold("ZH-1型"), loaded(fact("青禾A1", "售价", "ZH-1 型"), texts=("ZH-1型",))) == Miss(
        gold("ZH-1型"), "value"
    )


def test_a_name_asked_for_is_a_miss_that_says_whether_it_is_held_as_a_subject() -> None:
    asked = GoldCell("Q1", "T1", "complex", 4, "青禾A1", ("云杉机械厂",), ("设备",), asks_name=True)
    known = missed(asked, loaded(fact("青禾A1", "厂家", "云杉机械厂"), texts=("青禾A1",)))
    unknown = missed(asked, loaded(fact("青禾A1", "厂家", "白桦机械厂"), texts=("青禾A1",)))
    assert (known, unknown) == (Miss(asked, "value", as_subject=True), Miss(asked, "value"))


def test_a_fact_that_has_a_header_for_its_value_is_an_echo() -> None:
    facts = [fact("资产", "年报", "年初数"), fact("现金", "年初数", "100"), fact("贷款一", "起始日期", "5月1日")]
    by_value = GoldCell("Q2", "T1", "complex", 9, "4%", ("5月1日",), ("利率",), by_value=True)
    cells = [GoldCell("Q1", "T1", "complex", 5, "100", ("现金",), ("年初数",)), by_value]
    assert echoes(facts, cells) == 1
    assert echoes(facts, [GoldCell("Q2", "T1", "complex", 9, "4%", ("5月1日",), ("利率",))]) == 1
    assert echoes(facts, [by_value]) == 0


def test_the_name_of_a_field_is_no_subject() -> None:
    pair = GoldCell("Q1", "T1", "complex", 3, "2031年5月", ("成立时间",))
    assert swapped(pair, [fact("成立时间", "云杉交易所", "2031年5月")])
    assert not swapped(pair, [fact("云杉交易所", "成立时间", "2031年5月"), fact("成立时间", "甲", "2031年5月")])
    assert not swapped(pair, [fact("成立时间", "云杉交易所", "2030年1月")])
    assert not swapped(gold(), [fact("售价", "青禾A1", "120元")])


def test_counts_of_a_type_add_up() -> None:
    held, lost, bare = gold(), gold("5"), gold("260元")
    counted = type_coverage(
        {"T1": loaded(fact("青禾A1", "售价", "120元"))},
        [held, lost, bare],
        [Miss(lost, "value"), Miss(bare, "row")],
        True,
    )
    assert (counted.cells, counted.with_value, counted.with_headers, counted.facts) == (3, 2, 1, 1)
    assert counted.share(counted.with_value) == pytest.approx(2 / 3)


def test_a_table_is_loaded_like_a_file(tmp_path: Path) -> None:
    table = load_table(PLAIN, "青禾", load_settings(home=tmp_path, _env_file=None))
    assert {"青禾A1", "120元", "质保（年）"} <= table.texts
    assert ("青禾B2", "260元") in {(item.subject, item.value) for item in table.facts}


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A shared folder with one table, a question that is held, and one whose gold is broken."""
    folder = tmp_path / TABLES
    folder.mkdir(parents=True)
    entry = {"table_id": "T1", "type": "vertical", "html": PLAIN}
    asked = {"table_id": "T1", "type": "single_cell"}
    questions = [
        asked | {"qid": "Q1", "gold_cells": [5], "gold_text": ["120元"]},
        asked | {"qid": "Q2", "gold_cells": [4], "gold_text": ["3"]},
    ]
    judged = [
        {"qid": "Q1", "table_id": "T1", "cell": 5, "row": [3], "col": [2]},
        {"qid": "Q2", "table_id": "T1", "cell": 4, "row": [3], "col": [1], "broken": True, "reason": "wrong_cell"},
    ]
    for split in ("dev", "train"):
        (folder / f"{split}_tables.jsonl").write_text(json.dumps(entry), encoding="utf-8")
        (folder / f"{split}_questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    (tmp_path / "judged.jsonl").write_text("\n".join(map(json.dumps, judged)), encoding="utf-8")
    return tmp_path


def test_a_folder_is_measured_end_to_end(shared: Path) -> None:
    coverage = table_coverage(shared, judged=shared / "judged.jsonl")
    part = coverage.by_type["vertical"]
    assert (part.tables, part.cells, part.with_value, part.with_headers) == (1, 1, 1, 1)
    assert (coverage.misses, coverage.broken) == ((), 1)
    flat = tables.figures(coverage)
    assert flat["tables.vertical.with_headers"] == 1.0
    assert flat["tables.complex.cells"] == 0


def test_without_judged_headers_only_values_are_counted(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flat = tables.main([str(shared), "--train"])
    assert flat["tables.vertical.cells"] == 2
    assert "tables.vertical.with_headers" not in flat
    assert "vertical" in capsys.readouterr().out


def test_without_the_data_nothing_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tables.main([str(tmp_path)]) == {}
    assert "not measured" in capsys.readouterr().out
