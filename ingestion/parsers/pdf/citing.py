"""Puts every footnote after the paragraph that cites it."""

from collections.abc import Iterable, Sequence

from ingestion.parsers.pdf.footnote import Footnote
from ingestion.parsers.pdf.paragraph import Paragraph
from ingestion.parsers.pdf.table import PageTable

Item = Paragraph | PageTable | Footnote


def with_footnotes(items: Iterable[Paragraph | PageTable], notes: Sequence[Footnote]) -> list[Item]:
    """Return ``items`` with each footnote behind the first paragraph of its page that carries its mark.

    One that no paragraph carries, as when a table does, stands behind the last item that begins on its page.
    """
    placed: list[Item] = list(items)
    for note in reversed(notes):
        at = next((n for n, item in enumerate(placed) if _cites(item, note)), None)
        if at is None:
            at = max((n for n, item in enumerate(placed) if _page(item) <= note.page), default=len(placed) - 1)
        placed.insert(at + 1, note)
    return placed


def _cites(item: Item, note: Footnote) -> bool:
    return isinstance(item, Paragraph) and any(
        line.page == note.page and note.mark in line.marks for line in item.lines
    )


def _page(item: Item) -> int:
    return item.lines[0].page if isinstance(item, Paragraph) else item.page
