"""Files of many origins: read, or refused with a clear error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.document import Document
from core.errors import InvalidInput
from core.settings import Settings
from ingestion.chunk import chunk_document
from ingestion.parse import parse_file

SUFFIXES = (".docx", ".xlsx", ".xlsm", ".csv", ".html", ".md", ".pptx", ".jpg")


@pytest.mark.parametrize("folder", ["docling", "mammoth", "python_docx", "tabula/csv", "chatchat_ocr"])
def test_files_are_read_or_refused(
    folder: str, shared_data: Path, settings: Settings, check_spans: Callable[[Document], Document]
) -> None:
    paths = [path for path in (shared_data / "documents" / folder).rglob("*") if path.suffix in SUFFIXES]
    if not paths:
        pytest.skip("no fixtures here")
    read = 0
    for path in paths:
        try:
            document = check_spans(parse_file(path, settings=settings))
        except InvalidInput as error:
            assert error.place, path
            continue
        read += 1
        for chunk in chunk_document(document, settings):
            assert chunk.text.strip()
            assert len(chunk.text) <= settings.chunk_hard_limit
    assert read >= len(paths) // 3


def test_service_databases_become_records(shared_data: Path, settings: Settings) -> None:
    for name, least in (("hotel", 1000), ("attraction", 400), ("restaurant", 900), ("metro", 400), ("taxi", 1)):
        path = shared_data / "services" / f"{name}_db.json"
        if not path.exists():
            pytest.skip("no databases here")
        document = parse_file(path, settings=settings)
        assert len(document.blocks) >= least
        assert all(block.kind == "record" for block in document.blocks)
        chunks = chunk_document(document, settings)
        assert len({chunk.id for chunk in chunks}) == len(chunks)
