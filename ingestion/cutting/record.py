"""One record is one chunk; a long one is cut between fields, then by sentence, its title and question repeated."""

from core.document import Block
from core.settings import Settings
from ingestion.cutting.boundary import cut_running
from ingestion.cutting.piece import Piece
from ingestion.record_text import TITLE_FIELDS, Fields, record_line, record_text, searched


def record_pieces(block: Block, path: tuple[str, ...], settings: Settings) -> list[Piece]:
    """Return the pieces of one record block."""
    if len(block.text) <= settings.chunk_size:
        return [_piece(block, block.fields, path)]
    head = _head(block.fields, settings.chunk_size)
    rest = tuple(field for field in block.fields if field not in head)
    room = settings.chunk_size - len(record_text(head)) - 1
    return [_piece(block, head + part, path) for part in _parts(rest, room)]


def _head(fields: Fields, size: int) -> Fields:
    """Return the title and question to repeat, together at most half of ``size``."""
    head: Fields = ()
    for field in fields:
        fits = len(field[1]) <= size // 3 and len(record_text((*head, field))) <= size // 2
        if field[0] in TITLE_FIELDS and fits:
            head += (field,)
    return head


def _parts(fields: Fields, room: int) -> list[Fields]:
    parts: list[Fields] = []
    used = room + 1
    for name, value in fields:
        label = len(record_line(name, ""))
        for start, _, end in cut_running(value, max(room - label, 40), 0):
            length = label + end - start + 1
            if used + length > room + 1:
                parts.append(())
                used = 0
            parts[-1] += ((name, value[start:end]),)
            used += length
    return parts


def _piece(block: Block, fields: Fields, path: tuple[str, ...]) -> Piece:
    return Piece(
        "record",
        record_text(fields),
        path,
        (block.span,),
        searched=record_text(searched(fields)),
        fields=fields,
        needs_review=block.needs_review,
    )
