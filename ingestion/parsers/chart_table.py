"""The data behind a chart, from the values its file keeps, as a table."""

from typing import Any

from core.document import Cell, Table
from ingestion.parsers.office_xml import attribute, child, name_of

_LARGEST = 10_000


def chart_table(root: Any) -> Table | None:
    """Return a chart part (``c:chartSpace``) as a table: categories down, one column per series.

    Returns:
        ``None`` when the chart keeps no values.
    """
    series = [element for element in root.iter() if name_of(element) == "ser"]
    columns = [_points(child(one, "val") if child(one, "val") is not None else child(one, "yVal")) for one in series]
    if not any(columns):
        return None
    labels: dict[int, str] = {}
    for one in series:
        named = child(one, "cat") if child(one, "cat") is not None else child(one, "xVal")
        labels = labels or _points(named)
    rows = sorted({at for column in columns for at in column} | set(labels))[:_LARGEST]
    names = [_text(child(one, "tx")) or str(number) for number, one in enumerate(series, 1)]
    grid = [["", *names]] + [[labels.get(at, ""), *(column.get(at, "") for column in columns)] for at in rows]
    cells = tuple(Cell(text, row, col) for row, line in enumerate(grid) for col, text in enumerate(line))
    return Table(cells, header_rows=1, caption=_title(root))


def _points(element: Any | None) -> dict[int, str]:
    """Return the cached values by place; of names on several levels the innermost."""
    if element is None:
        return {}
    holder = next((inner for inner in element.iter() if name_of(inner) == "lvl"), element)
    points = (inner for inner in holder.iter() if name_of(inner) == "pt")
    return {int(attribute(point, "idx") or 0): _text(point) for point in points}


def _text(element: Any | None) -> str:
    found = (inner.text or "" for inner in element.iter() if name_of(inner) == "v") if element is not None else ()
    return " ".join(text for text in found if text)


def _title(root: Any) -> str:
    title = child(root, "chart", "title")
    texts = (inner.text or "" for inner in title.iter() if name_of(inner) in ("t", "v")) if title is not None else ()
    return "".join(texts).strip()
