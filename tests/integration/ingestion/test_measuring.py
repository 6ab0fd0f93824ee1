"""The files that are measured hold the text they claim, and a measurement counts what was read."""

from pathlib import Path

import pytest

from core.settings import Settings
from evals.ingestion import measure
from evals.ingestion_files import FORMATS, pages, paragraphs
from ingestion.parse import parse_bytes


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_holds_all_paragraphs(form: str, settings: Settings) -> None:
    document = parse_bytes(FORMATS[form](3000), source_name=f"办法.{form}", settings=settings)
    read = "".join("".join(block.text for block in document.blocks).split())
    texts = list(paragraphs(3000))
    assert sum(map(len, texts)) >= 3000
    # The wide space after the number is an indent to some formats.
    assert all("".join(text.split("　", 1)[1].split()) in read for text in texts)


def test_a_measurement_counts_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "办法.pdf"
    path.write_bytes(pages(paragraphs(20_000), 3))
    reading = measure(path)
    assert reading.pages == 3
    assert reading.chunks >= 3
    assert reading.characters > 3000
    assert reading.parse_seconds > 0
    assert 30 < reading.peak_mib < 2000
    with pytest.raises(RuntimeError, match=r"缺\.md"):
        measure(tmp_path / "缺.md")
