"""What a DOCX paragraph's style says: heading level, numbering, code."""

import re
from typing import Any

from ingestion.parsers.docx_numbering import Numbering
from ingestion.parsers.office_xml import attribute, child, child_value, name_of

_HEADING = re.compile(r"^(?:heading|标题|標題|überschrift|titre)\s*(\d)$", re.IGNORECASE)
_TITLES = frozenset({"title", "标题", "標題", "文档标题"})
_CONTENTS = re.compile(r"^(?:toc|目录|目錄)\s*\d$", re.IGNORECASE)
_CODE = re.compile(r"code|preformatted|macro|代码", re.IGNORECASE)


class Styles:
    """Paragraph styles by id, with what they inherit."""

    def __init__(self, root: Any | None) -> None:
        self._styles = {attribute(s, "styleId"): s for s in (root if root is not None else ()) if name_of(s) == "style"}

    def _chain(self, paragraph: Any) -> list[Any]:
        """Return the paragraph's style and its ancestors."""
        chain: list[Any] = []
        identity = child_value(paragraph, "pPr", "pStyle")
        while identity in self._styles and len(chain) < 20:
            chain.append(self._styles[identity])
            identity = child_value(chain[-1], "basedOn")
        return chain

    def _names(self, paragraph: Any) -> list[str]:
        chain = self._chain(paragraph)
        named = [child_value(style, "name") or "" for style in chain]
        return named or [child_value(paragraph, "pPr", "pStyle") or ""]

    def heading_level(self, paragraph: Any) -> int | None:
        """Return 0 for the document's title, 1–9 for headings, else ``None``."""
        for name in self._names(paragraph):
            match = _HEADING.match(name.strip())
            if match:
                return int(match.group(1))
            if name.strip().lower() in _TITLES:
                return 0
        for holder in (paragraph, *self._chain(paragraph)):
            value = child_value(holder, "pPr", "outlineLvl")
            if value is not None:
                return int(value) + 1 if value.isdigit() and int(value) < 9 else None
        return None

    def numbering(self, paragraph: Any, numbering: Numbering) -> tuple[str, int]:
        """Return (numId, depth) of the paragraph or its style; an empty id when it is not numbered.

        A style that is tied to a level of the numbering stands at that level, whatever it says itself.
        """
        depth: str | None = None
        for holder in (paragraph, *self._chain(paragraph)):
            properties = child(holder, "pPr", "numPr")
            if properties is None:
                continue
            depth = depth if depth is not None else child_value(properties, "ilvl")
            identity = child_value(properties, "numId")
            if identity is not None:
                tied = None if holder is paragraph else numbering.depth_of(identity, attribute(holder, "styleId"))
                return identity, tied if tied is not None else int(depth) if depth and depth.isdigit() else 0
        return "", 0

    def is_contents(self, paragraph: Any) -> bool:
        """Return whether the paragraph is a line of the table of contents, which repeats the headings."""
        return bool(_CONTENTS.match(self._names(paragraph)[0].strip()))

    def is_code(self, paragraph: Any) -> bool:
        """Return whether the style is one for program text."""
        return bool(_CODE.search(self._names(paragraph)[0]))
