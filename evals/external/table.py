"""Figures of several systems beside each other: a table for the terminal, one for Markdown."""

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table

Figures = Mapping[str, float]
# Name of the figure, head of its column, how it is written.
_COLUMNS = (
    ("questions", "questions", ".0f"),
    ("value@1", "value@1", ".2f"),
    ("value@5", "value@5", ".2f"),
    ("place@1", "right place@1", ".2f"),
    ("place@5", "right place@5", ".2f"),
    ("mrr@10", "MRR@10", ".2f"),
    ("ndcg@10", "nDCG@10", ".2f"),
    ("hits", "hits", ".1f"),
    ("irrelevant@5", "irrelevant of top 5", ".0%"),
    ("irrelevant_text@5", "irrelevant text", ".0%"),
    ("refused", "absent refused", ".0f"),
    ("refused_wrong", "wrongly refused", ".0f"),
    ("load_seconds", "load s", ".1f"),
    ("milliseconds", "ms/question", ".0f"),
)


def heads_and_rows(systems: Mapping[str, Figures]) -> tuple[list[str], list[list[str]]]:
    """Return the heads of the columns that some system has a figure for, and one row a system."""
    used = [column for column in _COLUMNS if any(column[0] in found for found in systems.values())]
    rows = [[name, *(_shown(found, figure, form) for figure, _, form in used)] for name, found in systems.items()]
    return ["system", *(head for _, head, _ in used)], rows


def printed(title: str, systems: Mapping[str, Figures]) -> Table:
    """Return the table for a terminal."""
    heads, rows = heads_and_rows(systems)
    table = Table(title=title)
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 0 else "right")
    for row in rows:
        table.add_row(*row)
    return table


def markdown(systems: Mapping[str, Figures]) -> str:
    """Return the table as Markdown."""
    return as_markdown(*heads_and_rows(systems))


def as_markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is words and whose others are numbers."""
    return "\n".join(_line(row) for row in (heads, ["---", *["---:"] * (len(heads) - 1)], *rows))


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _shown(found: Figures, figure: str, form: str) -> str:
    if figure not in found:
        return ""
    if figure == "refused":
        return f"{found[figure]:.0f} of {found['absent']:.0f}"
    return format(found[figure], form)
