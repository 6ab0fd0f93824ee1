"""How Chinese and English documents number their parts in plain paragraphs."""

import re
from dataclasses import dataclass

_HAN = "零〇一二两三四五六七八九十百千"
_ARTICLE = re.compile(rf"^\s*(第\s*[{_HAN}\d]+\s*条(?:\s*之\s*[{_HAN}]+(?![{_HAN}、]))?)(?P<rest>[\s\S]?)")
# A reference that opens a paragraph ("第十条第一款规定的…") goes on with one of these.
_REFERENCE_GOES_ON = frozenset("第规的、和至或中所及以，,。；;）)款项之与")
_PART = re.compile(rf"^第\s*[{_HAN}\d]+\s*(编|章|节)(?=[\s\u3000]|$|[^\s的、和至或所及，,。；规])")
_ANNEX = re.compile(rf"^附\s*(?:件|录|表)?\s*[{_HAN}\d]*\s*[:：]?$")
_APPENDIX_RULES = re.compile(r"^附\s*则$")
_HAN_ITEM = re.compile(rf"^[{_HAN}]+、")
_HAN_BRACKET = re.compile(rf"^[（(][{_HAN}]+[）)]")
_DECIMAL = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){1,4})\.?[\s\u3000]+[^\d\s]{2}")
_ITEM = re.compile(
    rf"^\s*(?:(?P<bracket>[（(][{_HAN}]+[）)])|(?P<han>[{_HAN}]+、)|(?P<number>\d{{1,2}}(?:[、．)）]|\.(?!\d)))"
    r"|(?P<round>[①-⑳])|(?P<small>[（(]\d{1,2}[）)])|(?P<bullet>[-*+•·▪●]\s))"
)
_STOPS = re.compile(r"[。；;！!？?，,]")
_RANKS = {"编": 1, "章": 2, "节": 3, "一、": 4, "（一）": 5}


@dataclass(frozen=True, slots=True)
class PartMark:
    """A plain paragraph that acts as a heading: its kind (``章``, ``一、``, ``附`` …) and rank, 1 = highest."""

    kind: str
    rank: int


def clean_heading(text: str) -> str:
    """Return a heading with spaces between Chinese characters removed (``总 则`` → ``总则``), other runs as one space.

    The space after ``第一章`` stays, so that number and name remain apart.
    """
    flat = " ".join(text.replace("\u200b", "").split()).rstrip(":： ")
    numbered = re.match(rf"^(第\s?[{_HAN}\d\s]+?\s?[编章节条])\s*(.*)$", flat)
    if numbered:
        rest = _join_han(numbered.group(2))
        return f"{numbered.group(1).replace(' ', '')} {rest}".strip()
    return _join_han(flat)


def _join_han(text: str) -> str:
    return re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", text)


def article_label(text: str) -> str:
    """Return the label (``第三条``, ``第四条之一``) when ``text`` opens a statute article, else an empty string."""
    match = _ARTICLE.match(text)
    if not match or match.group("rest") in _REFERENCE_GOES_ON - {""}:
        return ""
    return re.sub(r"\s", "", match.group(1))


def part_mark(text: str) -> PartMark | None:
    """Return how ``text`` numbers a part when it reads as a heading: one short line without sentence marks."""
    line = text.strip().strip("\u200b")
    if "\n" in line or len(line) > 40:
        return None
    if _APPENDIX_RULES.match(line):
        return PartMark("章", _RANKS["章"])
    if _ANNEX.match(line):
        return PartMark("附", 0)
    if _STOPS.search(line):
        return None
    part = _PART.match(line)
    if part:
        return PartMark(part.group(1), _RANKS[part.group(1)])
    if _HAN_ITEM.match(line):
        return PartMark("一、", _RANKS["一、"])
    if _HAN_BRACKET.match(line) and len(line) <= 30:
        return PartMark("（一）", _RANKS["（一）"])
    decimal = _DECIMAL.match(line)
    if decimal:
        depth = decimal.group(1).count(".")
        return PartMark(f"1.{depth}", 5 + depth)
    return None


def item_kind(text: str) -> str:
    """Return the numbering style when ``text`` opens as an item of a list (``bracket`` for （一）), else ``""``."""
    match = _ITEM.match(text)
    return (match.lastgroup or "") if match else ""


def paragraph_pieces(text: str) -> list[tuple[int, int]]:
    """Split a paragraph at lines that open an article or an item; return (start, end) offsets in ``text``."""
    starts = [0]
    offset = 0
    for line in text.split("\n"):
        opens = article_label(line) or item_kind(line) in ("bracket", "han") or part_mark(line)
        if offset and opens:
            starts.append(offset)
        offset += len(line) + 1
    ends = [*starts[1:], len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]
