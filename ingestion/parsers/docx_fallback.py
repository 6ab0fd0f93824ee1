"""The plain text of a DOCX file whose structure cannot be read."""

import zipfile
from collections.abc import Iterator
from io import BytesIO

from defusedxml import ElementTree

from ingestion.parsers.docx_xml import name_of


def plain_paragraphs(data: bytes) -> Iterator[str]:
    """Yield the paragraphs of the main part, whatever namespace it uses.

    Raises:
        KeyError: There is no main part.
        xml.etree.ElementTree.ParseError: It is not XML.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        root = ElementTree.fromstring(archive.read("word/document.xml"))
    for paragraph in root.iter():
        if name_of(paragraph) == "p":
            text = "".join(run.text or "" for run in paragraph.iter() if name_of(run) == "t").strip()
            if text:
                yield text
