"""Facts from sentences that state a quantity, or a ban, for something under a condition."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.fact import Condition
from core.text import Piece, clauses, sentences
from extraction.draft import Draft, Surroundings
from extraction.nouns import clean_name, enumerator_length
from extraction.prose.actors import as_actor
from extraction.prose.clause import ClauseReader, depends
from extraction.prose.conditions import stated_conditions
from extraction.prose.english import english_facts, is_english
from extraction.prose.frame import Frame
from extraction.prose.phrase import MEASURE, measure_before, object_given
from extraction.prose.segments import Segment, segments_of, unnumbered

_ITEM = re.compile(r"^\s*(?:[（(][一二三四五六七八九十百\d]+[)）]|\d+[.、)）]|[-*+•·]\s|[一二三四五六七八九十]+、)")
_LEAD_NOUN = re.compile(r"(?:下列|以下|如下)([^：:，,。；;]{2,16})$")
_SITUATIONS = re.compile(
    r"之一(?:的|，|$)|(?:情形|条件|材料|文件|内容|情况|行为|事项|资料|职责|功能|义务|权利)(?:包括|有|为|是)?$"
)
_LAYS_DOWN = re.compile(r"应当|不得|可以|必须|处以?.*(?:罚|拘)")
_FOLLOWING = re.compile(r"下列|以下|如下")
_LISTED = re.compile(
    r"(?P<what>[^，,；;。在按]{2,12}?)(?:在|应当|分别|的)?(?:按照?|为)?(?:下列|以下)(?P<measure>期限|时间|标准|比例|金额|数额|税率)(?:内|计算|执行|确定|缴纳|[^，,；;。]{0,8}消灭)"
)
_DEFINES = re.compile(r"是指|指的是|，指|所称")
_GENERIC = frozenset(
    "标准 数额 规定 条件 情形 要求 内容 下列标准 以下标准 具体标准 比例 期限 待遇 "
    "之一 情形之一 行为 行为之一 情况 事项 规定处罚 材料 职责".split()
)
_EDITION = re.compile(r"[（(][^（）()]*(?:版|修订|年|试行|施行)[^（）()]*[)）]$")
_STATE = "中华人民共和国"
_FORM = re.compile(
    r"(?<=..)(?:暂行|试行|实施)?(?:条例|规定|办法|细则|法|制度|政策|说明|须知|指南|规则|手册|指引|守则)$"
)


def prose_facts(text: str, around: Surroundings) -> Iterator[Draft]:
    """Yield drafts for running text; lists under a lead sentence inherit its attribute and condition."""
    home = subject_of_document(around)
    frame = Frame(home, home)
    offence: tuple[Condition, ...] = ()
    for sentence in sentences(text):
        if is_english(sentence.text):
            yield from english_facts(sentence, home)
            continue
        is_item = bool(_ITEM.match(sentence.text))
        if _opens_paragraph(text, sentence) and not is_item:
            frame, offence = Frame(home, home), ()
        bare = _without_enumerator(sentence)
        if is_item and frame.situations and not _LAYS_DOWN.search(bare.text):
            continue
        if frame.lead and not is_item:
            frame = replace(frame, lead="")
        carried = offence if not is_item and depends(bare.text) else ()
        reader = ClauseReader(sentence, frame, frame.lead_conditions if is_item else (), carried)
        yield from _sentence_facts(bare, reader)
        offence = reader.offence
        if not is_item:
            frame = replace(frame, subject=reader.frame.subject)
        if sentence.text.endswith(("：", ":")) and not is_item:
            frame = _lead_frame(bare, frame)


def subject_of_document(around: Surroundings) -> str:
    """Return what the document is about, from its title (职工带薪年休假条例 → 职工带薪年休假)."""
    name = _EDITION.sub("", around.title.removeprefix(_STATE))
    while (shorter := _FORM.sub("", name)) != name:
        name = shorter
    return clean_name(name) or around.title


def _opens_paragraph(text: str, sentence: Piece) -> bool:
    return sentence.start == 0 or "\n" in text[max(sentence.start - 2, 0) : sentence.start]


def _sentence_facts(bare: Piece, reader: ClauseReader) -> Iterator[Draft]:
    for clause in map(_without_enumerator, clauses(bare)):
        if _DEFINES.search(clause.text):
            continue
        segments = segments_of(clause)
        inner = next((at for at, segment in enumerate(segments[:-1]) if segment.text.endswith(("：", ":"))), None)
        if inner is not None:
            _open_lead(segments[: inner + 1], reader)
            segments = tuple(map(unnumbered, segments[inner + 1 :]))
        yield from reader.facts(segments)


def _open_lead(segments: Sequence[Segment], reader: ClauseReader) -> None:
    """Take what stands before a colon inside a sentence as lead of the values after it."""
    reader.facts(segments[:-1])
    conditions = tuple(c for segment in segments[:-1] for c in _lead_conditions(segment, reader.frame.subject))
    reader.inherited = (*reader.inherited, *(c for c in conditions if c not in reader.inherited))
    owner, lead = _inner_lead(segments)
    holder = owner or (as_actor(segments[0].bare) if len(segments) == 1 and not lead else "")
    if lead:
        reader.frame = replace(reader.frame, lead=lead)
    if holder:
        reader.frame = replace(reader.frame, subject=holder)


def _lead_frame(sentence: Piece, frame: Frame) -> Frame:
    piece = Piece(sentence.text.rstrip("：:"), sentence.start, sentence.end - 1)
    parts = clauses(piece)
    segments = segments_of(next((part for part in parts if _FOLLOWING.search(part.text)), parts[-1])) if parts else ()
    conditions = tuple(c for segment in segments for c in _lead_conditions(segment, frame.subject))
    situations = bool(_SITUATIONS.search(piece.text))
    lead = "" if situations else _lead_noun(piece.text)
    return replace(frame, lead=lead, lead_conditions=conditions, situations=situations)


def _lead_conditions(segment: Segment, subject: str) -> Iterator[Condition]:
    bare = segment.bare
    if bare.endswith(("的", "之一", "时", "期间", "后")) or segment.founds:
        yield from stated_conditions(segment, subject)


def _lead_noun(text: str) -> str:
    listed = _LISTED.search(text)
    if listed:
        return f"{listed['what']}{listed['measure']}"
    match = _LEAD_NOUN.search(text)
    if match and re.search(r"[内、上下中]", match.group(1)):
        return ""
    noun = clean_name(match.group(1)) if match else object_given(text) or measure_before(text)[1]
    if not MEASURE.search(noun):
        return ""
    return "" if noun in _GENERIC or noun.startswith("规定") else noun


def _inner_lead(segments: Sequence[Segment]) -> tuple[str, str]:
    """Name whose, and what, the values after a colon are: …支付一次性伤残补助金，标准为：一级伤残为27个月…"""
    for segment in reversed(segments):
        owner, noun = "", object_given(segment.bare)
        if not noun:
            owner, noun = measure_before(segment.bare)
        if noun and noun not in _GENERIC and MEASURE.search(noun):
            return owner, noun
    return "", ""


def _without_enumerator(sentence: Piece) -> Piece:
    skipped = enumerator_length(sentence.text)
    return Piece(sentence.text[skipped:], sentence.start + skipped, sentence.end)
