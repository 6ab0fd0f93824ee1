"""What a file is: by its content first, by its name second."""

import zipfile
from io import BytesIO
from pathlib import PurePath

MARKDOWN = "text/markdown"
HTML = "text/html"
PLAIN = "text/plain"
JSON = "application/json"
JSON_LINES = "application/jsonl"
CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
EPUB = "application/epub+zip"
ZIP = "application/zip"
PDF = "application/pdf"
OLE = "application/x-ole-storage"
IMAGE = "image/*"
AUDIO = "audio/*"
BINARY = "application/octet-stream"

ZIPPED = frozenset({XLSX, DOCX, PPTX, EPUB, ZIP})
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", IMAGE),
    (b"\xff\xd8\xff", IMAGE),
    (b"GIF8", IMAGE),
    (b"II*\x00", IMAGE),
    (b"MM\x00*", IMAGE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    (b"ID3", AUDIO),
    (b"OggS", AUDIO),
    (b"fLaC", AUDIO),
    (b"RIFF", AUDIO),
    (b"\x7fELF", BINARY),
    (b"\x1f\x8b", BINARY),
    (b"Rar!", BINARY),
    (b"7z\xbc\xaf", BINARY),
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
_HTML_PAGES = ("<!doctype html", "<html", "<?xml")
_HTML_PARTS = ("<head", "<body", "<table")


def _zipped(data: bytes) -> str:
    try:
        names = zipfile.ZipFile(BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return ZIP
    for prefix, media_type in _PARTS:
        if any(name.replace("\\", "/").lstrip("/").startswith(prefix) for name in names):
            return media_type
    return EPUB if "META-INF/container.xml" in names else ZIP


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
    return named or PLAIN


def media_type_of(data: bytes, source_name: str) -> str:
    """Return the media type of ``data``; ``source_name`` decides only between kinds of text."""
    if data[:1024].lstrip().startswith(b"%PDF-"):
        return PDF
    if data.startswith(b"PK\x03\x04"):
        return _zipped(data)
    for signature, media_type in _SIGNATURES:
        if data.startswith(signature):
            return media_type
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _EXTENSIONS.get(PurePath(source_name).suffix.lower(), PLAIN)
    if b"\x00" in data[:8192]:
        return BINARY
    return _textual(data, PurePath(source_name).suffix.lower())
