"""Gold cells and their judged headers: read as numbered, refused when they do not fit, and the project's own file."""

import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from evals.facts.table_coverage import SHARED
from evals.facts.table_gold import JUDGED, TABLES, GoldCell, cell_texts, read_gold, read_tables

HTML = (
    "<table><tr><td rowspan=2> 机型 </td><td colspan=2>保修&amp;维修</td></tr><tr><td>整机</td><td>电机<br/>（月）</td></tr>"
    "<tr><td>青禾A1</td><td>12个月</td><td></td></tr></table>"
)


def lines(path: Path, *entries: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries), encoding="utf-8")


def shared(folder: Path) -> Path:
    def question(qid: str, kind: str, cells: list[int], texts: list[str]) -> dict[str, object]:
        return {"qid": qid, "table_id": "T1", "type": kind, "gold_cells": cells, "gold_text": texts}

    lines(folder / TABLES / "dev_tables.jsonl", {"table_id": "T1", "type": "hierarchical", "html": HTML})
    lines(
        folder / TABLES / "dev_questions.jsonl",
        question("Q1", "single_cell", [5], ["12个月 "]),
        question("Q2", "single_cell", [6], [""]),
        question("Q3", "single_cell", [5, 6], ["12个月", ""]),
        question("Q4", "one_row", [5], ["12个月"]),
    )
    return folder


def judged(folder: Path, **changes: object) -> Path:
    first = {"qid": "Q1", "table_id": "T1", "cell": 5, "row": [4], "col": [1, 2]} | changes
    lines(folder / "judged.jsonl", first, {"qid": "Q2", "table_id": "T1", "cell": 6, "row": [4], "col": [3]})
    return folder / "judged.jsonl"


def test_cells_are_numbered_in_reading_order_a_merged_one_once() -> None:
    assert cell_texts(HTML) == ("机型", "保修&维修", "整机", "电机（月）", "青禾A1", "12个月", "")


def test_questions_of_one_cell_get_the_texts_of_their_headers(tmp_path: Path) -> None:
    tables = read_tables(shared(tmp_path), "dev")
    first, second = read_gold(tmp_path, "dev", tables, judged(tmp_path))
    assert first == GoldCell("Q1", "T1", "hierarchical", 5, "12个月", ("青禾A1",), ("保修&维修", "整机"))
    assert second.broken == "empty"
    assert read_gold(tmp_path, "dev", tables)[0].row == ()


def test_a_row_names_a_field_in_a_pair_and_where_fields_run_down() -> None:
    assert GoldCell("Q", "T", "complex", 3, "3年", ("青禾A1", "质保")).field == "质保"
    assert GoldCell("Q", "T", "horizontal", 3, "3年", ("质保",), ("青禾A1",)).field == "质保"
    assert GoldCell("Q", "T", "vertical", 3, "3年", ("青禾A1",), ("质保",)).field == ""


@pytest.mark.parametrize(
    "changes",
    [{"cell": 4}, {"table_id": "T2"}, {"row": [7]}, {"row": [-1]}, {"row": [5]}, {"row": [6]}, {"row": [], "col": []}],
    ids=["other cell", "other table", "no such cell", "negative", "itself", "empty header", "no header"],
)
def test_a_judgement_that_does_not_fit_is_refused_by_name(tmp_path: Path, changes: dict[str, object]) -> None:
    tables = read_tables(shared(tmp_path), "dev")
    with pytest.raises(InvalidInput, match=r"Q1.*does not fit"):
        read_gold(tmp_path, "dev", tables, judged(tmp_path, **changes))


def test_a_question_without_judgement_and_data_that_are_not_there_are_refused(tmp_path: Path) -> None:
    tables = read_tables(shared(tmp_path), "dev")
    with pytest.raises(InvalidInput, match=r"Q1.*not judged"):
        read_gold(tmp_path, "dev", tables, judged(tmp_path, qid="Q9"))
    with pytest.raises(InvalidInput, match="train_tables"):
        read_tables(tmp_path, "train")


def test_the_judgements_hold_no_text_of_the_data() -> None:
    words = {"wrong_cell"}
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        assert entry["qid"].startswith(entry["table_id"])
        others = [value for name, value in entry.items() if name not in ("qid", "table_id")]
        assert all(value in words if isinstance(value, str) else isinstance(value, int | list) for value in others)
        assert all(isinstance(at, int) for at in (*entry["row"], *entry["col"]))


def test_every_question_of_the_data_is_judged() -> None:
    if not (SHARED / TABLES).is_dir():
        pytest.skip("the public tables ../shared/data/tables are not here")
    gold = read_gold(SHARED, "dev", read_tables(SHARED, "dev"), JUDGED)
    assert len(gold) == len(JUDGED.read_text(encoding="utf-8").splitlines()) == 243
    assert {cell.broken for cell in gold} == {"", "wrong_cell"}
