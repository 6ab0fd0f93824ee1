"""Packs paragraphs, lists and notices of one section into chunks."""

from collections.abc import Sequence
from dataclasses import replace

from core.chunk import ChunkKind
from core.document import Block, Document, Span
from core.settings import Settings
from ingestion.cutting.atom import Atom, atoms_of
from ingestion.cutting.piece import Piece
from ingestion.inline import plain_text
from ingestion.media_type import MARKDOWN

_KINDS: dict[str, ChunkKind] = {"list": "list", "code": "code", "notice": "notice"}


def prose_pieces(document: Document, blocks: Sequence[Block], path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return the pieces of a run of prose blocks under one heading path."""
    groups = pack(document, atoms_of(blocks, settings), settings)
    return [_piece(document, group, path) for group in groups]


def pack(document: Document, atoms: Sequence[Atom], settings: Settings) -> list[list[Atom]]:
    """Group atoms into chunks: as many as fit, glued ones together, a lead sentence with its first item."""
    groups: list[list[Atom]] = []
    for unit in _units(document, atoms, settings.chunk_size):
        if groups and _length(document, groups[-1] + unit) <= settings.chunk_size:
            groups[-1] += unit
        else:
            groups.append(unit)
    return _merge_small(document, groups, settings)


def _units(document: Document, atoms: Sequence[Atom], size: int) -> list[list[Atom]]:
    """Join what must not be parted; a unit that would grow over ``size`` is left in parts."""
    units: list[list[Atom]] = []
    for atom in atoms:
        previous = units[-1] if units else None
        bound = previous is not None and (atom.glued or (bool(atom.item) and previous[-1].opens))
        if previous is not None and bound and _length(document, [*previous, atom]) <= size:
            previous.append(atom)
        else:
            units.append([atom])
    return units


def _merge_small(document: Document, groups: list[list[Atom]], settings: Settings) -> list[list[Atom]]:
    """Merge groups under the minimum into a neighbour, the shorter one first."""
    merged = list(groups)
    number = 0
    while number < len(merged) and len(merged) > 1:
        if _length(document, merged[number]) >= settings.chunk_minimum:
            number += 1
            continue
        near = [n for n in (number - 1, number + 1) if 0 <= n < len(merged)]
        target = min(near, key=lambda n: _length(document, merged[n]))
        first, second = sorted((number, target))
        merged[first : second + 1] = [merged[first] + merged[second]]
        number = first
    return merged


def _length(document: Document, atoms: Sequence[Atom]) -> int:
    return len(_text(document, atoms))


def _text(document: Document, atoms: Sequence[Atom]) -> str:
    """Return the text of ``atoms``: one slice of the Markdown where only blank space lies between them."""
    parts: list[tuple[int, int]] = []
    for atom in atoms:
        gap = document.markdown[parts[-1][1] : atom.start] if parts else "x"
        if parts and not gap.strip():
            parts[-1] = (parts[-1][0], max(parts[-1][1], atom.end))
        else:
            parts.append((atom.start, atom.end))
    return "\n\n".join(document.markdown[start:end].strip() for start, end in parts)


def _spans(atoms: Sequence[Atom]) -> tuple[Span, ...]:
    spans: list[Span] = []
    last: Block | None = None
    for atom in atoms:
        if atom.block is last:
            spans[-1] = replace(spans[-1], char_end=max(atom.end, spans[-1].char_end))
        else:
            spans.append(replace(atom.block.span, char_start=atom.start, char_end=atom.end))
        last = atom.block
    return tuple(spans)


def _piece(document: Document, atoms: Sequence[Atom], path: tuple[str, ...]) -> Piece:
    text = _text(document, atoms)
    kinds = {atom.block.kind for atom in atoms}
    kind = _KINDS.get(next(iter(kinds)), "prose") if len(kinds) == 1 else "prose"
    markup = document.media_type == MARKDOWN
    lead = atoms[0].lead
    return Piece(
        kind,
        text,
        path,
        _spans(atoms),
        lead=plain_text(lead) if markup else lead,
        searched=plain_text(text) if markup and "code" not in kinds else text,
        needs_review=any(atom.block.needs_review for atom in atoms),
    )
