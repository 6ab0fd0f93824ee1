"""A thousand real tables in four formats: every row whole in one chunk, under its header, merged values in place."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.chunk import Chunk
from core.document import Table
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_bytes
from tests.integration.ingestion.table_files import Gold, as_docx, as_html, as_markdown, as_xlsx, read_gold

BATCHES = 8
WRITERS: dict[str, Callable[[Gold], bytes]] = {"html": as_html, "md": as_markdown, "xlsx": as_xlsx, "docx": as_docx}
Row = tuple[str, ...]


@pytest.fixture(scope="module")
def gold(shared_data: Path) -> list[Gold]:
    paths = sorted((shared_data / "tables").glob("*_tables.jsonl"))
    if not paths:
        pytest.skip("no tables here")
    return read_gold(paths)


def rows_of(grid: Sequence[Sequence[str]]) -> list[Row]:
    """Return rows with blank space evened out; rows and columns without any text say nothing and are left out."""
    flat = [tuple(" ".join(text.replace("<br>", " ").split()) for text in row) for row in grid]
    used = [col for col in range(max(map(len, flat), default=0)) if any(row[col] for row in flat)]
    return [tuple(row[col] for col in used) for row in flat if any(row)]


def chunk_rows(chunks: Sequence[Chunk]) -> list[Row]:
    """Return the rows of all chunks in order, the header of each table once.

    Titles and later headers that a chunk repeats above its own rows are left out: it counts its own rows only.
    """
    rows: list[list[str]] = []
    header: list[list[str]] | None = None
    for chunk in chunks:
        assert chunk.table is not None
        grid, height = chunk.table.grid(), chunk.table.header_rows
        repeated = max(len(grid) - height - len(chunk.table_rows), 0)
        rows += [*([] if grid[:height] == header else grid[:height]), *grid[height + repeated :]]
        header = grid[:height]
    return rows_of(rows)


def in_sheet(rows: Sequence[Row]) -> list[Row]:
    """Return rows as a sheet can hold them.

    A line across the whole table is its title there and leaves it, a column name said twice is numbered, and the
    place of a merged cell's last rows or columns may be cut off.
    """
    named = [tuple(re.sub(r" \(\d+\)$", "", text) for text in row) for row in rows if len(set(row)) > 1]
    kept = [row for number, row in enumerate(named) if not number or row != named[number - 1]]
    columns = list(zip(*kept, strict=True)) if len({len(row) for row in kept}) == 1 else []
    own = [col for col, texts in enumerate(columns) if not col or texts != columns[col - 1]]
    return [tuple(row[col] for col in own) for row in kept] if columns else kept


def _header(table: Table | None) -> tuple[Row, ...]:
    assert table is not None
    return tuple(tuple(row) for row in table.grid()[: table.header_rows])


def in_text(chunk: Chunk) -> bool:
    """Return whether the column names and every row stand in the text, cell by cell in order."""
    assert chunk.table is not None
    lines = chunk.text.split("\n")
    body = chunk.table.grid()[chunk.table.header_rows :]
    wanted = [chunk.table.columns() if chunk.table.header_rows else [], *body]
    written = [
        "| " + " | ".join(text.replace("|", "\\|").replace("\n", "<br>") for text in row) + " |" for row in wanted
    ]
    return all(line in lines for row, line in zip(wanted, written, strict=True) if row)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("form", WRITERS)
def test_every_row_is_whole_in_one_chunk_under_its_header(
    gold: list[Gold], settings: Settings, form: str, batch: int
) -> None:
    faults: list[str] = []
    for table in gold[batch::BATCHES]:
        document = parse_bytes(WRITERS[form](table), source_name=f"清单.{form}", settings=settings)
        chunks = [chunk for chunk in chunk_document(document, settings) if chunk.table is not None]
        seen_as = in_sheet if form == "xlsx" else list
        if not chunks or seen_as(chunk_rows(chunks)) != seen_as(rows_of(table.grid())):
            faults.append(f"{table.name}: rows differ")
        headers = {_header(block.table) for block in document.blocks if block.table is not None}
        faults += [f"{table.name}: no header" for chunk in chunks if _header(chunk.table) not in headers]
        faults += [f"{table.name}: row not in the text" for chunk in chunks if not in_text(chunk)]
        numbers = [number for chunk in chunks for number in chunk.table_rows]
        if len(numbers) != len(set(numbers)):
            faults.append(f"{table.name}: a row stands in two chunks")
    assert faults == []
    assert len(gold) == 1047


def test_merged_values_reach_every_row_they_cover(gold: list[Gold], settings: Settings) -> None:
    """Tables with cells over several rows, cut small so that the cells are cut through."""
    small = settings.model_copy(update={"chunk_size": 120})
    merged = [table for table in gold if any(cell.rows > 1 for cell in table.cells)]
    assert len(merged) > 300
    cut_through = 0
    for table in merged[::3]:
        document = parse_bytes(as_html(table), source_name="清单.html", settings=small)
        chunks = [chunk for chunk in chunk_document(document, small) if chunk.table is not None]
        assert chunk_rows(chunks) == rows_of(table.grid()), table.name
        cut_through += len(chunks) > 1
    assert cut_through > 50
