"""How well a document was read."""

import re
from dataclasses import replace

from core.document import Document, Health
from core.errors import UnreadableFile
from core.settings import Settings
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
        ocr_confidence=parsed.ocr_confidence,
        garbled=garbled / max(len(document.markdown), 1),
        tables=len(tables),
        tables_whole=whole / len(tables) if tables else None,
        metadata_present=sum(present) / len(present),
    )


def judged(document: Document, settings: Settings) -> Document:
    """Return ``document``, held for review when its health falls short of the settings' thresholds.

    Held means that every block needs review, and that warnings and health say why.

    Raises:
        UnreadableFile: It falls short and the setting says to refuse.
    """
    faults = _faults(document.health, settings)
    if not faults:
        return document
    reason = "; ".join(faults)
    if settings.health_action == "refuse":
        raise UnreadableFile(
            f"文档读取质量过低 / the document was read too badly: {reason}",
            place=document.source_name,
            advice="give a better copy, or change the DIANMIAN_HEALTH_* settings",
        )
    return replace(
        document,
        blocks=tuple(replace(block, needs_review=True) for block in document.blocks),
        warnings=(*document.warnings, f"待审核 / held for review: {reason}"),
        health=replace(document.health, faults=faults),
    )


def _faults(health: Health, settings: Settings) -> tuple[str, ...]:
    faults: list[str] = []
    if health.pages_read is not None and health.pages_read < settings.health_pages_read:
        faults.append(f"{health.pages_read:.0%} of the pages were read, at least {settings.health_pages_read:.0%} must")
    if health.garbled > settings.health_garbled:
        faults.append(f"{health.garbled:.1%} of the characters are garbled, at most {settings.health_garbled:.1%} may")
    if health.ocr_confidence is not None and health.ocr_confidence < settings.health_ocr_confidence:
        least = f"at least {settings.health_ocr_confidence:.2f} is needed"
        faults.append(f"the confidence of OCR is {health.ocr_confidence:.2f}, {least}")
    return tuple(faults)
