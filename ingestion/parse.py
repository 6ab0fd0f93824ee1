"""Any file to one document of typed blocks."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from core.document import Document
from core.errors import DianmianError, UnreadableFile
from core.identity import content_hash, stable_id
from core.settings import Settings
from ingestion import media_type
from ingestion.archive import check_archive
from ingestion.caption import tie_captions
from ingestion.health import health_of
from ingestion.inline import plain_text
from ingestion.media_type import media_type_of
from ingestion.naming import series_of, stem_title, version_of
from ingestion.numbering import clean_heading
from ingestion.outline import place_blocks
from ingestion.parsed import Parsed
from ingestion.repeal import repeal_metadata
from ingestion.statute import effective_date

# Raised whenever the same bytes give another document: what was loaded before is then parsed again.
PARSER_VERSION = "2"

# Parsers are imported when first needed: some pull in libraries that take a second to load.
_PARSERS = {
    media_type.MARKDOWN: "markdown",
    media_type.HTML: "html",
    media_type.PLAIN: "plain",
    media_type.JSON: "records",
    media_type.JSON_LINES: "records",
    media_type.CSV: "delimited",
    media_type.XLSX: "xlsx",
    media_type.DOCX: "docx",
    media_type.PDF: "pdf",
}
_UNPACKED_FACTOR = 10


def parse_file(path: Path, *, source_name: str | None = None, settings: Settings) -> Document:
    """Read one file.

    Args:
        path: The file.
        source_name: Name to know it by; its identity. Defaults to the file's own name.
        settings: Limits.

    Raises:
        UnreadableFile: No parser can read it, it is empty, broken, or too large.
        InvalidInput: It was understood but its content is wrong; the place is named.
    """
    name = source_name or path.name
    try:
        size = path.stat().st_size
        if size > settings.max_upload_bytes:
            raise UnreadableFile(
                f"the file has {size:,} bytes, the limit is {settings.max_upload_bytes:,}",
                place=name,
                advice="split it, or raise DIANMIAN_MAX_UPLOAD_BYTES",
            )
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"the file cannot be opened: {error.strerror}", place=name) from error
    return parse_bytes(data, source_name=name, settings=settings)


def parse_bytes(data: bytes, *, source_name: str, settings: Settings) -> Document:
    """Read one file's bytes; see ``parse_file``."""
    if not data.strip():
        raise UnreadableFile("the file is empty", place=source_name)
    kind = media_type_of(data, source_name)
    if kind in media_type.ZIPPED:
        check_archive(data, source_name, settings.max_upload_bytes * _UNPACKED_FACTOR)
    return _document(_parse(kind, data, source_name), kind, data, source_name)


def _parse(kind: str, data: bytes, source_name: str) -> Parsed:
    module = _PARSERS.get(kind)
    if module is None:
        raise UnreadableFile(
            f"files of type {kind} are not supported yet",
            place=source_name,
            advice="convert it to DOCX, PDF with text, XLSX, Markdown, HTML, CSV, JSON or plain text",
        )
    parse: Callable[[bytes, str], Parsed] = import_module(f"ingestion.parsers.{module}").parse
    try:
        return parse(data, source_name)
    except (DianmianError, MemoryError):
        raise
    except RecursionError as error:
        raise UnreadableFile("the file is nested too deeply", place=source_name) from error
    except Exception as error:
        # A library may fail in any way on a broken file; that costs this file alone and keeps the cause.
        raise UnreadableFile(
            f"the {module} parser failed: {type(error).__name__}: {error}"[:500],
            place=source_name,
            advice="open the file in its own program and save it again",
        ) from error


def _document(parsed: Parsed, kind: str, data: bytes, source_name: str) -> Document:
    markup = kind == media_type.MARKDOWN
    title = _title(parsed, source_name, markup=markup)
    blocks = tie_captions(place_blocks(parsed.blocks, title, markup=markup))
    if not blocks:
        raise UnreadableFile("no text was found in the file", place=source_name, advice="see the file's content")
    metadata = dict(parsed.metadata)
    if "effective" not in metadata:
        closing = effective_date(blocks, metadata)
        metadata |= {"effective": closing} if closing else {}
    metadata |= repeal_metadata(blocks, metadata)
    metadata.setdefault("series", series_of(title))
    document = Document(
        id=stable_id("doc", source_name),
        title=title,
        source_name=source_name,
        media_type=kind,
        sha256=content_hash(data),
        markdown=parsed.markdown,
        blocks=blocks,
        version=metadata.get("version") or version_of(source_name, title),
        metadata=metadata,
        parser=parsed.parser,
        warnings=parsed.warnings,
    )
    return replace(document, health=health_of(document, parsed))


def _title(parsed: Parsed, source_name: str, *, markup: bool) -> str:
    named = parsed.metadata.get("title") or parsed.title
    if not named:
        headings = [block for block in parsed.blocks if block.kind == "title"]
        first = next((block for block in headings if block.level == 1), None)
        named = (plain_text(first.text) if markup else first.text) if first else ""
    return clean_heading(named) or stem_title(source_name)
