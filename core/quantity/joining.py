"""Neighbouring terms that are one interval: 3天到7天, 满1年不满10年, 1000元以上5000元以下, 在20和30之间."""

import re
from dataclasses import replace

from core.quantity.term import Term

_TO = re.compile(r"\s*(?:\((?P<out>不?)含[^()]{0,4}\))?(?:-{1,2}|~|至|到|to|–)\s*(?:不超过|不满)?$")
_NAMED = re.compile(r"([\u4e00-\u9fff]{1,4})[至到]$")
_AND = re.compile(r"\s*(?:和|与|and)\s*$")
_BETWEEN = re.compile(r"\s*之?间")
_MEETING = re.compile(
    r"\s*[,、;]?\s*(?:并且|而且|同时|的同时|且|并|但是?|而|和|到|至|直到|and|but)?\s*[,、]?\s*(?:在|于|又)?$"
)


def joined(text: str, terms: list[Term]) -> list[Term]:
    """Return ``terms`` with those merged that two halves of an interval stand in."""
    result: list[Term] = []
    for term in terms:
        merged = _merged(text, result[-1], term) if result else None
        if merged is None:
            result.append(term)
        else:
            result[-1] = merged
    return result


def _merged(text: str, first: Term, second: Term) -> Term | None:
    if (
        first.unit.dimension.startswith(f"rate.{second.unit.dimension}/")
        and second.bounded
        and _is_above(first, second)
    ):
        second = replace(second, unit=first.unit)
    if first.unit.dimension != second.unit.dimension and first.unit.dimension != "number":
        return None
    if first.unit.dimension in ("count", "grade") and first.unit.base != second.unit.base:
        return None
    gap = text[first.end : second.start]
    if len(gap) > 12:
        return None
    return _range(text, first, second, gap) or _meeting(first, second, gap)


def _is_above(first: Term, second: Term) -> bool:
    """Say whether ``second`` leaves out what ``first`` is taken by: 每人1000元以上5000元以下."""
    return first.bounded and first.unit.name.partition("/")[0] == second.unit.name


def _range(text: str, first: Term, second: Term, gap: str) -> Term | None:
    """Join two plain values by 到, or by 和 when 之间 follows."""
    bare = first.unit.dimension == second.unit.dimension == "number" and first.exact and second.exact
    if not bare and (first.bounded or first.low is None or second.high is None or first.unit.dimension == "number"):
        return None
    end, between = second.end, None
    if _AND.match(gap):
        between = _BETWEEN.match(text, second.end)
        if between is None:
            return None
        end = between.end()
    link = _TO.match(gap)
    if between is None and link is None and not _named(text, gap, second.end):
        return None
    first = first.inside(second.unit)
    if (
        second.high is None
        or first.low is None
        or second.high < first.low
        or (second.low is not None and second.low < first.low)
    ):
        return None
    return replace(
        second,
        start=first.start,
        end=end,
        low=first.low,
        low_open=first.low_open or bool(link and link["out"]),
        approximate=first.approximate or second.approximate,
        bounded=True,
    )


def _named(text: str, gap: str, end: int) -> bool:
    """Say whether both values carry the same noun: 一级伤残至四级伤残."""
    match = _NAMED.match(gap)
    return match is not None and text.startswith(match[1], end)


def _meeting(first: Term, second: Term, gap: str) -> Term | None:
    """Join a lower and an upper bound: 满1年不满10年, 最多100最少20个."""
    if not (first.bounded and second.bounded) or not _MEETING.match(gap):
        return None
    if (first.low is None) == (first.high is None) or (second.low is None) == (second.high is None):
        return None
    if (first.low is None) == (second.low is None):
        return None
    first = first.inside(second.unit) if first.unit.dimension == "number" else first
    second = second.inside(first.unit)
    lower, upper = (first, second) if first.low is not None else (second, first)
    if lower.low is None or upper.high is None or lower.low > upper.high:
        return None
    return replace(
        lower,
        start=first.start,
        end=second.end,
        high=upper.high,
        high_open=upper.high_open,
        approximate=first.approximate or second.approximate,
    )
