"""Lists of contents: useful to leaf through, harmful as answers."""

import re
from collections.abc import Sequence

from ingestion.parsers.pdf.line import Line

_HEADING = re.compile(r"^\s*(?:目\s*[录錄次]|(?:table\s+of\s+)?contents)\s*$", re.IGNORECASE)
_ENTRY = re.compile(
    r"^(?=.*\w).*?(?:[.．·…‥•_]\s?){3,}\s*[(（]?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*[)）]?\s*$", re.IGNORECASE
)
_PLAIN_ENTRY = re.compile(r"^.*\D\s+\d{1,4}\s*$|^第\s*\S+\s*[章节编条].{0,40}?\d{1,4}\s*$")
_FEWEST = 4
_WRAPPED = 2


def is_contents_heading(text: str) -> bool:
    """Return whether ``text`` announces a list of contents."""
    return bool(_HEADING.match(text))


def without_contents(pages: Sequence[Sequence[Line]]) -> tuple[list[list[Line]], list[int]]:
    """Return the lines of every page without lists of contents, and the numbers of the pages that had one.

    A list is four or more lines of a title, leaders and a page number (two under a heading that says so); lines
    between them are titles that take two lines.
    """
    kept: list[list[Line]] = []
    had: list[int] = []
    announced = False
    for lines in pages:
        dropped = _entries(lines, announced)
        announced = bool(dropped) and max(dropped) >= len(lines) - 1 - _WRAPPED
        had += [lines[0].page] if dropped else []
        kept.append([line for number, line in enumerate(lines) if number not in dropped])
    return kept, had


def _entries(lines: Sequence[Line], announced: bool) -> set[int]:
    """Return the numbers of the lines that make up a list of contents; ``announced`` when one is going on."""
    headed = next((number for number, line in enumerate(lines) if is_contents_heading(line.text)), None)
    start = headed + 1 if headed is not None else 0
    entries = [number for number in range(start, len(lines)) if _ENTRY.match(lines[number].text)]
    if headed is not None or announced:
        entries = sorted({*entries, *_plain(lines, start)})
    runs: list[list[int]] = []
    for number in entries:
        if runs and number - runs[-1][-1] <= _WRAPPED + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    dropped: set[int] = set()
    for run in runs:
        near = headed is not None and run[0] - headed <= _WRAPPED + 1
        if len(run) >= (2 if near or announced else _FEWEST):
            dropped |= set(range(headed if near and headed is not None else run[0], run[-1] + 1))
    return dropped


def _plain(lines: Sequence[Line], start: int) -> list[int]:
    """Return entries without leaders: a title and a page number, as long as the numbers do not fall."""
    found: list[int] = []
    last = 0
    for number in range(start, len(lines)):
        text = lines[number].text
        page = int((re.search(r"(\d{1,4})\s*$", text) or re.match("(0)", "0")).group(1))  # type: ignore[union-attr]
        if _PLAIN_ENTRY.match(text) and last <= page <= last + 200:
            found.append(number)
            last = page
    return found
