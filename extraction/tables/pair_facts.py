"""Facts of values beside their names: 品牌 | 青禾 | 颜色 | 黑."""

from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.table import labelness
from extraction.draft import Draft
from extraction.tables.cell_value import EMPTY, bare, quantity_of
from extraction.tables.columns import Columns, conditions_of, subject_of
from extraction.tables.reading import Pair
from extraction.tables.topic import named_in


def pair_facts(
    pairs: Sequence[Pair], grids: Sequence[Columns], spans: Sequence[tuple[int, int]], about: str, unit_hint: str
) -> Iterator[Draft]:
    """Yield the drafts of every pair.

    Args:
        grids: The grids of the table; an owner of a pair is a line of one of them.
        spans: Start and end in the chunk's text of every row under the table's header.
        about: What pairs without an owner are about, unless one of them names it.
    """
    named = named_in(pairs)
    for pair in pairs:
        if pair.value.strip() in EMPTY:
            continue
        subject, conditions = _owner(pair, grids, named.get(pair.column, about))
        name = " ".join(dict.fromkeys(bare(each) for each in pair.names if each.strip() not in EMPTY))
        if not subject or not name:
            continue
        start, end = spans[pair.place]
        quantity = quantity_of(pair.value, (f"（{pair.unit}）", *reversed(pair.names), *pair.column), unit_hint)
        yield Draft(subject, name, pair.value, start, end, "table.pair", 0.85, quantity, conditions)


def _owner(pair: Pair, grids: Sequence[Columns], about: str) -> tuple[str, tuple[Condition, ...]]:
    """Return whose value a pair gives, and under which conditions."""
    stated: list[Condition] = []
    subject = ""
    if pair.owner is not None:
        columns = grids[pair.owner[0]]
        line = columns.grid.lines[pair.owner[1]]
        subject = subject_of(columns, line) if columns.keys else ""
        stated += conditions_of(columns, line) if columns.keys else ()
    else:
        stated += [Condition(text) for text in pair.under]
    if not subject:
        subject = about or next(reversed(pair.under), "")
    if pair.column and not any(labelness(text) < 0 for text in pair.column):
        stated += [Condition(text) for text in pair.column if text != pair.names[-1]]
    if pair.above is not None:
        stated.append(Condition(f"{pair.above[0]}：{pair.above[1]}", pair.above[0]))
    return subject, tuple(stated)
