"""Facts from sentences that state a quantity, or a ban, for something under a condition."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.fact import Condition
from core.quantity import Found, parse
from core.text import Piece, clauses, sentences
from extraction.draft import Draft, Surroundings
from extraction.nouns import (
    clean_name,
    enumerator_length,
    gives,
    noun_after,
    noun_before,
    object_of_giving,
    split_owner,
    strip_enumerator,
    topic,
)
from extraction.segments import Segment, is_condition, is_local, qualifies, role, segments_of

_ITEM = re.compile(r"^\s*(?:[（(][一二三四五六七八九十百\d]+[)）]|\d+[.、)）]|[-*+•·]\s|[一二三四五六七八九十]+、)")
_WAIVED = re.compile(r"^免[收交缴]?(.{2,})$")
_WITHIN = re.compile(r"^\s*(?:以内|之内|内)")
_AFTER_EVENT = re.compile(r"(?:为|是|在|应当?在?)?([^，,；;。为是的]{2,14}(?:之?后|之日起|起))\s*$")
_ENDS_IN_BOUND = re.compile(r"^(?:以内|之内|内)?$")
_STARTS_AT = re.compile(r"自([^，,；;。]{1,24}?)(?:之日)?起\s*$")
_LEAD_NOUN = re.compile(r"(?:下列|以下|如下)([^：:，,。；;]{2,16})[：:]?$")
_BAN = re.compile(r"^(?:不得|禁止|不予|不能|不可以|不可|不适用|不享受|不支持|可以|应当|无需|不需要|不再)")
_PARTNER = re.compile(r"^(?:或者|或|和|及|并且|且|以及|、|至)[^，,；;。]{0,8}$")
_CONSEQUENCE_VERB = re.compile(r"^(?:免收?|享受?|可以?|不再?|打|减|送|收取?|赠送?|升为?|按|为|返还?|补|扣除?|加收?)")
_STATES = re.compile(r"为|是|不得|不超过|应当|可以|至少|最[长短高低多少]")
_MEASURES = re.compile(
    r"(?:速|速度|期|期限|时间|时限|时效|额|金额|费|费用|率|比例|标准|金|工资|假|天数|年限|距离|价|价格|人数|次数|数量|面积|长度|高度|"
    r"重量|年龄|津贴|罚款|折扣|积分|容量|温度)$"
)
_GENERIC = frozenset("标准 数额 规定 条件 情形 要求 内容 下列标准 以下标准 具体标准 比例 期限 待遇".split())
_WHOLE_NAMES = re.compile(
    r"^(?:中华人民共和国)?(.+?)(?:暂行)?"
    r"(?:条例|规定|办法|细则|实施细则|实施办法|法|制度|政策|说明|须知|指南)?$"
)


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a sentence inherits: the document's subject, the one in force, and the lead of the list it belongs to."""

    home: str
    subject: str
    lead: str = ""
    lead_conditions: tuple[Condition, ...] = ()


def prose_facts(text: str, around: Surroundings) -> Iterator[Draft]:
    """Yield drafts for running text; lists under a lead sentence inherit its attribute and condition."""
    home = subject_of_document(around)
    frame = _Frame(home, home)
    for sentence in sentences(text):
        is_item = bool(_ITEM.match(sentence.text))
        opens_paragraph = "\n" in text[max(sentence.start - 1, 0) : sentence.start] or sentence.start == 0
        if frame.lead and opens_paragraph and not is_item:
            frame = _Frame(home, frame.subject)
        frame = replace(frame, subject=_subject(sentence, frame, is_item=is_item))
        yield from _sentence_facts(sentence, frame)
        if sentence.text.endswith(("：", ":")) and not is_item:
            frame = _lead_frame(sentence, frame)


def subject_of_document(around: Surroundings) -> str:
    """Return what the document is about, from its title (职工带薪年休假条例 → 职工带薪年休假)."""
    match = _WHOLE_NAMES.match(around.title)
    return clean_name(match.group(1) if match else around.title) or around.title


def _subject(sentence: Piece, frame: _Frame, *, is_item: bool) -> str:
    if is_item and frame.lead:
        return frame.subject
    return _topic(sentence) or frame.subject


def _topic(sentence: Piece) -> str:
    """Return the topic of the first part that is not a condition: 符合条件的，销售者应当… is about 销售者."""
    parts = re.split(r"[，,；;]", strip_enumerator(sentence.text))
    for part in parts[:3]:
        name = topic(part)
        if name or not part.endswith(("的", "时", "后")):
            return name
    return ""


def _lead_frame(sentence: Piece, frame: _Frame) -> _Frame:
    bare = _without_enumerator(sentence)
    piece = Piece(bare.text.rstrip("：:"), bare.start, bare.end - 1)
    segments = segments_of(piece)
    conditions = tuple(
        condition
        for index, segment in enumerate(segments)
        for condition in _segment_conditions(segment, segments, index, frame.subject)
    )
    return replace(frame, lead=_lead_noun(piece.text), lead_conditions=conditions)


def _lead_noun(text: str) -> str:
    match = _LEAD_NOUN.search(text)
    noun = clean_name(match.group(1)) if match else noun_before(text)
    return "" if noun in _GENERIC else noun


def _sentence_facts(sentence: Piece, frame: _Frame) -> Iterator[Draft]:
    conditions: tuple[Condition, ...] = frame.lead_conditions
    lead = frame.lead
    for clause in clauses(_without_enumerator(sentence)):
        segments = segments_of(clause)
        inner = next((at for at, segment in enumerate(segments[:-1]) if segment.text.endswith(("：", ":"))), None)
        if inner is not None:
            lead = _inner_lead(segments[: inner + 1]) or lead
            segments = segments[inner + 1 :]
        yield from _clause_facts(segments, replace(frame, lead=lead), conditions, sentence)


def _inner_lead(segments: Sequence[Segment]) -> str:
    """Name what the values after a colon are of: …支付一次性伤残补助金，标准为：一级伤残为27个月…"""
    for segment in reversed(segments):
        text = segment.text.rstrip("：:，,")
        noun = object_of_giving(text) or noun_before(text)
        if noun and noun not in _GENERIC:
            return noun
    return ""


def _without_enumerator(sentence: Piece) -> Piece:
    skipped = enumerator_length(sentence.text)
    return Piece(sentence.text[skipped:], sentence.start + skipped, sentence.end)


def _clause_facts(
    segments: Sequence[Segment], frame: _Frame, inherited: tuple[Condition, ...], sentence: Piece
) -> Iterator[Draft]:
    conditions = list(inherited)
    found_value = False
    previous: Draft | None = None
    head = _item_head(segments, frame)
    conditions.extend(head)
    for index, segment in enumerate(segments):
        stated = False
        if head and index == 0:
            continue
        for condition in _segment_conditions(segment, segments, index, frame.subject):
            conditions = _with(conditions, condition, kept=len(inherited))
        local: list[Condition] = []
        for found in segment.founds:
            if qualifies(found, segment):
                conditions = _with(conditions, _qualifier(found, segment), kept=len(inherited))
            if is_local(found, segment):
                local.append(_local(found, segment, frame.subject))
            if role(found, segments, index) == "condition":
                continue
            rest = "".join(following.text for following in segments[index + 1 : index + 2])
            draft = _value_draft(found, segment, frame, (*conditions, *local), sentence, rest)
            draft = _completed(draft, previous, found, segment)
            found_value, previous, stated = True, draft, True
            if draft.attribute:
                yield draft
        if local and not stated:
            found_value = True
            yield from _consequence(segment, frame, (*conditions, *local), sentence)
    if not found_value and any(condition.quantity for condition in conditions[len(inherited) :]):
        yield from _ban(segments, frame, tuple(conditions), sentence)


def _with(conditions: list[Condition], new: Condition, *, kept: int) -> list[Condition]:
    """Add a condition; it takes the place of an earlier one on the same measure, but never of an inherited one."""
    rest = [old for old in conditions[kept:] if not _replaces(new, old)]
    return [*conditions[:kept], *rest, new]


def _replaces(new: Condition, old: Condition) -> bool:
    if new.quantity is None or old.quantity is None:
        return False
    return new.attribute == old.attribute and new.quantity.comparable(old.quantity)


def _qualifier(found: Found, segment: Segment) -> Condition:
    """Read 一级伤残 in 一级伤残为27个月 as the condition of the value."""
    rest = segment.text[found.start - segment.start :]
    until = min((other.start for other in segment.founds if other.start > found.start), default=segment.end)
    name = noun_before(rest[: until - found.start].split("为")[0])
    return Condition(name or found.quantity.raw, "", found.quantity)


def _local(found: Found, segment: Segment, subject: str) -> Condition:
    text = segment.text[: found.end - segment.start].lstrip("，,")
    return Condition(text, _measured(segment, found, subject), found.quantity)


def _consequence(
    segment: Segment, frame: _Frame, conditions: tuple[Condition, ...], sentence: Piece
) -> Iterator[Draft]:
    """Read what follows from a condition in the same segment: 实付满99元免基础运费."""
    value = segment.text[segment.founds[-1].end - segment.start :].strip("，,；;。：: ")
    attribute = clean_name(_CONSEQUENCE_VERB.sub("", value))
    if not 2 <= len(attribute) <= 20:
        return
    free = parse("免费") if value.startswith("免") else None
    yield Draft(
        frame.subject, attribute, value, sentence.start, sentence.end, "prose.consequence", 0.6, free, conditions
    )


def _item_head(segments: Sequence[Segment], frame: _Frame) -> tuple[Condition, ...]:
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


def _completed(draft: Draft, previous: Draft | None, found: Found, segment: Segment) -> Draft:
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


def _segment_conditions(segment: Segment, segments: Sequence[Segment], index: int, subject: str) -> Iterator[Condition]:
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


def _value_draft(
    found: Found, segment: Segment, frame: _Frame, conditions: tuple[Condition, ...], sentence: Piece, rest: str
) -> Draft:
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


def _names(before: str, after: str, frame: _Frame, *, is_share: bool) -> tuple[str, str, str, float]:
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


def _threshold(
    consequence: str,
    segments: Sequence[Segment],
    frame: _Frame,
    conditions: tuple[Condition, ...],
    sentence: Piece,
) -> Iterator[Draft]:
    action = noun_after(consequence)
    limits = [condition for condition in conditions if condition.quantity is not None]
    if len(segments) < 2 or not action or not limits:
        return
    limit = limits[-1]
    others = tuple(condition for condition in conditions if condition is not limit)
    value = limit.quantity.raw if limit.quantity else ""
    named = (*others, Condition(limit.attribute)) if limit.attribute else others
    yield Draft(
        frame.subject, action, value, sentence.start, sentence.end, "prose.threshold", 0.5, limit.quantity, named
    )


def _ban(
    segments: Sequence[Segment], frame: _Frame, conditions: tuple[Condition, ...], sentence: Piece
) -> Iterator[Draft]:
    """Read a rule whose value is words, and the limit from which it holds.

    劳动合同期限不满三个月的，不得约定试用期; 修理时间超过5日的，应当提供备用车.
    """
    value = segments[-1].text.strip("，,；;。")
    yield from _threshold(value, segments, frame, conditions, sentence)
    if len(segments) < 2 or not _BAN.match(value) or len(value) > 30:
        return
    attribute = noun_before(value) or strip_enumerator(value)
    yield Draft(frame.subject, attribute, value, sentence.start, sentence.end, "prose.ban", 0.6, conditions=conditions)
