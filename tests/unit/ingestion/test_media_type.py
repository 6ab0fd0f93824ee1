"""Content decides, the name comes second."""

import zipfile
from io import BytesIO

import pytest

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion import media_type
from ingestion.media_type import media_type_of
from ingestion.parse import parse_bytes


def zipped(*names: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.7\n", "a.docx", media_type.PDF),
        (zipped("word/document.xml"), "a.pdf", media_type.DOCX),
        (zipped("xl/workbook.xml"), "a.bin", media_type.XLSX),
        (zipped("ppt/presentation.xml"), "a.pptx", media_type.PPTX),
        (zipped("META-INF/container.xml"), "a", media_type.EPUB),
        (zipped("readme.txt"), "a.docx", media_type.ZIP),
        (b"\x89PNG\r\n\x1a\n....", "a.txt", "image/png"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", media_type.OLE),
        (b"<!DOCTYPE html><html><body>x", "a.txt", media_type.HTML),
        (b'[{"question": "x"}]', "a", media_type.JSON),
        (b'{"records": []}', "a.unknown", media_type.JSON),
        (b"# Title", "a.md", media_type.MARKDOWN),
        (b"a,b\n1,2", "a.csv", media_type.CSV),
        (b"a,b", "a.txt", media_type.PLAIN),
        (b"\x00\x01\x02", "a.txt", media_type.BINARY),
    ],
)
def test_recognised(data: bytes, name: str, expected: str) -> None:
    assert media_type_of(data, name) == expected


@pytest.mark.parametrize(
    "data", [zipped("ppt/presentation.xml"), zipped("META-INF/container.xml"), b"\x89PNG\r\n\x1a\n1"]
)
def test_unsupported_formats_say_so(data: bytes, settings: Settings) -> None:
    with pytest.raises(UnreadableFile, match="not supported yet") as caught:
        parse_bytes(data, source_name="演示.pptx", settings=settings)
    assert caught.value.place == "演示.pptx"


@pytest.mark.parametrize("data", [b"", b"  \n ", b"<!-- nothing -->"])
def test_files_without_text_are_refused(data: bytes, settings: Settings) -> None:
    with pytest.raises(UnreadableFile):
        parse_bytes(data, source_name="空.md", settings=settings)
