"""A report of every chunk and its source, and what changed between two reports."""

import csv
import json
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from core.chunk import Chunk
from core.document import Document

COLUMNS = (
    "chunk_id", "document_id", "source_name", "document_version", "ordinal", "kind", "heading_path", "pages", "boxes",
    "sheet", "rows", "char_start", "char_end", "table_rows", "parent_id", "characters", "sha256", "splitter_version",
    "strategy", "needs_review", "text",
)  # fmt: skip
# A cell that opens like this is run as a formula by spreadsheet programs.
_FORMULA_OPENINGS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class ChunkChanges:
    """What two chunk lists have in common and not; ids in the order of their list.

    ``moved`` are kept chunks whose order among the kept ones changed.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    moved: tuple[str, ...]


def trace_row(document: Document, chunk: Chunk) -> dict[str, Any]:
    """Return one chunk as a row; its keys are ``COLUMNS``. ``strategy`` says how its document was cut."""
    spans = chunk.spans
    version, _, strategy = chunk.splitter_version.partition(":")
    return {
        "chunk_id": chunk.id,
        "document_id": document.id,
        "source_name": document.source_name,
        "document_version": document.version,
        "ordinal": chunk.ordinal,
        "kind": chunk.kind,
        "heading_path": list(chunk.heading_path),
        "pages": sorted({span.page for span in spans if span.page is not None}),
        "boxes": [[span.page, *span.bbox] for span in spans if span.bbox is not None],
        "sheet": next((span.sheet for span in spans if span.sheet), ""),
        "rows": [span.row for span in spans if span.row is not None],
        "char_start": min((span.char_start for span in spans), default=0),
        "char_end": max((span.char_end for span in spans), default=0),
        "table_rows": list(chunk.table_rows),
        "parent_id": chunk.parent_id or "",
        "characters": len(chunk.text),
        "sha256": chunk.sha256,
        "splitter_version": version,
        "strategy": strategy,
        "needs_review": chunk.needs_review,
        "text": chunk.text,
    }


def trace_rows(document: Document, chunks: Sequence[Chunk]) -> list[dict[str, Any]]:
    """Return one row per chunk, in order."""
    return [trace_row(document, chunk) for chunk in chunks]


def to_json_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows as indented JSON."""
    return json.dumps(list(rows), ensure_ascii=False, indent=2) + "\n"


def to_csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows as CSV with a header; lists are written as JSON, cells that look like formulas get a quote."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(row[column]) for column in COLUMNS])
    return out.getvalue()


def _cell(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)
    return f"'{text}" if text.startswith(_FORMULA_OPENINGS) else text


def compare_chunks(old: Sequence[Chunk], new: Sequence[Chunk]) -> ChunkChanges:
    """Return which chunks were added, removed, kept and moved, by id."""
    before = [chunk.id for chunk in old]
    after = [chunk.id for chunk in new]
    known, present = set(before), set(after)
    kept = [identity for identity in after if identity in known]
    stayed = _longest_in_order(kept, {identity: at for at, identity in enumerate(before)})
    return ChunkChanges(
        added=tuple(identity for identity in after if identity not in known),
        removed=tuple(identity for identity in before if identity not in present),
        kept=tuple(kept),
        moved=tuple(identity for identity in kept if identity not in stayed),
    )


def _longest_in_order(ids: Sequence[str], position: dict[str, int]) -> set[str]:
    """Return the largest set of ids whose order did not change (longest increasing run of old positions)."""
    tails: list[int] = []
    at_tail: list[str] = []
    previous: dict[str, str | None] = {}
    for identity in ids:
        place = bisect_left(tails, position[identity])
        previous[identity] = at_tail[place - 1] if place else None
        tails[place : place + 1] = [position[identity]]
        at_tail[place : place + 1] = [identity]
    stayed: set[str] = set()
    current = at_tail[-1] if at_tail else None
    while current is not None:
        stayed.add(current)
        current = previous[current]
    return stayed
