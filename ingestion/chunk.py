"""Blocks to chunks that stand alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from core.chunk import Chunk
from core.document import Block, Document
from core.settings import Settings
from ingestion.cutting.footnotes import tie_footnotes
from ingestion.cutting.piece import SPLITTER_VERSION, Piece, to_chunks
from ingestion.cutting.prose import prose_pieces
from ingestion.cutting.record import record_pieces
from ingestion.cutting.references import anchor_references
from ingestion.cutting.section import Section, Strategy, choose_strategy, sections
from ingestion.cutting.small import join_small
from ingestion.cutting.soundness import fault_of
from ingestion.cutting.table import table_pieces

__all__ = ["SPLITTER_VERSION", "Cutting", "chunk_document", "cut_document"]

_DOWNGRADE: dict[Strategy, Strategy] = {"records": "headings", "headings": "recursive"}


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a document was cut. ``warnings`` name a strategy that failed its check and references that lead nowhere."""

    chunks: tuple[Chunk, ...]
    strategy: Strategy
    warnings: tuple[str, ...] = ()


def chunk_document(document: Document, settings: Settings) -> tuple[Chunk, ...]:
    """Cut ``document`` into chunks; see ``cut_document``."""
    return cut_document(document, settings).chunks


def cut_document(document: Document, settings: Settings) -> Cutting:
    """Cut ``document`` into chunks and say how.

    The strategy (records, headings, recursive) is chosen by looking at the blocks; when the pieces fail the check
    the next coarser one is used, and a warning says so.

    Args:
        document: A parsed document.
        settings: The ``chunk_*`` settings, in characters.
    """
    document = replace(document, blocks=tie_footnotes(document.blocks))
    strategy = choose_strategy(document.blocks)
    pieces = _pieces(document, strategy, settings)
    warnings: list[str] = []
    while strategy in _DOWNGRADE and (fault := fault_of(pieces, settings)):
        coarser = _DOWNGRADE[strategy]
        warnings.append(f"cut by {coarser} instead of {strategy}: {fault}")
        strategy, pieces = coarser, _pieces(document, coarser, settings)
    anchored, missing = anchor_references(document, pieces)
    return Cutting(to_chunks(document, anchored, strategy), strategy, (*warnings, *missing))


def _pieces(document: Document, strategy: Strategy, settings: Settings) -> list[Piece]:
    return [
        piece
        for section in sections(document.blocks, strategy)
        for piece in join_small(list(_section_pieces(document, section, settings)), settings.chunk_minimum)
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
