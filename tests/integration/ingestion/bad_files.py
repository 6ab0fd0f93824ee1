"""Files that are broken, hostile or absurdly large, each written from scratch."""

import io
import struct
import zlib
from functools import cache
from itertools import pairwise

from docx import Document as WordFile
from openpyxl import Workbook
from openpyxl.styles import Font
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from tests.integration.ingestion.table_files import zipped

TEXT = "青禾卡的年费为200元，自开卡之日起30日内缴纳。"


@cache
def pdf(pages: int = 1, password: str = "") -> bytes:
    out = io.BytesIO()
    locked = StandardEncryption(password, ownerPassword="青禾所有者") if password else None
    canvas = Canvas(out, pagesize=A4, encrypt=locked)
    for number in range(1, pages + 1):
        canvas.setFont("Helvetica", 11)
        for line in range(30):
            canvas.drawString(
                72, 760 - 22 * line, f"Page {number} line {line}: the fee is {number * 10 + line} yuan per card."
            )
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@cache
def docx(paragraphs: int = 3) -> bytes:
    out = io.BytesIO()
    book = WordFile()
    for number in range(paragraphs):
        book.add_paragraph(f"第{number}段：{TEXT}")
    book.save(out)
    return out.getvalue()


@cache
def xlsx(cell: str = "200元", rows: int = 3) -> bytes:
    out = io.BytesIO()
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["项目", "说明"])
    for number in range(rows):
        sheet.append([f"项目{number}", cell])
    book.save(out)
    return out.getvalue()


def formatted_to_the_last_cell() -> bytes:
    """Return a workbook whose last row and column carry a format and nothing else."""
    out = io.BytesIO()
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["项目", "年费"])
    sheet.append(["青禾卡", "200元"])
    sheet["XFD1048576"].font = Font(bold=True)
    sheet.column_dimensions["XFD"].width = 30
    book.save(out)
    return out.getvalue()


def locked_office() -> bytes:
    """Return the outside of an encrypted Office file: a compound file that holds ``EncryptedPackage``."""
    sector = 512
    header = bytearray(b"\xff" * sector)
    header[:76] = struct.pack(
        "<8s16sHHHHH6sIIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\0" * 16, 0x3E, 3, 0xFFFE, 9, 6, b"\0" * 6,
        0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0,
    )  # fmt: skip
    table = struct.pack("<II", 0xFFFFFFFD, 0xFFFFFFFE) + b"\xff" * (sector - 8)
    entries = (_entry("Root Entry", 5, 1), _entry("EncryptionInfo", 2), _entry("EncryptedPackage", 2), _entry("", 0))
    return bytes(header) + table + b"".join(entries)


def _entry(name: str, kind: int, child: int = 0xFFFFFFFF) -> bytes:
    text = (name + "\0").encode("utf-16-le") if name else b""
    right = {"EncryptionInfo": 2}.get(name, 0xFFFFFFFF)
    head = text.ljust(64, b"\0") + struct.pack("<HBBIII", len(text), kind, 1, 0xFFFFFFFF, right, child)
    return (head + b"\0" * 36 + struct.pack("<IQ", 0xFFFFFFFE, 0)).ljust(128, b"\0")


def zip_bomb(part: str = "word/document.xml", size: int = 60_000_000) -> bytes:
    return zipped({"[Content_Types].xml": "<Types/>", part: b"0" * size})


def billion_laughs() -> bytes:
    """Return a Word file whose text is an entity that unfolds to 10⁹ words."""
    names = "abcdefghij"
    rules = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(names))
    body = (
        f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "笑">{rules}]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>"
    )
    import zipfile

    parts: dict[str, str | bytes] = {}
    with zipfile.ZipFile(io.BytesIO(docx())) as archive:
        for name in archive.namelist():
            parts[name] = body if name == "word/document.xml" else archive.read(name)
    return zipped(parts)


def nested_html(depth: int = 200) -> bytes:
    return f"<html><body>{'<div><ul><li>' * depth}{TEXT}{'</li></ul></div>' * depth}</body></html>".encode()


def nested_tables(depth: int = 200) -> bytes:
    return f"<html><body>{'<table><tr><td>' * depth}{TEXT}{'</td></tr></table>' * depth}</body></html>".encode()


def nested_json(depth: int = 200) -> bytes:
    return ('{"a":' * depth + f'"{TEXT}"' + "}" * depth).encode()


def nested_list(depth: int = 200) -> bytes:
    return "\n".join("  " * level + f"- 第{level}层：{TEXT}" for level in range(depth)).encode()


def nested_quotes(depth: int = 200) -> bytes:
    return ("> " * depth + TEXT).encode()


def png(width: int = 40, height: int = 40) -> bytes:
    """Return a white picture."""
    rows = (b"\0" + b"\xff" * width) * height
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    framed = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


def pdf_of_pictures(pages: int = 2) -> bytes:
    from reportlab.lib.utils import ImageReader

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for _ in range(pages):
        canvas.drawImage(ImageReader(io.BytesIO(png())), 100, 500, 200, 200)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def garbage(size: int = 50_000) -> bytes:
    """Return bytes without any order, the same on every run."""
    from random import Random

    return b"\x07\x00\xfe" + Random(7).randbytes(size)
