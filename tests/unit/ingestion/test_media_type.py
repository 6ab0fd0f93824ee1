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


def compound(*streams: str) -> bytes:
    return (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + b"\x00" * 600
        + "".join(f"{name}\x00" for name in streams).encode("utf-16-le")
    )


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (compound("WordDocument", "Workbook"), media_type.DOC),
        (compound("Workbook", "WordDocument"), media_type.XLS),
        (compound("PowerPoint Document"), media_type.PPT),
        (compound("EncryptedPackage"), media_type.LOCKED),
        (b"{\\rtf1\\ansi x}", media_type.RTF),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "audio/wav"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"\x00\x00\x00\x20ftypisom\x00\x00", "audio/mp4"),
        (b"\xff\xfb\x90\x64\x00\x00", "audio/mpeg"),
        (b"ID3\x04\x00", "audio/mpeg"),
        (b"\xff\xd8\xff\xe0\x00", "image/jpeg"),
        ("名称,价格\n茶,12\n".encode("utf-16-le"), media_type.PLAIN),
        (b"\xff\xfe" + "<html><body>x".encode("utf-16-le"), media_type.HTML),
    ],
)
def test_content_is_recognised_without_a_telling_name(data: bytes, expected: str) -> None:
    assert media_type_of(data, "文件") == expected


@pytest.mark.parametrize(
    ("data", "kind"), [(zipped("readme.txt"), "zip"), (b"\x7fELF\x02", "octet-stream"), (compound("Contents"), "ole")]
)
def test_unsupported_formats_say_so(data: bytes, kind: str, settings: Settings) -> None:
    with pytest.raises(UnreadableFile, match=f"{kind}.* not supported") as caught:
        parse_bytes(data, source_name="演示.pptx", settings=settings)
    assert caught.value.place == "演示.pptx"


def test_a_locked_office_file_says_what_to_do(settings: Settings) -> None:
    with pytest.raises(UnreadableFile, match="remove the password"):
        parse_bytes(compound("EncryptedPackage"), source_name="锁.docx", settings=settings)


def test_a_wrong_name_is_reported_and_the_content_read(settings: Settings) -> None:
    page = "<!doctype html><html><body><h1>退货</h1><p>七日内。</p></body></html>".encode()
    document = parse_bytes(page, source_name="退货.pdf", settings=settings)
    assert document.media_type == media_type.HTML
    assert [block.kind for block in document.blocks] == ["title", "paragraph"]
    assert ".pdf" in document.warnings[0] and "text/html" in document.warnings[0]
    assert parse_bytes(page, source_name="退货.html", settings=settings).warnings == ()


@pytest.mark.parametrize("data", [b"", b"  \n ", b"<!-- nothing -->"])
def test_files_without_text_are_refused(data: bytes, settings: Settings) -> None:
    with pytest.raises(UnreadableFile):
        parse_bytes(data, source_name="空.md", settings=settings)
