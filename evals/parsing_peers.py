"""How far our tables agree with what other programs made of the same files; where they differ, nobody is right yet.

The files have no labels: for each there is the stored CSV of Camelot and of Tabula. Agreement is the F1 of adjacency
relations (see ``evals.parsing_tables``); the agreement of those two with each other shows how much can be expected.
"""

import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from core.settings import load_settings
from evals.parsing_tables import DOCUMENTS, ROOT, Relations, cells_of_rows, ours, pdfplumber_defaults, relations

PEERS = ("camelot", "tabula")


def agreement(first: Relations, second: Relations) -> float:
    """Return the F1 of two sets of relations, 0–1; 1 when both are empty."""
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 1.0


def stored(paths: Iterable[Path]) -> Relations:
    """Return the relations of the tables in CSV files."""
    found: Relations = Counter()
    for path in sorted(paths):
        with path.open(encoding="utf-8", errors="replace", newline="") as lines:
            found += relations(cells_of_rows(list(csv.reader(lines))))
    return found


def main(documents: Path = DOCUMENTS) -> dict[str, float]:
    """Print the agreement file by file and return the means; empty where the files are not."""
    files = sorted((documents / "camelot_bench").glob("*/*/*.pdf"))
    settings = load_settings(home=ROOT / "build", ocr_enabled=False)
    names = ("ours_camelot", "ours_tabula", "pdfplumber_camelot", "camelot_tabula")
    table = Table("file", *(name.replace("_", " ~ ") for name in names))
    rows: list[tuple[float, ...]] = []
    for path in files:
        data = path.read_bytes()
        camelot, tabula = (stored(path.parent.glob(f"*{peer}*.csv")) for peer in PEERS)
        mine, plain = ours(data, settings), pdfplumber_defaults(data)
        pairs = ((mine, camelot), (mine, tabula), (plain, camelot), (camelot, tabula))
        rows.append(tuple(agreement(first, second) for first, second in pairs))
        table.add_row(path.stem, *(f"{value:.2f}" for value in rows[-1]))
    if not rows:
        return {}
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    table.add_row("mean", *(f"{value:.2f}" for value in means))
    Console().print(table)
    return {f"agreement_{name}": round(value, 4) for name, value in zip(names, means, strict=True)}


if __name__ == "__main__":
    main()
