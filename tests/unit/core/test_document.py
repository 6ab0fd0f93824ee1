"""Tables with merged cells and headers of several rows; values that cannot be changed."""

from dataclasses import FrozenInstanceError

import pytest

from core.document import Cell, ListItem, Span, Table


def table(rows: list[list[str]], header_rows: int = 1) -> Table:
    cells = (Cell(text, row, col) for row, texts in enumerate(rows) for col, text in enumerate(texts))
    return Table(tuple(cells), header_rows)


def test_a_plain_grid() -> None:
    rows = [["产品", "价格"], ["星河手机", "1999.00"]]
    assert table(rows).grid() == rows
    assert table(rows).columns() == ["产品", "价格"]


def test_a_merged_cell_stands_in_every_place_it_covers() -> None:
    merged = Table(
        (Cell("地区", 0, 0, 2, 1), Cell("运费", 0, 1, 1, 2), Cell("省内", 1, 1), Cell("省外", 1, 2),
         Cell("华东", 2, 0), Cell("8元", 2, 1), Cell("12元", 2, 2)),
        header_rows=2,
    )  # fmt: skip
    assert merged.grid() == [["地区", "运费", "运费"], ["地区", "省内", "省外"], ["华东", "8元", "12元"]]
    assert merged.columns() == ["地区", "运费 省内", "运费 省外"]
    assert (merged.row_count, merged.column_count) == (3, 3)


@pytest.mark.parametrize(
    ("rows", "header_rows", "columns"),
    [
        ([["a", "b"], ["a", ""], ["1", "2"]], 2, ["a", "b"]),
        ([["", "b"], ["c", "d"], ["1", "2"]], 2, ["c", "b d"]),
        ([["a", "b"]], 0, ["", ""]),
        ([["a"], ["b"], ["a"]], 3, ["a b a"]),
    ],
)
def test_column_names(rows: list[list[str]], header_rows: int, columns: list[str]) -> None:
    assert table(rows, header_rows).columns() == columns


def test_missing_cells_are_empty() -> None:
    ragged = Table((Cell("a", 0, 0), Cell("b", 1, 2)))
    assert ragged.grid() == [["a", "", ""], ["", "", "b"]]


def test_no_cells() -> None:
    empty = Table(())
    assert (empty.row_count, empty.column_count) == (0, 0)
    assert empty.grid() == []
    assert empty.columns() == []


@pytest.mark.parametrize("value", [Span(0, 3), Cell("a", 0, 0), ListItem("1.", "a"), Table(())])
def test_values_are_frozen(value: object) -> None:
    name = next(iter(value.__slots__))  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, 1)
