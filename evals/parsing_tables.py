"""Tables of PDF files against labelled structure, by adjacency relations of cells, beside another library.

A relation says that two texts are nearest neighbours to the right or below, empty cells skipped; a file's score
compares the relations of all its tables as a multiset, so that a table found where there is none costs precision and
a table missed costs recall. The label files are those of the ICDAR 2013 table competition (``NAME-str.xml``).

Run: ``python -m evals.parsing_tables [DOCUMENTS] [--files]``
"""

import argparse
import itertools
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from defusedxml import ElementTree
from rich.console import Console
from rich.table import Table as Printed

from core.document import Cell
from core.errors import DianmianError
from core.settings import Settings, load_settings
from evals.report import write_json
from ingestion.parse import parse_bytes

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT.parent / "shared" / "data" / "documents"
LABELLED = Path("icdar2013/icdar2013-dataset/competition-dataset-eu")
Relations = Counter[tuple[str, str, str]]
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "“": '"', "”": '"'})


@dataclass(frozen=True, slots=True)
class FileScore:
    """Counts of one file: relations right, in the labels, and found; ``seconds`` to read the file."""

    name: str
    right: int
    gold: int
    found: int
    seconds: float

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.gold + self.found) if self.gold + self.found else 1.0


def normalised(text: str) -> str:
    """Return ``text`` as it is compared: one width, one kind of dash and quote, no blank space, lower case."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text).translate(_DASHES)).casefold()


def relations(cells: Iterable[Cell]) -> Relations:
    """Return the relations between a table's cells; a cell over several rows or columns has each neighbour once."""
    place: dict[tuple[int, int], Cell] = {}
    for cell in cells:
        if normalised(cell.text):
            for row in range(cell.row, cell.row + cell.row_span):
                for col in range(cell.col, cell.col + cell.col_span):
                    place.setdefault((row, col), cell)
    found: Relations = Counter()
    for way in ("right", "down"):
        lines = sorted(place, key=(lambda at: at) if way == "right" else (lambda at: (at[1], at[0])))
        axis = 0 if way == "right" else 1
        pairs = {
            (_at(place[a]), _at(place[b])): (place[a], place[b])
            for a, b in itertools.pairwise(lines)
            if a[axis] == b[axis] and place[a] is not place[b]
        }
        found.update((normalised(a.text), way, normalised(b.text)) for a, b in pairs.values())
    return found


def _at(cell: Cell) -> tuple[int, int]:
    return (cell.row, cell.col)


def gold_relations(path: Path) -> Relations:
    """Return the relations of all tables labelled in ``path`` (an ICDAR 2013 structure file)."""
    found: Relations = Counter()
    for table in ElementTree.parse(path).iter("table"):
        cells = []
        for cell in table.iter("cell"):
            row, col = int(cell.get("start-row", 0)), int(cell.get("start-col", 0))
            rows = int(cell.get("end-row") or row) - row + 1
            columns = int(cell.get("end-col") or col) - col + 1
            cells.append(Cell(cell.findtext("content") or "", row, col, rows, columns))
        found += relations(cells)
    return found


def ours(data: bytes, settings: Settings) -> Relations:
    """Return the relations of the tables this project finds in a PDF; none when it cannot be read."""
    found: Relations = Counter()
    try:
        document = parse_bytes(data, source_name="eval.pdf", settings=settings)
    except DianmianError:
        return found
    for block in document.blocks:
        if block.table is not None:
            found += relations(block.table.cells)
    return found


def pdfplumber_defaults(data: bytes) -> Relations:
    """Return the relations of the tables pdfplumber finds with its default settings."""
    from io import BytesIO

    import pdfplumber

    found: Relations = Counter()
    with pdfplumber.open(BytesIO(data)) as pdf:
        for page in pdf.pages:
            for rows in page.extract_tables():
                found += relations(cells_of_rows(rows))
            page.close()
    return found


def cells_of_rows(rows: Sequence[Sequence[str | None]]) -> list[Cell]:
    """Return rows of text as cells."""
    return [Cell(text or "", row, col) for row, line in enumerate(rows) for col, text in enumerate(line)]


def score_folder(folder: Path, read: Callable[[bytes], Relations]) -> list[FileScore]:
    """Return the score of every labelled PDF in ``folder``, by name."""
    scores = []
    for label in sorted(folder.glob("*-str.xml")):
        path = folder / label.name.replace("-str.xml", ".pdf")
        if path.exists():
            gold = gold_relations(label)
            started = time.perf_counter()
            found = read(path.read_bytes())
            seconds = time.perf_counter() - started
            scores.append(FileScore(path.stem, (gold & found).total(), gold.total(), found.total(), seconds))
    return scores


def summary(scores: Sequence[FileScore]) -> dict[str, float]:
    """Return recall, precision and F1 over all relations, their means over files, and seconds per file."""
    right, gold, found = (sum(getattr(score, name) for score in scores) for name in ("right", "gold", "found"))
    whole = FileScore("", right, gold, found, 0)
    count = max(len(scores), 1)
    figures = {"files": float(len(scores)), "recall": whole.recall, "precision": whole.precision, "f1": whole.f1}
    for name in ("recall", "precision", "f1", "seconds"):
        figures[f"mean_{name}"] = sum(getattr(score, name) for score in scores) / count
    return {name: round(value, 4) for name, value in figures.items()}


def print_scores(ours_by_file: Sequence[FileScore], theirs: Sequence[FileScore], *, files: bool) -> None:
    """Print the two libraries side by side, file by file when ``files``."""
    table = Printed("file", "recall", "precision", "F1", "pdfplumber F1", "seconds")
    for mine, other in zip(ours_by_file, theirs, strict=True) if files else ():
        numbers = (mine.recall, mine.precision, mine.f1, other.f1, mine.seconds)
        table.add_row(mine.name, *(f"{number:.2f}" for number in numbers))
    for kind in ("", "mean_"):
        mine_all, other_all = summary(ours_by_file), summary(theirs)
        averages = [mine_all[f"{kind}{name}"] for name in ("recall", "precision", "f1")]
        label = "mean of files" if kind else "all relations"
        seconds = f"{mine_all['mean_seconds']:.2f}" if kind else ""
        table.add_row(label, *(f"{n:.3f}" for n in (*averages, other_all[f"{kind}f1"])), seconds)
    Console().print(table)


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Score the labelled files, print a table, and return the figures; empty where the files are not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="?", type=Path, default=DOCUMENTS)
    parser.add_argument("--files", action="store_true", help="print every file")
    given = parser.parse_args(arguments)
    folder = given.documents / LABELLED
    if not folder.is_dir():
        Console().print(f"{folder} is not here, tables are not scored")
        return {}
    # Pages that are pictures have no labels here; reading them would only take time.
    settings = load_settings(home=ROOT / "build", ocr_enabled=False)
    mine = score_folder(folder, lambda data: ours(data, settings))
    theirs = score_folder(folder, pdfplumber_defaults)
    print_scores(mine, theirs, files=given.files)
    figures = {f"tables_{name}": value for name, value in summary(mine).items()}
    return figures | {f"tables_pdfplumber_{name}": value for name, value in summary(theirs).items()}


if __name__ == "__main__":
    write_json(ROOT / "build" / "eval-parsing-tables.json", main())
