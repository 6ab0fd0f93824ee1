"""Facts from ``键：值`` lines."""

import re
from collections.abc import Iterator

from core.quantity import parse
from extraction.draft import Draft, Surroundings
from extraction.nouns import clean_name, strip_enumerator
from extraction.prose import subject_of_document

_PAIR = re.compile(r"^(?P<key>[^：:，,。；;！？\n]{1,20})[：:](?!//)\s*(?P<value>[^\n]{1,80})$")
_NOTICE_WORDS = frozenset({"注意", "警告", "提示", "注", "说明", "备注", "例如", "例", "Note", "Warning", "Tip"})
# A key that ends so opens a sentence; its values are read as prose.
_LEADS = ("为", "是", "包括", "如下", "下列", "以下", "下列情形", "下列条件", "规定")
_EMPHASIS = re.compile(r"[*_`]+")


def key_value_facts(text: str, around: Surroundings) -> Iterator[Draft]:
    """Yield one draft per line of the form ``键：值`` whose value is short enough to be one."""
    heading = clean_name(strip_enumerator(around.heading_path[-1])) if around.heading_path else ""
    subject = heading or subject_of_document(around)
    offset = 0
    for line in text.split("\n"):
        draft = _pair(line, offset, subject)
        if draft:
            yield draft
        offset += len(line) + 1


def _pair(line: str, offset: int, subject: str) -> Draft | None:
    match = _PAIR.match(_EMPHASIS.sub("", strip_enumerator(line.strip())))
    if not match or "。" in match["value"].rstrip("。"):
        return None
    key, value = clean_name(match["key"]), match["value"].strip().rstrip("。；;")
    if not key or not value or key in _NOTICE_WORDS or key.endswith(_LEADS):
        return None
    quantity = parse(value)
    if "，" in value and quantity is None:
        return None
    start = offset + len(line) - len(line.lstrip())
    return Draft(subject, key, value, start, offset + len(line.rstrip()), "key_value", 0.8, quantity)
