"""Any file to one document of typed blocks."""

from collections.abc import Callable
from contextlib import nullcontext
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
from ingestion.collector import paused
from ingestion.conversion import PAGED_MARKDOWN, TRANSCRIPT, Conversion, convert
from ingestion.health import health_of, judged
from ingestion.inline import plain_text
from ingestion.media_type import broken_promise, media_type_of
from ingestion.naming import series_of, stem_title, version_of
from ingestion.numbering import clean_heading
from ingestion.outline import place_blocks
from ingestion.page_limit import check_pages
from ingestion.parsed import Parsed
from ingestion.repeal import repeal_metadata
from ingestion.statute import effective_date

# Raised whenever the same bytes give another document: what was loaded before is then parsed again.
PARSER_VERSION = "4"

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
    media_type.XLS: "xls",
    media_type.PPTX: "pptx",
    media_type.EPUB: "epub",
    PAGED_MARKDOWN: "paged_markdown",
    TRANSCRIPT: "transcript",
    **dict.fromkeys(media_type.IMAGES, "image"),
}
_MARKUP = frozenset({media_type.MARKDOWN, PAGED_MARKDOWN})


def parse_file(
    path: Path, *, source_name: str | None = None, settings: Settings, conversion: Conversion | None = None
) -> Document:
    """Read one file.

    Args:
        path: The file.
        source_name: Name to know it by; its identity. Defaults to the file's own name.
        settings: Limits, and the services that some types need.
        conversion: What a program or service made of the file, when that was done before.

    Raises:
        UnreadableFile: No parser can read it, it is empty, broken, or too large.
        InvalidInput: It was understood but its content is wrong; the place is named.
        UpstreamFailed: A service that had to read it failed.
    """
    name = source_name or path.name
    data = read_bytes(path, name, settings)
    return parse_bytes(data, source_name=name, settings=settings, conversion=conversion)


def read_bytes(path: Path, name: str, settings: Settings) -> bytes:
    """Return the content of a file.

    Raises:
        UnreadableFile: It cannot be opened, or is too large.
    """
    try:
        size = path.stat().st_size
        if size > settings.max_upload_bytes:
            raise UnreadableFile(
                f"the file has {size:,} bytes, the limit is {settings.max_upload_bytes:,}",
                place=name,
                advice="split it, or raise DIANMIAN_MAX_UPLOAD_BYTES",
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"the file cannot be opened: {error.strerror}", place=name) from error


def parse_bytes(data: bytes, *, source_name: str, settings: Settings, conversion: Conversion | None = None) -> Document:
    """Read one file's bytes; see ``parse_file``."""
    if not data.strip():
        raise UnreadableFile("the file is empty", place=source_name)
    kind = media_type_of(data, source_name)
    ready = conversion or convert(data, source_name, settings)
    if ready.media_type in media_type.ZIPPED:
        check_archive(ready.data, source_name, settings.sandbox_unpacked_bytes)
    check_pages(ready.data, ready.media_type, source_name, settings.sandbox_pages)
    # Markup becomes a tree of small objects; pages and sheets come one at a time and need their cycles collected.
    with paused() if ready.media_type in _MARKUP else nullcontext():
        return _read(ready, kind, data, source_name, settings)


def _read(ready: Conversion, kind: str, data: bytes, source_name: str, settings: Settings) -> Document:
    parsed = _parse(ready, source_name, settings)
    noticed = (*_mislabelled(kind, source_name), *ready.warnings, *parsed.warnings)
    name = f"{parsed.parser} ({ready.by})" if ready.by else parsed.parser
    parsed = replace(parsed, parser=name, warnings=noticed)
    return judged(_document(parsed, kind, data, source_name, markup=ready.media_type in _MARKUP), settings)


def _mislabelled(kind: str, source_name: str) -> tuple[str, ...]:
    suffix = broken_promise(kind, source_name)
    if not suffix:
        return ()
    return (f"文件名以 {suffix} 结尾，内容却是 {kind}，已按内容读取 / named {suffix} but read as {kind}, its content",)


def _parse(ready: Conversion, source_name: str, settings: Settings) -> Parsed:
    module = _PARSERS.get(ready.media_type)
    if ready.media_type == media_type.LOCKED:
        raise UnreadableFile("the file is encrypted", place=source_name, advice="remove the password and try again")
    if module is None:
        raise UnreadableFile(
            f"files of type {ready.media_type} are not supported",
            place=source_name,
            advice="convert it to DOCX, PDF, XLSX, PPTX, Markdown, HTML, CSV, JSON, an image or plain text",
        )
    parse: Callable[[bytes, str, Settings], Parsed] = import_module(f"ingestion.parsers.{module}").parse
    try:
        return parse(ready.data, source_name, settings)
    except (DianmianError, MemoryError):
        raise
    except RecursionError as error:
        raise UnreadableFile(
            "the file is nested too deeply", place=source_name, advice="flatten it, or send it as plain text"
        ) from error
    except Exception as error:
        # A library may fail in any way on a broken file; that costs this file alone and keeps the cause.
        raise UnreadableFile(
            f"the {module} parser failed: {type(error).__name__}: {error}"[:500],
            place=source_name,
            advice="open the file in its own program and save it again",
        ) from error


def _document(parsed: Parsed, kind: str, data: bytes, source_name: str, *, markup: bool) -> Document:
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
