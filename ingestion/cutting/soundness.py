"""Whether a way of cutting suited the document."""

from collections.abc import Sequence

from core.settings import Settings
from ingestion.cutting.piece import Piece
from ingestion.numbering import article_label

_TINY_SHARE = 0.6
_FEW = 5


def fault_of(pieces: Sequence[Piece], settings: Settings) -> str:
    """Return what is wrong with the pieces, or an empty string when they are sound.

    Most pieces, with their heading, must be long enough to say something. Articles are exempt: a statute is cited
    by article however short one is.
    """
    prose = [piece for piece in pieces if piece.kind in ("prose", "list", "record")]
    if len(pieces) < _FEW or any(article_label(label) for piece in prose for label in piece.heading_path):
        return ""
    tiny = sum(1 for piece in prose if len("".join(piece.heading_path[-1:]) + piece.text) < settings.chunk_minimum)
    if tiny <= _TINY_SHARE * len(prose):
        return ""
    return f"{tiny} of {len(prose)} pieces were shorter than {settings.chunk_minimum} characters"
