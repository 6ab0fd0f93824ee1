"""Whether a chunk is at a gold place."""

import re
from collections.abc import Sequence

from core.chunk import Chunk
from core.text import fold
from evals.suite import Gold

ARTICLE = re.compile(r"第[一二三四五六七八九十百千零\d]+条(?:之[一二三四五六七八九十])?")


def at_place(chunk: Chunk, source_name: str, golds: Sequence[Gold]) -> bool:
    """Return whether ``chunk`` of ``source_name`` lies at one of ``golds``.

    An article number must be a heading of its own; any other anchor may be a heading, a record's field or words
    of the text.
    """
    return any(source_name == gold.document and _anchored(chunk, gold.anchor) for gold in golds)


def _anchored(chunk: Chunk, anchor: str) -> bool:
    wanted = fold(anchor)
    headings = [fold(part) for part in chunk.heading_path]
    if ARTICLE.fullmatch(wanted):
        return wanted in headings
    places = [*headings, fold(chunk.text), *(fold(value) for _, value in chunk.fields)]
    return any(wanted in place for place in places)
