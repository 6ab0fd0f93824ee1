"""A clause cut at its commas, with the quantities of each segment and the part each of them plays."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from core.quantity import Found, find
from core.text import Piece

Role = Literal["condition", "value"]

_COMMAS = re.compile(r"[，,：:](?!\d{3})")
_CONDITION_END = re.compile(
    r"(?:的|时|后|的情况下|情形下|期间|之后|以后|之前|前|之日起|之日|的部分|情况|以上|以下|不满|未满|者)[，,：:；;。]?$"
)
_HYPOTHETICAL = re.compile(r"(?:满|以上|超过|不足|不满|未满|大于|高于|逾|达到)")
_STATED_LIMIT = re.compile(r"^(?:不得|不超|不低|不少|不高|不多|最|至多|至少)")
_CONSEQUENCE = re.compile(r"^(?:免|享|可以?|不|打|减|送|收|赠|升|按|为|返|补|扣|加)[\u4e00-\u9fff]")
_QUALIFIERS = frozenset({"grade", "ordinal"})
_VALUE_LINK = re.compile(
    r"(?:不得超过|不得低于|不得少于|不得多于|不得高于|不超过|不低于|不少于|为|是|最长|最短|最高|最低|最多|最少|至少|至多|处|罚款|享受|增加|"
    r"支付|提前|保持|保存|不得)[^，,]{0,6}$"
)
_DIMENSIONS_OF_NAMES = frozenset({"date", "ordinal"})


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch between commas; offsets are those of the whole text. ``founds`` have whole-text offsets too."""

    text: str
    start: int
    end: int
    founds: tuple[Found, ...]


def segments_of(clause: Piece) -> tuple[Segment, ...]:
    """Cut a clause at commas and colons that stand outside numbers."""
    founds = tuple(
        Found(found.quantity, found.start + clause.start, found.end + clause.start) for found in find(clause.text)
    )
    cuts = [0]
    for match in _COMMAS.finditer(clause.text):
        at = match.end() + clause.start
        if not any(found.start < at < found.end for found in founds):
            cuts.append(match.end())
    cuts.append(len(clause.text))
    pieces = pairwise(cuts)
    return tuple(_segment(clause, start, end, founds) for start, end in pieces if clause.text[start:end].strip())


def role(found: Found, segments: Sequence[Segment], index: int) -> Role:
    """Say whether a quantity states a condition (已满10年…的) or a value (年休假5天)."""
    segment = segments[index]
    before = segment.text[: found.start - segment.start]
    after = segment.text[found.end - segment.start :]
    last = index == len(segments) - 1
    if qualifies(found, segment):
        return "condition"
    if found.quantity.dimension in _DIMENSIONS_OF_NAMES:
        return "condition"
    if _VALUE_LINK.search(before) and (_ends_in(found, segment) or not _bare(segment).endswith(("的", "时"))):
        return "value"
    if _CONDITION_END.search(segment.text) and _is_hypothesis(segment.text, after, last):
        return "condition"
    later_value = any(other.founds for other in segments[index + 1 :])
    if is_local(found, segment):
        return "condition"
    hypothetical = _HYPOTHETICAL.search(found.quantity.raw) and not _STATED_LIMIT.match(found.quantity.raw)
    if not last and later_value and (hypothetical or before.lstrip().startswith("每")):
        return "condition"
    return "value"


def _bare(segment: Segment) -> str:
    return segment.text.rstrip("，,：:；;。")


def _ends_in(found: Found, segment: Segment) -> bool:
    """Tell the 时 of 每小时 and 毫安时, which ends the quantity, from the one that ends a condition."""
    return found.end - segment.start == len(_bare(segment)) and found.quantity.unit.endswith("时")


def is_local(found: Found, segment: Segment) -> bool:
    """Return whether a condition and what follows from it stand in one segment: 满99元免运费, 不满99元收取运费8元."""
    raw = found.quantity.raw
    if not _HYPOTHETICAL.search(raw) or _STATED_LIMIT.match(raw):
        return False
    after = segment.text[found.end - segment.start :]
    later = any(other.start > found.start for other in segment.founds)
    return bool(_CONSEQUENCE.match(after)) or (later and not segment.text.rstrip("，,：:；;。").endswith("的"))


def qualifies(found: Found, segment: Segment) -> bool:
    """Return whether a grade belongs to the thing another value is stated of (一级伤残为27个月)."""
    if found.quantity.dimension not in _QUALIFIERS:
        return False
    return any(other.start > found.start and other.quantity.dimension not in _QUALIFIERS for other in segment.founds)


def is_condition(segment: Segment, *, last: bool) -> bool:
    """Return whether a segment without a quantity is a condition (难产的，)."""
    bare = segment.text.rstrip("，,：:；;。")
    return not last and len(bare) >= 3 and bare.endswith(("的", "时", "情况下", "情形下", "期间", "后", "之日起"))


def _is_hypothesis(text: str, after: str, last: bool) -> bool:
    bare = text.rstrip("，,：:；;。")
    if bare.endswith("的"):
        return True
    return not last and (bare.endswith(("时", "情况下", "期间", "情形下")) or len(after.rstrip("，,：:；;。")) <= 8)


def _segment(clause: Piece, start: int, end: int, founds: Sequence[Found]) -> Segment:
    low, high = clause.start + start, clause.start + end
    inside = tuple(found for found in founds if low <= found.start < high)
    return Segment(clause.text[start:end], low, high, inside)
