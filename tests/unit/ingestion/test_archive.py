"""Zip bombs never reach a parser."""

import zipfile
from io import BytesIO

import pytest

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.archive import check_archive
from ingestion.parse import parse_bytes


def bomb(size: int) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * size)
    return out.getvalue()


def test_a_bomb_is_refused_before_unpacking(settings: Settings) -> None:
    with pytest.raises(UnreadableFile, match="compressed more than"):
        parse_bytes(bomb(20_000_000), source_name="炸弹.docx", settings=settings)


def test_unpacked_size_has_a_limit() -> None:
    with pytest.raises(UnreadableFile, match="unpacks to 5,000 bytes"):
        check_archive(bomb(5000), "a.docx", largest=4999)
    check_archive(bomb(5000), "a.docx", largest=5000)


def test_a_cut_archive_is_refused(settings: Settings) -> None:
    with pytest.raises(UnreadableFile):
        parse_bytes(bomb(5000)[:60], source_name="a.docx", settings=settings)
