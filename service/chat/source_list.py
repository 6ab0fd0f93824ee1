"""The list of sources at the end of a message, for chats that show nothing but its text."""

from collections.abc import Sequence

from core.answer import Citation
from service.views.place import anchor_of

_HEAD = "\n\n来源 Sources:\n"


def source_list(citations: Sequence[Citation]) -> str:
    """Return what is put behind the text, empty without a citation: ``[1] 退货规则.md · 退货期限``, one a line."""
    lines = [f"[{citation.number}] {_one_line(citation)}" for citation in citations]
    return _HEAD + "\n".join(lines) if lines else ""


def without_sources(text: str) -> str:
    """Return the text of a message without the list that was put behind it."""
    before, head, _ = text.rpartition(_HEAD)
    return before if head else text


def _one_line(citation: Citation) -> str:
    anchor = anchor_of(citation.heading_path, citation.spans)
    # Names come from files: a line break in one would make a line that looks like another source.
    return " ".join(" · ".join(part for part in (citation.source_name, anchor) if part).split())
