"""Conditions of a clause: under which circumstances its values hold."""

import re
from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.quantity import Found
from extraction.frame import Frame
from extraction.nouns import clean_name, gives, noun_before
from extraction.segments import Segment, is_condition, is_local, qualifies, role

_STATES = re.compile(r"为|是|不得|不超过|应当|可以|至少|最[长短高低多少]")


def segment_conditions(segment: Segment, segments: Sequence[Segment], index: int, subject: str) -> Iterator[Condition]:
    """Yield the conditions that a segment states for what follows it."""
    last = index == len(segments) - 1
    text = segment.text.strip("，,：:；;。")
    stated = [
        found
        for found in segment.founds
        if role(found, segments, index) == "condition"
        and not qualifies(found, segment)
        and not is_local(found, segment)
    ]
    for found in stated:
        if found.quantity.dimension in {"date", "ordinal"} and not text.endswith("的"):
            continue
        yield Condition(text, _measured(segment, found, subject), found.quantity)
    if not segment.founds and is_condition(segment, last=last):
        yield Condition(text)


def _measured(segment: Segment, found: Found, subject: str) -> str:
    """Name what a condition measures: 职工累计工作已满1年 → 累计工作."""
    before = segment.text[: found.start - segment.start]
    name = noun_before(before) or clean_name(before[-12:])
    return clean_name(name.removeprefix(subject)) or name


def with_condition(conditions: list[Condition], new: Condition, *, kept: int) -> list[Condition]:
    """Add a condition; it takes the place of an earlier one on the same measure, but never of an inherited one."""
    rest = [old for old in conditions[kept:] if not _replaces(new, old)]
    return [*conditions[:kept], *rest, new]


def _replaces(new: Condition, old: Condition) -> bool:
    if new.quantity is None or old.quantity is None:
        return False
    return new.attribute == old.attribute and new.quantity.comparable(old.quantity)


def qualifier(found: Found, segment: Segment) -> Condition:
    """Read 一级伤残 in 一级伤残为27个月 as the condition of the value."""
    rest = segment.text[found.start - segment.start :]
    until = min((other.start for other in segment.founds if other.start > found.start), default=segment.end)
    name = noun_before(rest[: until - found.start].split("为")[0])
    return Condition(name or found.quantity.raw, "", found.quantity)


def local_condition(found: Found, segment: Segment, subject: str) -> Condition:
    """Read a condition that holds in its own segment only (不满99元收取运费8元)."""
    text = segment.text[: found.end - segment.start].lstrip("，,")
    return Condition(text, _measured(segment, found, subject), found.quantity)


def item_head(segments: Sequence[Segment], frame: Frame) -> tuple[Condition, ...]:
    """Read the opening of a list item as its condition: （一）没有道路中心线的道路，城市道路为…"""
    first = segments[0] if segments else None
    later = any(segment.founds for segment in segments[1:])
    if not frame.lead or first is None or not later or first.text.rstrip("，,").endswith("的"):
        return ()
    if any(is_local(found, first) for found in first.founds):
        return ()
    text = first.text.strip("，,")
    if noun_before(text) == "" or any(role(found, segments, 0) == "value" and gives(text) for found in first.founds):
        return ()
    quantity = first.founds[0].quantity if first.founds else None
    return (Condition(text, "", quantity),) if len(text) <= 30 and not _STATES.search(text) else ()
