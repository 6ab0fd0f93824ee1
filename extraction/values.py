"""What a value is of: the names around a quantity in prose."""

import re
from dataclasses import replace

from core.fact import Condition
from core.quantity import Found
from core.text import Piece
from extraction.draft import Draft
from extraction.frame import Frame
from extraction.nouns import gives, noun_after, noun_before, split_owner
from extraction.segments import Segment, qualifies

_WAIVED = re.compile(r"^免[收交缴]?(.{2,})$")
_WITHIN = re.compile(r"^\s*(?:以内|之内|内)")
_AFTER_EVENT = re.compile(r"(?:为|是|在|应当?在?)?([^，,；;。为是的]{2,14}(?:之?后|之日起|起))\s*$")
_ENDS_IN_BOUND = re.compile(r"^(?:以内|之内|内)?$")
_STARTS_AT = re.compile(r"自([^，,；;。]{1,24}?)(?:之日)?起\s*$")
_PARTNER = re.compile(r"^(?:或者|或|和|及|并且|且|以及|、|至)[^，,；;。]{0,8}$")
_MEASURES = re.compile(
    r"(?:速|速度|期|期限|时间|时限|时效|额|金额|费|费用|率|比例|标准|金|工资|假|天数|年限|距离|价|价格|人数|次数|数量|面积|长度|高度|"
    r"重量|年龄|津贴|罚款|折扣|积分|容量|温度)$"
)


def value_draft(
    found: Found, segment: Segment, frame: Frame, conditions: tuple[Condition, ...], sentence: Piece, rest: str
) -> Draft:
    """Draft the fact of one value: what it is of, and under which conditions.

    Args:
        rest: The text after the segment; a deadline's action may stand there (…30日内，向…提出申请).
    """
    at = found.start - segment.start
    earlier = max(
        (
            other.end - segment.start
            for other in segment.founds
            if other.end <= found.start and not qualifies(other, segment)
        ),
        default=0,
    )
    before, after = segment.text[earlier:at], segment.text[found.end - segment.start :]
    extra = _start_event(before)
    if _ENDS_IN_BOUND.match(after.strip("，,")):
        after += rest
    subject, attribute, rule, confidence = _names(before, after, frame, is_share=found.quantity.dimension == "ratio")
    waived = _WAIVED.match(found.quantity.raw)
    attribute = waived.group(1) if waived else attribute
    return Draft(
        subject=frame.home if subject == attribute else subject,
        attribute=attribute,
        value=found.quantity.raw,
        start=sentence.start,
        end=sentence.end,
        rule=rule,
        confidence=confidence,
        quantity=found.quantity,
        conditions=conditions + extra,
    )


def _start_event(before: str) -> tuple[Condition, ...]:
    match = _STARTS_AT.search(before)
    if match:
        return (Condition(f"自{match.group(1)}之日起"),)
    match = _AFTER_EVENT.search(before)
    return (Condition(match.group(1)),) if match else ()


def _names(before: str, after: str, frame: Frame, *, is_share: bool) -> tuple[str, str, str, float]:
    """Return subject, attribute, rule name and confidence for a value between ``before`` and ``after``.

    A share's noun (工资的300%) is its base: under a lead sentence it names neither subject nor attribute.
    """
    if _WITHIN.match(after) or before.rstrip().endswith(("起", "提前")):
        action = noun_after(after)
        if action:
            early = "提前" if before.rstrip().endswith("提前") else ""
            return frame.subject, f"{early}{action}期限", "prose.deadline", 0.65
    event = _STARTS_AT.search(before) or _AFTER_EVENT.search(before)
    noun = noun_before(before[: event.start()] if event else before)
    if noun and before.rstrip().endswith("的") and is_share:
        noun = "" if frame.lead else noun
    if gives(before) and not frame.lead and (given := _given(after)):
        return frame.subject, given, "prose.after", 0.65
    if frame.lead and "为" in before:
        noun = noun_before(before.split("为")[0]) or noun
    owner, lead = split_owner(frame.lead)
    if lead and noun and _MEASURES.search(noun) and not _MEASURES.search(lead):
        return frame.subject, noun, "prose.lead", 0.65
    if lead and noun and noun != frame.lead:
        return noun, lead, "prose.lead", 0.7
    if lead:
        return owner or frame.subject, lead, "prose.lead", 0.65
    if noun:
        owner, attribute = split_owner(noun)
        return owner or frame.subject, attribute, "prose.noun", 0.7
    return frame.subject, _given(after), "prose.after", 0.6


def _given(after: str) -> str:
    """Name what is given: 98天产假 → 产假, 半个月工资的经济补偿 → 经济补偿."""
    follows = noun_after(after)
    return split_owner(follows)[1] if follows else ""


def completed(draft: Draft, previous: Draft | None, found: Found, segment: Segment) -> Draft:
    """Give a value the name it shares with an earlier one, or that its condition measures."""
    if previous and _is_partner(previous, found, segment):
        return replace(draft, subject=previous.subject, attribute=previous.attribute)
    if not draft.attribute:
        measured = [condition.attribute for condition in draft.conditions if _same_dimension(condition, draft)]
        return replace(draft, attribute=measured[-1]) if measured else draft
    if previous and _is_sibling(previous, draft):
        return replace(draft, subject=draft.attribute, attribute=previous.attribute)
    return draft


def _same_dimension(condition: Condition, draft: Draft) -> bool:
    return (
        bool(condition.attribute)
        and condition.quantity is not None
        and draft.quantity is not None
        and condition.quantity.comparable(draft.quantity)
    )


def _is_sibling(previous: Draft, draft: Draft) -> bool:
    """Tell 摩托车不得超过… after 小型载客汽车最高车速不得超过…: a new subject of the same attribute."""
    same = previous.quantity and draft.quantity and previous.quantity.comparable(draft.quantity)
    return bool(same and _MEASURES.search(previous.attribute) and not _MEASURES.search(draft.attribute))


def _is_partner(previous: Draft, found: Found, segment: Segment) -> bool:
    """Tell a second value of the same thing: 2年或者行驶里程50,000公里."""
    at = segment.text.find(previous.value)
    between = segment.text[at + len(previous.value) : found.start - segment.start] if at >= 0 else ""
    return bool(_PARTNER.match(between))
