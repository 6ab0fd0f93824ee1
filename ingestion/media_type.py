"""What a file is: by its content first, by its name second."""

import re
import zipfile
from io import BytesIO
from pathlib import PurePath

MARKDOWN = "text/markdown"
HTML = "text/html"
PLAIN = "text/plain"
JSON = "application/json"
JSON_LINES = "application/jsonl"
CSV = "text/csv"
RTF = "application/rtf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLS = "application/vnd.ms-excel"
DOC = "application/msword"
PPT = "application/vnd.ms-powerpoint"
EPUB = "application/epub+zip"
ZIP = "application/zip"
PDF = "application/pdf"
OLE = "application/x-ole-storage"
LOCKED = "application/x-encrypted-office"
BINARY = "application/octet-stream"
IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/tiff", "image/bmp", "image/webp"})
AUDIO = frozenset({"audio/mpeg", "audio/mp4", "audio/wav", "audio/ogg", "audio/flac", "audio/webm", "audio/amr"})

ZIPPED = frozenset({XLSX, DOCX, PPTX, EPUB, ZIP})
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"{\\rtf", RTF),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"#!AMR", "audio/amr"),
    (b"\x1a\x45\xdf\xa3", "audio/webm"),
    (b"\x7fELF", BINARY),
    (b"\x1f\x8b", BINARY),
    (b"Rar!", BINARY),
    (b"7z\xbc\xaf", BINARY),
)
_MP3_FRAME = re.compile(rb"\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff][\x10-\xef]")
_RIFF = {b"WAVE": "audio/wav", b"WEBP": "image/webp"}
_OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS = (
    ("EncryptedPackage", LOCKED),
    ("WordDocument", DOC),
    ("Workbook", XLS),
    ("Book", XLS),
    ("PowerPoint Document", PPT),
)
_PARTS = (("word/", DOCX), ("xl/", XLSX), ("ppt/", PPTX))
_EXTENSIONS = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".json": JSON,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".csv": CSV,
    ".tsv": CSV,
}
# What a name promises; only names whose promise can be broken are here.
_PROMISES = {
    ".pdf": {PDF}, ".docx": {DOCX}, ".docm": {DOCX}, ".doc": {DOC}, ".rtf": {RTF}, ".xlsx": {XLSX}, ".xlsm": {XLSX},
    ".xls": {XLS}, ".pptx": {PPTX}, ".ppt": {PPT}, ".epub": {EPUB}, ".txt": {PLAIN}, ".md": {MARKDOWN},
    ".csv": {CSV}, ".tsv": {CSV}, ".json": {JSON}, ".jsonl": {JSON_LINES}, ".html": {HTML}, ".htm": {HTML},
    ".png": {"image/png"}, ".jpg": {"image/jpeg"}, ".jpeg": {"image/jpeg"}, ".mp3": {"audio/mpeg"},
    ".wav": {"audio/wav"}, ".m4a": {"audio/mp4"},
}  # fmt: skip
_SHEET_NAMES = frozenset({".xls", ".xlsx", ".xlsm"})
_HTML_PAGES = ("<!doctype html", "<html", "<?xml")
_HTML_PARTS = ("<head", "<body", "<table", "<meta")


def _zipped(data: bytes) -> str:
    try:
        names = zipfile.ZipFile(BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return ZIP
    if "META-INF/container.xml" in names:
        return EPUB
    for prefix, media_type in _PARTS:
        if any(name.replace("\\", "/").lstrip("/").startswith(prefix) for name in names):
            return media_type
    return ZIP


def _compound(data: bytes) -> str:
    """Return what an OLE storage holds: its own streams are listed before those of embedded files."""
    found = [(data.find(f"{name}\x00".encode("utf-16-le")), kind) for name, kind in _STREAMS]
    return min(((at, kind) for at, kind in found if at >= 0), default=(0, OLE))[1]


def _textual(data: bytes, suffix: str) -> str:
    head = data[:4096].decode("utf-8", "ignore").lstrip("\ufeff \t\r\n")
    lowered = head.lower()
    named = _EXTENSIONS.get(suffix)
    if lowered.startswith(_HTML_PAGES) and "<html" in lowered:
        return HTML
    # Markdown may open with a table in HTML and is still Markdown.
    if named is None and lowered.startswith(_HTML_PARTS):
        return HTML
    if named is None and head.startswith(("{", "[{", "[\n", "[ ", "[[")):
        return JSON
    # Many systems export text with tabs or commas under the name of a workbook.
    if suffix in _SHEET_NAMES:
        return CSV
    return named or PLAIN


def is_wide_text(data: bytes) -> str:
    """Return ``utf-16-le`` or ``utf-16-be`` when ``data`` is such text without a mark, else an empty string."""
    head = data[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    # Chinese characters such as 一 (4E00) have a zero in the other place, but few do.
    if max(even, odd) < 2 or min(even, odd) * 4 > max(even, odd):
        return ""
    name = "utf-16-le" if odd > even else "utf-16-be"
    try:
        text = head[: len(head) // 2 * 2].decode(name)
    except UnicodeDecodeError:
        return ""
    return name if all(c.isprintable() or c.isspace() for c in text) else ""


def media_type_of(data: bytes, source_name: str) -> str:
    """Return the media type of ``data``; ``source_name`` decides only between kinds of text."""
    suffix = PurePath(source_name).suffix.lower()
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return PDF
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data)
    if data.startswith(_OLE_MARK):
        return _compound(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _textual(data.decode("utf-16", "ignore")[:4096].encode(), suffix)
    return _binary(data) or _textual(data, suffix)


def _binary(data: bytes) -> str:
    if data.startswith(b"RIFF") and data[8:12] in _RIFF:
        return _RIFF[data[8:12]]
    if data[4:8] == b"ftyp":
        return "audio/mp4"
    if data.startswith(b"BM") and data[6:10] == b"\x00\x00\x00\x00":
        return "image/bmp"
    for signature, media_type in _SIGNATURES:
        if data.startswith(signature):
            return media_type
    if _MP3_FRAME.match(data):
        return "audio/mpeg"
    return BINARY if b"\x00" in data[:8192] and not is_wide_text(data) else ""


def broken_promise(kind: str, source_name: str) -> str:
    """Return the ending of ``source_name`` when it promises another type than ``kind``, else an empty string."""
    suffix = PurePath(source_name).suffix.lower()
    return suffix if suffix in _PROMISES and kind not in _PROMISES[suffix] else ""
