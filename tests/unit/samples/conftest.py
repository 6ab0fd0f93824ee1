"""The plain text of every sample document, read with general libraries and not with the project's parsers."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pdfplumber
import pytest
import yaml
from bs4 import BeautifulSoup
from docx.table import Table
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

ROOT = Path(__file__).parents[3]
SHOP = ROOT / "samples" / "shop"


def _plain(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _html(path: Path) -> str:
    return BeautifulSoup(_plain(path), "html.parser").get_text("\n", strip=True)


def _json(path: Path) -> str:
    return "\n".join("\t".join(map(str, record.values())) for record in json.loads(_plain(path)))


def _csv(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return "\n".join("\t".join(row) for row in csv.reader(file))


def _docx(path: Path) -> str:
    lines: list[str] = []
    for part in docx.Document(str(path)).iter_inner_content():
        if isinstance(part, Table):
            lines += ["\t".join(cell.text for cell in row.cells) for row in part.rows]
        else:
            lines.append(part.text)
    return "\n".join(lines)


def _xlsx(path: Path) -> str:
    book = openpyxl.load_workbook(path)
    return "\n".join(line for sheet in book.worksheets for line in _sheet_lines(sheet))


def _sheet_lines(sheet: Worksheet) -> list[str]:
    shown = {(cell.row, cell.column): _shown(cell) for row in sheet.iter_rows() for cell in row}
    for area in sheet.merged_cells.ranges:
        for place in area.cells:
            shown[place] = shown[area.min_row, area.min_col]
    columns = range(1, sheet.max_column + 1)
    return ["\t".join(shown[row, column] for column in columns) for row in range(1, sheet.max_row + 1)]


def _shown(cell: Cell) -> str:
    if cell.value is None:
        return ""
    if cell.number_format.endswith("%"):
        return f"{cell.value:.{max(0, len(cell.number_format) - 3)}%}"
    if cell.number_format == "yyyy-mm-dd":
        return f"{cell.value:%Y-%m-%d}"
    return str(cell.value)


def _pdf(path: Path) -> str:
    with pdfplumber.open(path) as file:
        return "\n".join(page.extract_text() for page in file.pages)


READERS: dict[str, Callable[[Path], str]] = {
    ".md": _plain,
    ".html": _html,
    ".json": _json,
    ".csv": _csv,
    ".docx": _docx,
    ".xlsx": _xlsx,
    ".pdf": _pdf,
}


def read_text(path: Path) -> str:
    """Return the text of one document; table rows are lines, cells parted by tabs where the format has cells."""
    return READERS[path.suffix](path)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def reader() -> Callable[[Path], str]:
    return read_text


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """File name → text, for every document of the shop."""
    return {path.name: read_text(path) for path in sorted(SHOP.iterdir()) if path.is_file()}


@pytest.fixture(scope="session")
def suite() -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = yaml.safe_load((ROOT / "evals/suites/shop.yaml").read_text(encoding="utf-8"))
    return questions
