"""Conditions of a clause: under which circumstances its values hold."""

import re
from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.quantity import Found
from extraction.nouns import clean_name, noun_before
from extraction.prose.actors import as_actor
from extraction.prose.phrase import LONGEST_NAME, measure_before
from extraction.prose.segments import Segment, grades

_TRIM = "，,：:；;。 "
_FROM = re.compile(
    r"((?:应当|可以|必须)?(?:自(?![治然行动己身愿主由费助贸])|从(?![事业]))[^，,；;。自]{1,30}?(?:之日|之时|次日)?起)(?:计算)?(?:的|，|,)?\s*$"
)
_AFTER = re.compile(
    r"(?:^|[，,；;。]|应当|可以|必须|须|不得|[者人户门关构企业])((?:在)?(?:收到|接到|受理|签收|完成|取得|[^，,；;。]{2,16}?)[^，,；;。应当可以必须]{0,16}?(?:之?后|以后|届满(?:之日起)?))(?:的|，|,)?\s*$"
)
_TO_MODAL = re.compile(r"^.*(?:应当|可以|必须|不得|应(?=[在于])|须(?=[在于]))")
_EXCEPTION = re.compile(r"^(?:但是?，?|，)?(?:.{2,40}除外|.{2,30}另有(?:规定|约定)的?)$")
_DURING = re.compile(
    r"(?:^|[^现])(在[^，,；;。在的]{2,14}?(?:期内|期间|期限内|所在地|城市|地区|境内|范围内|情况下|情形下))"
)
_STAGE = re.compile(r"^(?:其中)?([\u4e00-\u9fff]{1,6}[前后])(?=可以|应当|不得)")
_NOT_MEASURED = re.compile(r"^(?:在|于|自|从|对|因|经|如果?|若|凡)")


def stated_conditions(segment: Segment, subject: str, words: str = "") -> Iterator[Condition]:
    """Yield what a segment of circumstances says: one condition a quantity, its words alone without one.

    Args:
        segment: The segment that closes the circumstances.
        subject: Who is spoken of; left out of what a condition measures.
        words: The circumstances as the source words them when they began in an earlier segment.
    """
    text = re.sub(r"^但是?[，,]?", "", words or segment.text.strip(_TRIM))
    if len(segment.founds) > 1 and "或者" in segment.text:
        yield Condition(text)
        return
    graded = [found for found in segment.founds if found.quantity.dimension == "grade"]
    if len(graded) > 1:
        yield Condition(text)
        return
    founds = [found for found in segment.founds if not grades(found, segment) and _is_interval(found)]
    for number, found in enumerate(founds):
        name = measured(segment, found, subject)
        yield Condition(text if number == 0 else f"{name}{found.quantity.raw}", name, found.quantity)
    if not founds:
        yield Condition(text)


def local_condition(found: Found, segment: Segment, start: int, subject: str) -> Condition:
    """Read a condition that holds in its own segment only (不满99元收取运费8元)."""
    text = segment.text[start - segment.start : found.end - segment.start].strip(_TRIM)
    return Condition(text, measured(segment, found, subject), found.quantity)


def grade_condition(found: Found, segment: Segment) -> Condition:
    """Read 一级伤残 in 一级伤残为27个月 as the condition of the value."""
    rest = segment.text[found.start - segment.start :]
    until = min((other.start for other in segment.founds if other.start > found.start), default=segment.end)
    name = noun_before(rest[: until - found.start].split("为")[0])
    return Condition(name or found.quantity.raw, "", found.quantity)


def starting_event(before: str) -> tuple[str, str]:
    """Split what a time runs from off the text before it.

    Returns:
        The text without it, and the event (自收到商品之日起, 报修后) or ``""``.
    """
    match = _FROM.search(before) or _AFTER.search(before)
    if match is None:
        return before, ""
    told = re.sub(r"^(?:应当|可以|必须)", "", match.group(1))
    if not told.startswith(("自", "从")):
        told = re.sub(r"^由[^在]{2,16}在", "", _TO_MODAL.sub("", told))
    event = re.sub(r"^(?:并|或者?|且)?(?:在|于)?", "", told)
    doer, placed, rest = event.partition("在")
    event = rest if placed and as_actor(doer) else event
    return before[: match.end(1) - len(event)], event


def measured(segment: Segment, found: Found, subject: str) -> str:
    """Name what a condition measures: 职工累计工作已满1年 → 累计工作."""
    before = re.split(r"[，,、]|或者|并且|但|且", segment.before(found))[-1]
    if starting_event(before)[1] or before.endswith(("起", "后", "前")):
        return ""
    name = measure_before(before.removeprefix(subject))[1] or clean_name(before)
    if _NOT_MEASURED.match(name) or len(name) > LONGEST_NAME or re.search(r"\d", name):
        return ""
    return clean_name(name.removeprefix(subject)) or name


def with_condition(conditions: Sequence[Condition], new: Condition, *, kept: int) -> list[Condition]:
    """Add a condition; it takes the place of an earlier one on the same measure, but never of an inherited one."""
    rest = [old for old in conditions[kept:] if not _replaces(new, old)]
    return [*conditions[:kept], *rest, new]


def circumstance(before: str) -> Condition | None:
    """Read an adjunct of a statement (劳动者在试用期内提前三日…) as its condition."""
    match = _DURING.search(before) or _STAGE.match(before)
    return Condition(match.group(1)) if match else None


def exception(segment: Segment) -> Condition | None:
    """Read 信用卡除外, 法律另有规定的 as a limit on what was just stated."""
    text = segment.text.strip(_TRIM)
    return Condition(text) if _EXCEPTION.match(text) else None


def _is_interval(found: Found) -> bool:
    quantity = found.quantity
    if quantity.dimension in {"ordinal", "date"} or quantity.raw.endswith("内") or quantity.raw.startswith("免"):
        return False
    return quantity.dimension not in {"count", "number", "ratio"} or quantity.kind != "exact"


def _replaces(new: Condition, old: Condition) -> bool:
    if new.quantity is None or old.quantity is None or new.text == old.text:
        return False
    return new.attribute == old.attribute and new.quantity.comparable(old.quantity)
