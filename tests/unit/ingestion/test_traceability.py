"""Reports of chunks and their differences."""

import csv
import json
from collections.abc import Callable
from io import StringIO

from core.document import Document
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.traceability import COLUMNS, compare_chunks, to_csv_text, to_json_text, trace_rows

Read = Callable[[str | bytes, str], Document]
LAW = "# 办法\n\n" + "\n\n".join(f"第{n}条 关于{n}的规定内容说明。" for n in "一二三四五")


def test_rows_hold_everything_and_both_forms_agree(read: Read, settings: Settings) -> None:
    document = read(LAW, "办法(2020-01-02).md")
    rows = trace_rows(document, chunk_document(document, settings))
    assert tuple(rows[0]) == COLUMNS
    assert rows[1]["heading_path"] == ["第二条"]
    assert document.markdown[rows[1]["char_start"] : rows[1]["char_end"]] == rows[1]["text"]
    assert json.loads(to_json_text(rows)) == rows
    table = list(csv.DictReader(StringIO(to_csv_text(rows))))
    assert [row["chunk_id"] for row in table] == [row["chunk_id"] for row in rows]
    assert table[0]["document_version"] == "2020-01-02"


def test_formulas_are_disarmed_in_csv(read: Read, settings: Settings) -> None:
    document = read("=HYPERLINK(1) 这是一段超过二十个字符的普通文本内容。", "a.txt")
    text = to_csv_text(trace_rows(document, chunk_document(document, settings)))
    assert "'=HYPERLINK" in text


def test_changes(read: Read, settings: Settings) -> None:
    old = chunk_document(read(LAW, "a.md"), settings)
    parts = LAW.split("\n\n")
    new = chunk_document(
        read("\n\n".join([parts[0], parts[5], *parts[1:3], parts[3] + "改。", parts[4]]), "a.md"), settings
    )
    changes = compare_chunks(old, new)
    assert len(changes.added) == len(changes.removed) == 1
    assert len(changes.kept) == 4
    assert changes.moved == (old[4].id,)
    assert compare_chunks(old, old).moved == ()
    assert compare_chunks((), new).added == tuple(chunk.id for chunk in new)
