"""Cuts paragraphs, lists and notices of one section into chunks, with longer parents where they are wanted."""

from collections.abc import Sequence
from dataclasses import replace

from core.chunk import ChunkKind
from core.document import Block, Document, Span
from core.settings import Settings
from ingestion.cutting.atom import Atom, atoms_of
from ingestion.cutting.group import joined_text
from ingestion.cutting.packing import fill, pack
from ingestion.cutting.piece import Piece
from ingestion.inline import plain_text
from ingestion.media_type import MARKDOWN

_KINDS: dict[str, ChunkKind] = {"list": "list", "code": "code", "notice": "notice"}


def prose_pieces(document: Document, blocks: Sequence[Block], path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return the pieces of a run of prose blocks under one heading path."""
    if settings.chunk_parents and settings.chunk_child_size < settings.chunk_size:
        return _families(document, blocks, path, settings)
    groups = pack(document, atoms_of(blocks, settings, settings.chunk_size), settings, settings.chunk_size)
    return [_piece(document, group, path) for group in groups]


def _families(document: Document, blocks: Sequence[Block], path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return parents with their children; a child that has no sibling stands alone."""
    size = settings.chunk_child_size
    groups = pack(document, atoms_of(blocks, settings, size), settings, size)
    pieces: list[Piece] = []
    left = iter(groups)
    for whole in fill(document, groups, settings.chunk_size):
        children = [next(left)]
        while sum(map(len, children)) < len(whole):
            children.append(next(left))
        made = tuple(_piece(document, group, path) for group in children)
        if len(made) == 1:
            pieces += made
        else:
            pieces.append(replace(_piece(document, whole, path), kind="parent", children=made))
    return pieces


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
    text = joined_text(document, atoms)
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
