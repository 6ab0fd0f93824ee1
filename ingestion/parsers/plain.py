"""Plain text: paragraphs by blank lines, or one per line when there are none; conversations by their turns."""

import re

from core.document import BlockKind
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.encoding import decode
from ingestion.notice import is_notice
from ingestion.numbering import item_kind, paragraph_pieces
from ingestion.parsed import Parsed
from ingestion.parsers.chat_log import Turn, turns

_BLANK = re.compile(r"\n[ \t\u3000]*(?:\n[ \t\u3000]*)+")
_WRAPPED = 0.6


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:  # noqa: ARG001  one signature for all parsers
    """Read a text file in any usual encoding.

    Raises:
        UnreadableFile: The encoding is not recognised.
    """
    text, encoding = decode(data, source_name)
    source = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)
    builder = DocumentBuilder("plain", source)
    if encoding not in ("utf-8", "utf-8-sig"):
        builder.warn(f"read as {encoding}")
    said = turns(source)
    _mark_prose(builder, source, 0, said[0].start if said else len(source))
    for turn in said:
        builder.mark("paragraph", turn.start, turn.end, fields=(("speaker", turn.speaker), ("date", turn.date)))
    return builder.finish(metadata=_conversation(said))


def _conversation(said: list[Turn]) -> dict[str, str]:
    """Return who took part in a conversation, and from when to when it went."""
    if not said:
        return {}
    speakers = "、".join(dict.fromkeys(turn.speaker for turn in said))
    return {"kind": "conversation", "speakers": speakers, "first_turn": said[0].date, "last_turn": said[-1].date}


def _mark_prose(builder: DocumentBuilder, source: str, first: int, last: int) -> None:
    for start, end in _paragraphs(source[first:last]):
        for begin, stop in paragraph_pieces(source[first + start : first + end]):
            piece = source[first + start + begin : first + start + stop]
            kind: BlockKind = "notice" if is_notice(piece) else "paragraph"
            builder.mark(kind, first + start + begin, first + start + stop)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    blocks: list[tuple[int, int]] = []
    at = 0
    for gap in _BLANK.finditer(text):
        blocks.append((at, gap.start()))
        at = gap.end()
    blocks.append((at, len(text)))
    return [piece for start, end in blocks for piece in _lines(text, start, end)]


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Split a stretch into its lines unless they read as one paragraph wrapped at a fixed width."""
    lines = text[start:end].split("\n")
    longest = max(len(line) for line in lines)
    even = [len(line) >= longest * 0.85 for line in lines[:-1]]
    numbered = any(item_kind(line) for line in lines)
    if len(lines) > 2 and sum(even) >= _WRAPPED * len(even) and longest <= 120 and not numbered:
        return [(start, end)]
    pieces: list[tuple[int, int]] = []
    at = start
    for line in lines:
        pieces.append((at, at + len(line)))
        at += len(line) + 1
    return pieces
