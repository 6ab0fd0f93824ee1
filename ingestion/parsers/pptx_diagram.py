"""Diagrams on slides (SmartArt), whose texts stand in a part of their own."""

from collections.abc import Iterator
from typing import Any

from ingestion.parsers.office_package import read_xml
from ingestion.parsers.office_xml import name_of


def diagram_texts(shape: Any) -> Iterator[str]:
    """Yield the text of every diagram in ``shape``, one line per node."""
    for relation in _relations(shape):
        root = read_xml(shape.part.related_part(relation).blob)
        lines = (_line(element) for element in root.iter() if name_of(element) == "p")
        yield "\n".join(line for line in lines if line.strip())


def _relations(shape: Any) -> Iterator[str]:
    for element in shape.element.iter():
        if name_of(element) == "relIds":
            yield from (value for key, value in element.attrib.items() if key.endswith("}dm"))


def _line(paragraph: Any) -> str:
    return "".join(run.text or "" for run in paragraph.iter() if name_of(run) == "t")
