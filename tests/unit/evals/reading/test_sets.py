"""Reading sets: both forms read, questions tied to their paragraph, one draw for all."""

import json
from pathlib import Path

from evals.reading.sets import Asked, ReadingSet, read_cmrc, read_drcd, write_paragraphs


def test_cmrc(tmp_path: Path) -> None:
    rows = [
        {
            "context_id": "D_0",
            "context_text": "云杉湖位于白桦市。",
            "qas": [{"query_text": " 云杉湖在哪？", "query_id": "q"}],
        }
    ]
    path = tmp_path / "cmrc.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    found = read_cmrc(path)
    assert found.paragraphs == {"D_0": "云杉湖位于白桦市。"}
    assert found.questions == (Asked("云杉湖在哪？", "D_0"),)


def test_drcd_questions_are_simplified_and_paragraphs_are_not(tmp_path: Path) -> None:
    paragraph = {"context": "雲杉湖位於白樺市。", "id": "7-1", "qas": [{"question": "雲杉湖位於哪裡？"}]}
    path = tmp_path / "drcd.json"
    path.write_text(json.dumps({"data": [{"title": "湖", "paragraphs": [paragraph]}]}), encoding="utf-8")
    found = read_drcd(path)
    assert found.paragraphs == {"7-1": "雲杉湖位於白樺市。"}
    assert found.questions == (Asked("云杉湖位于哪里？", "7-1"),)


def test_the_draw_is_the_same_each_time_and_parts_the_questions() -> None:
    questions = tuple(Asked(f"第{number}问", "p") for number in range(50))
    drawn, left = ReadingSet("x", {}, questions).drawn(20)
    assert (drawn, left) == ReadingSet("x", {}, questions).drawn(20)
    assert len(drawn) == 20 and set(drawn) | set(left) == set(questions) and drawn != questions[:20]


def test_files_that_hold_their_paragraph_are_left_alone(tmp_path: Path) -> None:
    written = ReadingSet("x", {"a": "一", "b": "二"}, ())
    write_paragraphs(written, tmp_path)
    before = (tmp_path / "a.txt").stat().st_mtime_ns
    (tmp_path / "b.txt").write_text("旧", encoding="utf-8")
    write_paragraphs(written, tmp_path)
    assert (tmp_path / "a.txt").stat().st_mtime_ns == before
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == "二"
