"""One table chunk in, its facts out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.chunk import Chunk
from core.document import Table
from core.fact import Condition
from core.table import laid_out
from extraction.draft import Draft
from extraction.naming import Naming
from extraction.tables.columns import columns_of
from extraction.tables.grid import side_by_side, under_parents, upright
from extraction.tables.grid_facts import grid_facts
from extraction.tables.measures import is_list_of_measures
from extraction.tables.pair_facts import pair_facts
from extraction.tables.reading import Pair, Reading, read
from extraction.tables.topic import is_generic, topic_of


def table_facts(chunk: Chunk, naming: Naming) -> Iterator[Draft]:
    """Yield one draft per filled cell that holds a value, and one that names each row of a grid.

    The subject is the row's name, the attribute the column's; what else names the cell (other keys, steps of a scale,
    titles of parts, upper headers) are conditions. The vocabulary in ``naming`` says which column holds the subjects.
    Where the first column holds the attributes, the table is read by columns.
    """
    if chunk.table is None or chunk.table.row_count <= chunk.table.header_rows:
        return
    table = laid_out(chunk.table)
    reading = read(table)
    spans = _row_spans(chunk.text, chunk.table)
    seen: set[tuple[str, str, str, tuple[Condition, ...]]] = set()
    for draft in _drafts(reading, spans, naming, table.unit_hint, topic_of(chunk, table.caption)):
        full = _in_context(draft, table.caption)
        said = (full.subject, full.attribute, full.value, full.conditions)
        if said not in seen:
            seen.add(said)
            yield full


def _drafts(
    reading: Reading, spans: Sequence[tuple[int, int]], naming: Naming, unit_hint: str, topic: str
) -> Iterator[Draft]:
    pairs = list(reading.pairs)
    for grid in reading.grids:
        for part in side_by_side(grid):
            if topic and is_list_of_measures(part):
                pairs += [Pair(line.texts[:1], line.texts[1], line.places[1], under=line.under) for line in part.lines]
                continue
            columns = columns_of(upright(under_parents(part)), naming, unit_hint, topic)
            yield from grid_facts(columns, spans, naming)
    owners = [columns_of(grid, naming, unit_hint, topic, only_keys=True) for grid in reading.grids]
    yield from pair_facts(pairs, owners, spans, topic, unit_hint)


def _in_context(draft: Draft, caption: str) -> Draft:
    """Add the table's caption to a fact whose row name says little alone (合计)."""
    if not caption or draft.rule != "table" or not is_generic(draft.subject):
        return draft
    return replace(draft, conditions=(*draft.conditions, Condition(caption)))


def _row_spans(text: str, table: Table) -> list[tuple[int, int]]:
    """Return for every row of ``table`` the place of its line in ``text``; rows of the header share the first line."""
    lines: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        if line.lstrip().startswith("|"):
            lines.append((at, at + len(line)))
        at += len(line) + 1
    body = table.row_count - table.header_rows
    if len(lines) < body + 2:
        return [(0, len(text))] * table.row_count
    return [lines[-body - 2]] * table.header_rows + lines[len(lines) - body :]
