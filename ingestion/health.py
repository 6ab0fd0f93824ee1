"""How well a document was read."""

import re

from core.document import Document, Health
from ingestion.parsed import Parsed

_GARBLED = re.compile(r"[\ufffd\ue000-\uf8ff\x80-\x9f]|\(cid:\d+\)")


def health_of(document: Document, parsed: Parsed) -> Health:
    """Return the health of ``document``; shares are 0–1.

    A table counts as whole when it has at least two columns, one row under its header, and no column without text.
    """
    tables = [block.table for block in document.blocks if block.table is not None]
    whole = 0
    for table in tables:
        grid = table.grid()
        filled = all(any(row[col] for row in grid) for col in range(table.column_count))
        whole += filled and table.column_count > 1 and table.row_count > table.header_rows
    present = [bool(document.version), "effective" in document.metadata, bool(document.title)]
    garbled = sum(len(match.group(0)) for match in _GARBLED.finditer(document.markdown))
    return Health(
        pages=parsed.pages,
        pages_read=parsed.pages_read,
        garbled=garbled / max(len(document.markdown), 1),
        tables=len(tables),
        tables_whole=whole / len(tables) if tables else None,
        metadata_present=sum(present) / len(present),
    )
