"""Tables without any ruling line, told by columns of white space over rows that follow each other."""

from collections.abc import Sequence
from typing import Any

from ingestion.parsers.pdf.grid import Grid

Word = dict[str, Any]


def unruled_grids(words: Sequence[Word]) -> list[tuple[Grid, list[Word]]]:
    return []
