"""Keeps one section, and one text said twice, from filling the results."""

from collections import Counter
from collections.abc import Iterable

from core.answer import Passage
from core.text import fold


def diversified(passages: Iterable[Passage], *, section_limit: int) -> list[Passage]:
    """Return passages in order, at most ``section_limit`` of one section and none whose text came before."""
    kept: list[Passage] = []
    sections: Counter[tuple[str, ...]] = Counter()
    seen: set[str] = set()
    for passage in passages:
        section = (passage.source.document_id, *passage.chunk.heading_path)
        text = fold(passage.chunk.text)
        if sections[section] >= section_limit or text in seen:
            continue
        sections[section] += 1
        seen.add(text)
        kept.append(passage)
    return kept
