"""DOCX: the document's own XML in order, with headings, numbering, tables and notes."""

from core.errors import UnreadableFile
from core.settings import Settings
from ingestion.builder import DocumentBuilder
from ingestion.parsed import Parsed
from ingestion.parsers.docx_fallback import plain_paragraphs
from ingestion.parsers.docx_walk import DocxWalk
from ingestion.parsers.office_package import OfficePackage, read_xml
from ingestion.parsers.office_xml import child


def parse(data: bytes, source_name: str, settings: Settings) -> Parsed:
    """Read a DOCX file; when its structure cannot be read, its paragraphs are read as plain text, and said so.

    Raises:
        UnreadableFile: Not even the plain text can be read.
    """
    try:
        package = OfficePackage(data)
        walk = DocxWalk(package, settings)
        body = child(read_xml(package.read(package.main)), "body")
        if body is None:
            raise ValueError("the main part has no body")
        walk.body(body)
        return walk.finish()
    except MemoryError:
        raise
    except Exception as error:
        return _plain(data, source_name, error)


def _plain(data: bytes, source_name: str, error: Exception) -> Parsed:
    builder = DocumentBuilder("docx-plain")
    try:
        for text in plain_paragraphs(data):
            builder.paragraph(text)
    except Exception as second:
        raise UnreadableFile(
            f"the document cannot be opened: {error}"[:300], place=source_name, advice="save it again as DOCX"
        ) from second
    builder.warn(
        f"结构无法读取，只读取了文字 / structure not read ({type(error).__name__}), text only: "
        "no headings, tables or numbering"
    )
    return builder.finish()
