"""What holds of the facts of any table, however it is merged and whatever its cells say."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.document import Cell, Table
from core.table import laid_out

_TEXTS = [
    "",
    "-",
    "合计",
    "项目",
    "金额（元）",
    "单位",
    "12",
    "00123",
    "1E5",
    "3-2",
    "2024年",
    "青禾公司",
    "是",
    "型号：",
    "一、资产",
    "满5元",
    "甲|乙",
    "长" * 90,
]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw tables of up to six by six places, cells merged at random and texts of every kind."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    text = st.one_of(
        st.sampled_from(_TEXTS),
        st.text(st.characters(exclude_characters="|\r\n<>", exclude_categories=("C", "Z")), max_size=6),
    )
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for row in range(height):
        for col in range(width):
            if (row, col) in taken:
                continue
            down, across = draw(st.integers(1, height - row)), draw(st.integers(1, width - col))
            covered = {(row + i, col + j) for i in range(down) for j in range(across)}
            if covered & taken:
                down = across = 1
                covered = {(row, col)}
            taken |= covered
            cells.append(Cell(draw(text), row, col, down, across))
    return Table(tuple(cells), draw(st.integers(0, height)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(drawn=tables(), marked=st.booleans())
def test_values_are_cells_and_stand_in_their_quote(read: Any, drawn: Table, marked: bool) -> None:
    table = laid_out(drawn) if marked else drawn
    lines = [table.columns(), ["---"] * table.column_count, *table.grid()[table.header_rows :]]
    text = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
    facts = read.extraction(read.chunk(f"青禾说明\n\n{text}", "table", table=table), "青禾说明").facts
    texts = {cell.text.strip() for cell in drawn.cells}
    assert {fact.value for fact in facts} <= texts
    assert len({fact.id for fact in facts}) == len(facts)
