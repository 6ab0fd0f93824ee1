"""A few words left over beside a table are kept with the table."""

from collections.abc import Sequence
from dataclasses import replace

from ingestion.cutting.piece import Piece
from ingestion.numbering import article_label


def join_small(pieces: Sequence[Piece], minimum: int) -> list[Piece]:
    """Return the pieces of one section, prose under ``minimum`` characters joined to the table after or before it."""
    joined: list[Piece] = []
    waiting: Piece | None = None
    for piece in pieces:
        if waiting is not None:
            joined.append(_before(waiting, piece) if piece.kind == "table" else waiting)
            taken = piece.kind == "table"
            waiting = None
            if taken:
                continue
        if _is_small(piece, minimum):
            waiting = piece
        else:
            joined.append(piece)
    if waiting is not None:
        last = joined[-1] if joined else None
        if last is not None and last.kind == "table":
            joined[-1] = _after(last, waiting)
        else:
            joined.append(waiting)
    return joined


def _is_small(piece: Piece, minimum: int) -> bool:
    is_words = piece.kind in ("prose", "list", "notice") and not article_label(piece.text)
    return is_words and len(piece.text) < minimum


def _before(small: Piece, table: Piece) -> Piece:
    return replace(
        table,
        text=f"{small.text}\n\n{table.text}",
        searched=f"{small.text}\n{table.searched or table.text}",
        spans=(*small.spans, *table.spans),
        needs_review=small.needs_review or table.needs_review,
    )


def _after(table: Piece, small: Piece) -> Piece:
    return replace(
        table,
        text=f"{table.text}\n\n{small.text}",
        searched=f"{table.searched or table.text}\n{small.text}",
        spans=(*table.spans, *small.spans),
        needs_review=small.needs_review or table.needs_review,
    )
