"""Numbers of parts and items, which say where something stands and not what it says."""

import re
from dataclasses import dataclass

_HAN = "零〇一二两三四五六七八九十百千"
_PART = re.compile(
    rf"^\s*(?P<number>第\s*[{_HAN}\d]+\s*[编章节条](?:\s*之\s*[{_HAN}]+(?![{_HAN}、]))?|[（(][{_HAN}\d]+[）)]|[{_HAN}]+、"
    r"|\d{1,2}(?:\.\d{1,2})*[.、．)）]?(?=[\s\u3000]))[\s\u3000]*"
)
_ITEM = re.compile(
    rf"^\s*(?:第\s*[{_HAN}\d]+\s*条(?:\s*之\s*[{_HAN}]+)?[\s\u3000]+|[（(][{_HAN}\d]+[）)]|[{_HAN}]+、|\d{{1,2}}(?:[、．)）]|\.(?!\d))|[①-⑳]|[-*+•·▪●]\s)[\s\u3000]*"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading parted into its number (``第三条``, ``（二）``; may be empty) and its name (may be empty)."""

    number: str
    name: str


def heading_of(label: str) -> Heading:
    """Part the label of a section."""
    match = _PART.match(label)
    if match is None:
        return Heading("", label.strip())
    number = re.sub(r"\s", "", match["number"]).rstrip("、.．)）").lstrip("（(")
    return Heading(number, label[match.end() :].strip())


def unnumbered(text: str) -> str:
    """Return a sentence without the number of the article or item it opens."""
    return _ITEM.sub("", text, count=1).strip()
