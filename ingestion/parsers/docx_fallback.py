"""The plain text of a DOCX file whose structure cannot be read."""

import zipfile
from collections.abc import Iterator
from io import BytesIO

from ingestion.parsers.office_package import read_xml
from ingestion.parsers.office_xml import name_of


def plain_paragraphs(data: bytes) -> Iterator[str]:
    """Yield the paragraphs of the main part, whatever namespace it uses.

    Raises:
        KeyError: There is no main part.
        lxml.etree.XMLSyntaxError: It is not XML.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.replace("\\", "/").lower().endswith("word/document.xml")]
        if not names:
            raise KeyError("there is no main part")
        root = read_xml(archive.read(names[0]))
    for paragraph in root.iter():
        if name_of(paragraph) == "p":
            text = "".join(run.text or "" for run in paragraph.iter() if name_of(run) == "t").strip()
            if text:
                yield text
