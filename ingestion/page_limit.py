"""Files with more pages than allowed are refused before a parser sees them."""

import re
import zipfile
from io import BytesIO

from core.errors import UnreadableFile
from ingestion.media_type import PDF, PPTX

_SLIDE = re.compile(r"^/?ppt/slides/slide\d+\.xml$")


def check_pages(data: bytes, kind: str, place: str, most: int) -> None:
    """Refuse a PDF or a slide show of more than ``most`` pages.

    Raises:
        UnreadableFile: It has more; the message gives both numbers.
    """
    count = _page_count(data, kind)
    if count > most:
        raise UnreadableFile(
            f"文件有 {count:,} 页，上限 {most:,} 页 / the file has {count:,} pages, the limit is {most:,}",
            place=place,
            advice="split it, or raise DIANMIAN_SANDBOX_PAGES",
        )


def _page_count(data: bytes, kind: str) -> int:
    if kind == PPTX:
        return sum(1 for name in zipfile.ZipFile(BytesIO(data)).namelist() if _SLIDE.match(name))
    return _pdf_pages(data) if kind == PDF else 0


def _pdf_pages(data: bytes) -> int:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        # A broken or encrypted file is the parser's to explain.
        return 0
    try:
        return len(document)
    finally:
        document.close()
