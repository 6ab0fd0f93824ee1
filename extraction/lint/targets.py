"""What a document holds that references can point at."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.document import Document
from core.quantity import numeral
from core.text import fold

HAN = "零〇一二两三四五六七八九十百千"
NUMBER = rf"[{HAN}]{{1,3}}|\d{{1,3}}(?:[-.]\d+)?|[A-Z](?![A-Za-z])"
ARTICLE = re.compile(rf"第(?P<number>[{HAN}\d]+)条(?:之[{HAN}]+)?")
LABEL = re.compile(rf"^\W*(?P<kind>附件|附录|附表|表)\s*(?P<number>{NUMBER})")
_BARE_LABEL = re.compile(r"^\W*(?P<kind>附件|附录|附表)\s*(?:[:：\s]|$)")
_NUMBERED = re.compile(rf"^\s*(?:第\s*(?P<part>[{HAN}\d]+)\s*[章节]|(?P<han>[{HAN}]+)、|(?P<digit>\d{{1,2}})[.、．\s])")
_LONGEST_TITLE = 30
_STOP = re.compile(r"[。；;，,！？\n]")
LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class Targets:
    """What a document holds that can be pointed at.

    ``lines`` are short lines that stand alone, as titles of annexes do, and whether anything follows them.
    """

    articles: frozenset[str]
    labels: frozenset[str]
    headings: tuple[str, ...]
    sections: frozenset[str]
    tables: tuple[int, ...]
    lines: Mapping[str, bool]


def targets_of(document: Document) -> Targets:
    """Return what ``document`` holds."""
    articles: set[str] = set()
    labels: set[str] = set()
    headings: dict[str, None] = {}
    sections: set[str] = set()
    for block in document.blocks:
        for label in (*block.heading_path, block.text if block.kind == "title" else ""):
            headings.setdefault(fold(label))
            if numbered := _NUMBERED.match(label):
                sections.add(number_of(next(filter(None, numbered.groups()))))
            if article := ARTICLE.match(label):
                articles.add(number_of(article["number"]))
        line = block.table.caption if block.table is not None else block.text
        if len(line) <= LONGEST_LABEL or block.table is not None:
            labels |= _labels(line)
    shown = (block for block in document.blocks if block.table is not None or block.kind == "image")
    tables = tuple(block.span.char_start for block in shown)
    return Targets(
        frozenset(articles), frozenset(labels), tuple(headings), frozenset(sections), tables, _lines(document)
    )


def _lines(document: Document) -> dict[str, bool]:
    lines: dict[str, bool] = {}
    filled = False
    for block in reversed(document.blocks):
        line = block.text.strip().strip("#*《》").strip()
        alone = block.table is None and len(line) <= _LONGEST_TITLE and not _STOP.search(line)
        if alone:
            lines[fold(line)] = filled
        # Nothing but titles and marks of continuation is no content.
        filled = filled or not alone
    return lines


def _labels(line: str) -> set[str]:
    named, bare = LABEL.match(line), _BARE_LABEL.match(line)
    if named:
        return {f"{named['kind']}{number_of(named['number'])}"}
    return {bare["kind"]} if bare else set()


def number_of(words: str) -> str:
    """Return 三 and 3 as the same digits; letters as they are."""
    value = numeral(words)
    return words if value is None else f"{value.normalize():f}"
