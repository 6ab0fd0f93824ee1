"""Atoms that make one chunk."""

from collections.abc import Sequence

from core.document import Document
from ingestion.cutting.atom import Atom

Group = list[Atom]


def length(document: Document, atoms: Sequence[Atom]) -> int:
    """Return how many characters ``atoms`` take as one chunk."""
    return len(joined_text(document, atoms))


def joined_text(document: Document, atoms: Sequence[Atom]) -> str:
    """Return the text of ``atoms``: one slice of the Markdown where only blank space lies between them."""
    parts: list[tuple[int, int]] = []
    for atom in atoms:
        # A footnote may have been brought here from further down, or stand before what follows it.
        follows = bool(parts) and parts[-1][0] <= atom.start
        if follows and not document.markdown[parts[-1][1] : atom.start].strip():
            parts[-1] = (parts[-1][0], max(parts[-1][1], atom.end))
        else:
            parts.append((atom.start, atom.end))
    return "\n\n".join(document.markdown[start:end].strip() for start, end in parts)
