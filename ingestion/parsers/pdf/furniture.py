"""Running headers, footers and page numbers: what comes back at the same place on page after page."""

import re
from collections import Counter
from collections.abc import Sequence

from ingestion.parsers.pdf.line import Line

_ZONE = 0.12
_NUMBER = re.compile(
    r"^[-–—·\s]*(?:第\s*)?(?:page\s*)?\d{1,4}\s*(?:页)?(?:\s*(?:[/／]|of|共|,|，)\s*(?:共\s*)?\d{1,4}\s*页?)?[-–—·\s]*$"
    r"|^[ivxlIVXL]{1,6}$",
    re.IGNORECASE,
)


def in_margin(line: Line, height: float) -> bool:
    """Return whether ``line`` lies in the top or bottom strip of its page."""
    return line.box[3] <= height * _ZONE or line.box[1] >= height * (1 - _ZONE)


def _key(line: Line, height: float) -> tuple[str, bool]:
    return re.sub(r"\d+", "#", re.sub(r"\s", "", line.text)), line.box[1] < height / 2


def without_furniture(pages: Sequence[tuple[float, Sequence[Line]]]) -> list[list[Line]]:
    """Return the lines of every page without repeated margin lines, page numbers and watermarks.

    Args:
        pages: (height in points, lines) per page. A line is furniture when its text, digits apart, stands in the same
            margin of at least half of the pages, three or more (of both pages when there are two).
    """
    pages = _without_watermarks(pages)
    seen = Counter(key for height, lines in pages for key in {_key(n, height) for n in lines if in_margin(n, height)})
    needed = max(len(pages) / 2, 3) if len(pages) > 2 else 2
    kept: list[list[Line]] = []
    for height, lines in pages:
        body = [
            line
            for line in lines
            if not in_margin(line, height) or not (seen[_key(line, height)] >= needed or _NUMBER.match(line.text))
        ]
        kept.append(body)
    return kept


def _without_watermarks(pages: Sequence[tuple[float, Sequence[Line]]]) -> list[tuple[float, list[Line]]]:
    """Drop large print that stands at the same place of at least half of the pages, three or more."""

    def key(line: Line) -> tuple[str, int, int]:
        return line.text, round(line.box[0] / 4), round(line.box[1] / 4)

    body = Counter(line.size for _, lines in pages for line in lines for _ in line.text).most_common(1)
    least = 1.6 * body[0][0] if body else 0.0
    seen = Counter(key(line) for _, lines in pages for line in lines if line.size >= least)
    repeated = {mark for mark, count in seen.items() if count >= max(3, len(pages) / 2)}
    return [
        (height, [line for line in lines if line.size < least or key(line) not in repeated]) for height, lines in pages
    ]
