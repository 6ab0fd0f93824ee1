"""Where a text may be cut: sentence ends first, never inside numbers, ranges, addresses and quotations."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import lru_cache

_HAN = "零〇一二两三四五六七八九十百千万亿"
_UNIT = (
    r"(?:个?(?:工作|自然|营业|交易)?日内?|个?月内?|年内?|周|天|小时|分钟|秒|元|万元|亿元|角|人民币|公里|公斤|千克|吨|克|米|"
    r"平方米|度|倍|人|次|件|台|条|款|项|章|节|版|号|岁|个)"
)
_NUMBER = rf"[$¥￥€±+\-−]?\d[\d,.:/×xX*%‰℃°′″A-Za-z_+#-]*\s?{_UNIT}?"
_PROTECTED = re.compile(
    r"(?:https?|ftp)://[^\s，。；、（）《》“”\"'<>]+|www\.[^\s，。；、（）《》“”]+|[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    rf"|第\s?[{_HAN}\d.]+\s?[编章节条款项号版次届](?:之[{_HAN}]+)?"
    rf"|[A-Za-z_#@]*{_NUMBER}(?:\s?(?:[至到~～—–－-]|\.\.)\s?{_NUMBER})*"
    rf"|[{_HAN}]+(?:分之[{_HAN}]+|[点至到][{_HAN}\d]+)*{_UNIT}?"
    r"|[A-Za-z][A-Za-z0-9_'’-]*(?:\.[A-Za-z0-9_-]+)*"
)
# Links, images, inline code and inline formulas; a list marker with what follows it.
_WHOLE = re.compile(
    r"!?\[[^\[\]\n]{0,2000}\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])"
    r"|(?<!`)(`+)(?!`)[^\n]{1,2000}?(?<!`)\1(?!`)"
    r"|(?<![\\$])\$\$?(?![\s$])[^$\n]{1,2000}?(?<![\s\\])\$\$?(?!\d)"
    r"|\\\((?:[^\\\n]|\\(?!\))){1,2000}\\\)"
    r"|<(?:https?|mailto):[^\s<>]+>"
    r"|\b(?:Mrs?|Ms|Dr|Prof|No|Nos|Fig|Eq|Sec|Art|Vol|Ch|pp?|vs|cf|approx|St|e\.g|i\.e)\.\s\S+"
    rf"|(?m:^[ \t]*(?:[（(][{_HAN}\d]{{1,4}}[）)]|[{_HAN}]{{1,4}}、|\d{{1,3}}[.、．)）](?!\d)|[-*+•·▪●①-⑳])[ \t]*\S)"
)
_PAIRS = {"「": "」", "『": "』", "“": "”", "《": "》", "〈": "〉", "（": "）", "(": ")", "【": "】", "‘": "’"}
_CLOSERS = frozenset(_PAIRS.values())
_SENTENCE_END = frozenset("。！？；!?;…")
_CLAUSE_END = frozenset("，、：,:")
_FULL_STOP = re.compile(r"[\w\])\"'”]\.\s$")
# A longer line that ends without a mark was wrapped by an editor and goes on below.
_WRAPPED = 25

BLANK, LINE, SENTENCE, CLAUSE, ANYWHERE = 5, 4, 3, 2, 1


def protected_stretches(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of numbers with units, ranges, references, addresses, words, links, code and formulas."""
    found = [match.span() for pattern in (_PROTECTED, _WHOLE) for match in pattern.finditer(text)]
    return [(start, end) for start, end in found if end - start > 1]


def quotations(text: str, longest: int) -> list[tuple[int, int]]:
    """Return (start, end) of bracketed and quoted stretches of at most ``longest`` characters, marks included."""
    found: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    awaited: Counter[str] = Counter()
    for at, char in enumerate(text):
        if char in _PAIRS:
            stack.append((_PAIRS[char], at))
            awaited[_PAIRS[char]] += 1
        elif awaited[char]:
            while stack:
                closer, start = stack.pop()
                awaited[closer] -= 1
                if closer == char:
                    if at + 1 - start <= longest:
                        found.append((start, at + 1))
                    break
    return found


def _inner(stretches: list[tuple[int, int]], length: int) -> bytearray:
    """Return one flag per position: 1 where a cut would fall inside a stretch."""
    inside = bytearray(length + 1)
    for start, end in stretches:
        inside[start + 1 : end] = b"\x01" * (end - start - 1)
    return inside


def _rank(text: str, at: int) -> int:
    """Return how good a cut before position ``at`` is, by the character it follows."""
    before = text[at - 1]
    if before == "\n":
        if at > 1 and text[at - 2] == "\n":
            return BLANK
        return CLAUSE if _is_wrapped(text, at - 1) else LINE
    if at < len(text) and text[at] in _CLOSERS | _SENTENCE_END | _CLAUSE_END | {"\n"}:
        return 0
    end = before
    if before in _CLOSERS and at > 1:
        end = text[at - 2] if text[at - 2] in _SENTENCE_END else before
    if end in _SENTENCE_END or (before.isspace() and _FULL_STOP.match(text[max(0, at - 3) : at])):
        return SENTENCE
    return CLAUSE if before in _CLAUSE_END else ANYWHERE


def _is_wrapped(text: str, line_end: int) -> bool:
    start = text.rfind("\n", 0, line_end) + 1
    return line_end - start > _WRAPPED and (text[line_end - 1].isalnum() or text[line_end - 1] in "，、,")


class Boundaries:
    """All cut points of one text, by rank, with and without respect for quotations."""

    def __init__(self, text: str, longest_quotation: int) -> None:
        self._length = len(text)
        hard = _inner(protected_stretches(text), len(text))
        soft = _inner(quotations(text, longest_quotation), len(text))
        self._points: dict[int, list[int]] = {rank: [] for rank in range(1, 6)}
        self._inside_quotation: list[int] = []
        for at in range(1, len(text)):
            if hard[at]:
                continue
            rank = _rank(text, at)
            if soft[at]:
                self._inside_quotation.append(at)
            elif rank:
                self._points[rank].append(at)

    def last(self, start: int, end: int, least: int) -> int | None:
        """Return the last cut point in (start, end] of rank ``least`` or better."""
        best: int | None = None
        for rank in range(least, 6):
            points = self._points[rank]
            at = bisect_right(points, end) - 1
            if at >= 0 and points[at] > start and (best is None or points[at] > best):
                best = points[at]
        return best

    def first(self, start: int, end: int, least: int) -> int | None:
        """Return the first cut point in [start, end) of rank ``least`` or better."""
        best: int | None = None
        for rank in range(least, 6):
            points = self._points[rank]
            at = bisect_left(points, start)
            if at < len(points) and points[at] < end and (best is None or points[at] < best):
                best = points[at]
        return best

    def cut(self, start: int, limit: int) -> int:
        """Return the best end for a piece from ``start`` of at most ``limit`` characters.

        A piece is longer than ``limit`` only when one number, word or address is.
        """
        end = start + limit
        if end >= self._length:
            return self._length
        # A sentence that fits in a piece of its own is never cut, however short that leaves this piece.
        for least, room in ((LINE, limit // 2), (SENTENCE, 0), (CLAUSE, limit // 4), (ANYWHERE, limit // 8)):
            at = self.last(start + room, end, least)
            if at is not None:
                return at
        quoted = bisect_right(self._inside_quotation, end) - 1
        if quoted >= 0 and self._inside_quotation[quoted] > start:
            return self._inside_quotation[quoted]
        at = self.last(start, end, ANYWHERE)
        return at if at is not None else self.first(end, self._length, ANYWHERE) or self._length


@lru_cache(maxsize=8)
def boundaries(text: str, longest_quotation: int) -> Boundaries:
    """Return the cut points of ``text``."""
    return Boundaries(text, longest_quotation)


def cut_running(text: str, limit: int, overlap: int, least: int = 0) -> list[tuple[int, int, int]]:
    """Cut running prose into pieces of at most ``limit`` characters.

    Args:
        text: The prose.
        limit: Longest piece, in characters.
        overlap: Longest repetition, in characters.
        least: A last piece shorter than this takes a sentence from the piece before, where it can.

    Returns:
        (start, own_start, end) per piece; ``text[start:own_start]`` repeats the end of the piece before: whole
        sentences, or whole clauses, of at most ``overlap`` characters.
    """
    if len(text) <= limit:
        return [(0, 0, len(text))]
    points = boundaries(text, limit)
    pieces: list[tuple[int, int, int]] = []
    start = own = 0
    while own < len(text):
        end = points.cut(start, limit)
        if end <= own:
            start, end = own, points.cut(own, limit)
        pieces.append((start, own, end))
        own = end
        start = _overlap_start(points, pieces[-1][1], end, overlap)
    return _with_longer_tail(points, pieces, limit, least)


def _with_longer_tail(
    points: Boundaries, pieces: list[tuple[int, int, int]], limit: int, least: int
) -> list[tuple[int, int, int]]:
    *before, (start, own, middle), (_, _, end) = pieces if len(pieces) > 1 else [*pieces, *pieces]
    if len(pieces) == 1 or end - middle >= least:
        return pieces
    cut_inside = points.last(middle - 1, middle, SENTENCE) is None
    for rank in (SENTENCE, CLAUSE) if cut_inside else (SENTENCE,):
        at = points.last(max(own + least, end - limit - 1), end - least, rank)
        if at is not None:
            return [*before, (start, own, at), (at, at, end)]
    return pieces


def _overlap_start(points: Boundaries, earliest: int, end: int, overlap: int) -> int:
    if not overlap:
        return end
    # Clauses are repeated only where a sentence had to be cut: else the next piece would start inside one.
    cut_inside = points.last(end - 1, end, SENTENCE) is None
    for least in (SENTENCE, CLAUSE) if cut_inside else (SENTENCE,):
        at = points.first(max(earliest + 1, end - overlap), end, least)
        if at is not None:
            return at
    return end
