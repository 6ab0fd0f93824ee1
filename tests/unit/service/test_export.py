"""Exported facts: the source's words untouched, nothing a spreadsheet would run, never all of it at once."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator, Sequence

import openpyxl
import pytest

from core.errors import InvalidInput
from service.export import Format, exported, format_of
from service.export_rows import COLUMNS, Row

VALUES = ["00123", "1E5", "123456.78", "3-2", "6000.00", "7天", "1\n2", "a,\"b\"", "<b>&amp;</b>", "甲\r乙"]  # fmt: skip
ACTIVE = ["=1+1", "+86", "-5℃", "@SUM(A1)", "\t=1", "  =1", "＝1"]


def row(value: str) -> Row:
    return {**dict.fromkeys(COLUMNS, ""), "value": value}


def written(values: Sequence[str], form: Format, *, bom: bool = False) -> bytes:
    return b"".join(exported([[row(value) for value in values]], form, bom=bom))


def cells(content: bytes) -> list[str]:
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    at = COLUMNS.index("value")
    return [line[at] for line in list(sheet.iter_rows(values_only=True))[1:]]  # type: ignore[misc]


@pytest.mark.parametrize("value", VALUES)
def test_values_pass_through(value: str) -> None:
    lines = list(csv.DictReader(io.StringIO(written([value], "csv").decode(), newline="")))
    assert [line["value"] for line in lines] == [value]
    assert [json.loads(line)["value"] for line in written([value], "jsonl").splitlines()] == [value]
    assert cells(written([value], "xlsx")) == [value]


@pytest.mark.parametrize("value", ACTIVE)
def test_nothing_runs_in_a_spreadsheet(value: str) -> None:
    lines = list(csv.DictReader(io.StringIO(written([value], "csv").decode(), newline="")))
    assert lines[0]["value"] == f"'{value}"
    assert json.loads(written([value], "jsonl"))["value"] == value
    book = openpyxl.load_workbook(io.BytesIO(written([value], "xlsx")))
    assert book.active is not None
    cell = book.active.cell(2, COLUMNS.index("value") + 1)
    assert (cell.value, cell.data_type) == (value, "s")


def test_a_character_no_xml_may_hold_is_replaced() -> None:
    assert cells(written(["甲\x00乙"], "xlsx")) == ["甲\ufffd乙"]


def test_the_mark_comes_when_asked_for() -> None:
    assert written(["7天"], "csv", bom=True).startswith(b"\xef\xbb\xbfsubject,")
    assert written(["7天"], "csv").startswith(b"subject,")


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_pages_are_read_one_at_a_time(form: Format) -> None:
    read: list[int] = []

    def pages() -> Iterator[list[Row]]:
        for number in range(3):
            read.append(number)
            yield [row(f"{number}天")]

    seen = b""
    for block in exported(pages(), form):
        seen += block
        assert all(f"{number}天".encode() in seen for number in read)
    assert read == [0, 1, 2]


@pytest.mark.parametrize(("name", "form"), [("a.csv", "csv"), ("事实.XLSX", "xlsx"), ("jsonl", "jsonl")])
def test_formats(name: str, form: Format) -> None:
    assert format_of(name) == form


@pytest.mark.parametrize("name", ["a.pdf", "a", ""])
def test_an_unknown_format_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="unknown format"):
        format_of(name)


def test_what_looks_like_an_escape_is_not_read_as_one() -> None:
    with zipfile.ZipFile(io.BytesIO(written(["_x0041_"], "xlsx"))) as archive:
        assert ">_x005F_x0041_<" in archive.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize(("rows", "sheets"), [(0, [0]), (2, [2]), (3, [3, 0]), (7, [3, 3, 1])])
def test_more_rows_than_a_sheet_holds_go_on_in_another(
    rows: int, sheets: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.export_sheet._MOST_ROWS", 4)
    book = openpyxl.load_workbook(io.BytesIO(written([f"{at}天" for at in range(rows)], "xlsx")))
    found = [list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets]
    assert [len(lines) - 1 for lines in found] == sheets
    at = COLUMNS.index("value")
    assert [line[at] for lines in found for line in lines[1:]] == [f"{number}天" for number in range(rows)]
