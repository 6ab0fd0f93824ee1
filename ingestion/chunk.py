"""Blocks to chunks that stand alone."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from core.chunk import Chunk
from core.document import Block, Document
from core.settings import Settings
from ingestion.cutting.piece import SPLITTER_VERSION, Piece, to_chunks
from ingestion.cutting.prose import prose_pieces
from ingestion.cutting.record import record_pieces
from ingestion.cutting.section import Section, Strategy, choose_strategy, sections
from ingestion.cutting.table import table_pieces
from ingestion.numbering import article_label

__all__ = ["SPLITTER_VERSION", "chunk_document"]

_DOWNGRADE = {"records": "headings", "headings": "recursive"}
_TINY_SHARE = 0.6


def chunk_document(document: Document, settings: Settings) -> tuple[Chunk, ...]:
    """Cut ``document`` into chunks.

    The strategy (records, headings, recursive) is chosen by looking at the blocks; when most pieces come out tiny
    the next coarser one is used.

    Args:
        document: A parsed document.
        settings: ``chunk_size``, ``chunk_overlap``, ``chunk_minimum`` and ``chunk_hard_limit``, in characters.
    """
    strategy: Strategy | None = choose_strategy(document.blocks)
    pieces: list[Piece] = []
    while strategy is not None:
        pieces = _pieces(document, strategy, settings)
        if _holds(pieces, strategy, settings):
            break
        strategy = _DOWNGRADE.get(strategy)  # type: ignore[assignment]
    return to_chunks(document, pieces)


def _holds(pieces: Sequence[Piece], strategy: Strategy, settings: Settings) -> bool:
    """Return whether the cut is sound: most pieces, with their heading, must be long enough to say something.

    Articles are exempt: a statute is cited by article however short one is.
    """
    if strategy == "records" or len(pieces) < 5:
        return True
    prose = [piece for piece in pieces if piece.kind in ("prose", "list")]
    if any(article_label(label) for piece in prose for label in piece.heading_path):
        return True
    tiny = sum(1 for piece in prose if len("".join(piece.heading_path[-1:]) + piece.text) < settings.chunk_minimum)
    return tiny <= _TINY_SHARE * len(prose)


def _pieces(document: Document, strategy: Strategy, settings: Settings) -> list[Piece]:
    return [
        piece
        for section in sections(document.blocks, strategy)
        for piece in _section_pieces(document, section, settings)
    ]


def _section_pieces(document: Document, section: Section, settings: Settings) -> Iterator[Piece]:
    for kind, group in groupby(section.blocks, key=_route):
        blocks = list(group)
        if kind == "prose":
            yield from prose_pieces(document, blocks, section.heading_path, settings)
        for block in blocks if kind != "prose" else ():
            if kind == "table":
                yield from table_pieces(document, block, section.heading_path, settings)
            else:
                yield from record_pieces(block, section.heading_path, settings)


def _route(block: Block) -> str:
    if block.table is not None:
        return "table"
    return "record" if block.kind == "record" else "prose"
