"""Takes a question apart. No search happens here."""

import re
from collections.abc import Sequence
from typing import Literal

from core.quantity import find
from core.quantity.asked import asked_dimensions
from core.question import AnalysedQuestion, AskedQuantity, Intent, Mention
from core.text import content_words, fold
from synonyms.colloquial import written_forms
from synonyms.matcher import Matcher

_COMPARE = re.compile(r"区别|差别|不同|相比|对比|比较|差几|差多少|相差|分别|各(?:是|要|有|需要?)?(?:多少|几)|哪个更|哪一?[个款]更|vs|difference|compare", re.I)
_LIST = re.compile(r"哪些|哪几|有哪|列出|列举|都有什么|都有哪|所有的|全部的|which .*s\b|list ", re.I)
_COUNT = re.compile(r"(?:有|共|一共)?(?:多少|几)(?:种|款|类)|how many (?:kinds|products|types)", re.I)
_WHICH_MOST = re.compile(
    r"(?:哪|谁|什么).{0,14}(?:最|更)|最(?:贵|便宜|长|短|高|低|多|少|大|小|快|慢|晚|早)的.{0,12}(?:是?哪|是?谁|是?什么)", re.I
)
_YES_NO = re.compile(r"吗[？?]?$|是否|能不能|可不可以|可以.{0,12}[吗么]|能.{0,12}[吗么]|要不要|是不是|有没有|会不会|^(?:can|is|are|does|do)\b", re.I)
_MAXIMUM = re.compile(r"最(?:长|高|多|大|晚|迟|贵|慢|久|重|远)|至多|上限|封顶|不超过|longest|highest|most|maximum|up to", re.I)
_MINIMUM = re.compile(r"最(?:短|低|少|小|早|便宜|快|轻|近)|至少|下限|起码|起步|shortest|lowest|least|minimum|cheapest", re.I)
_THRESHOLD = re.compile(
    r"(?:超过|满|达到|不足|不满|少于|低于|超出?)了?(?:多少|几|多久|多长)|(?:多少|几|多久|多长)[^，,？?]{0,6}(?:以上|才|起)", re.I
)
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d{2})\s*(?:年(?:的|版|那版|旧|老|规定)|版)")
_CONTEXT = 10
# What is asked for stands in ``asks``; as words these phrases only hide the topic.
_ASKING = re.compile(
    r"(?:最[多少晚早快慢长短高低]|至[多少])?[能可要得会]?以?(?:百分之)?(?:多少|哪?几)"
    r"(?:个?(?:工作日|小时|分钟|月|星期|季度|年度)|[个天日年月周点倍折成级次种家款张件台本份项条名人岁公米]|钱|元|块)?"
    r"|多[久长快远高重大](?:时间)?|什么时候|怎么样?|是?哪[个款种家些]|有?什么区别"
)
# Numbers of these kinds are parts of names (2023版, 12期, 四级) as often as they are circumstances.
_NAMING = frozenset({"number", "count", "date", "grade", "ordinal"})


def analyse(question: str, matcher: Matcher) -> AnalysedQuestion:
    """Return what ``question`` is about and asks for, under the names of one knowledge base."""
    text = question.strip()
    mentions = matcher.mentions(text)
    asks = asked_dimensions(text)
    found = tuple(asked for asked in _quantities(text) if not _in_a_name(asked, mentions))
    quantities = tuple(asked for asked in found if not _is_period_of_asking(text, asked))
    topic = _topic(text, found)
    return AnalysedQuestion(
        text=text,
        normalised=fold(text),
        intent=_intent(text, asks),
        mentions=mentions,
        quantities=quantities,
        asks=asks,
        extreme=_extreme(text),
        year=_year(text),
        threshold=bool(_THRESHOLD.search(text)),
        terms=content_words(text),
        expansions=_expansions(mentions),
        written_forms=written_forms(text),
        topic=topic,
        aspect=_aspect(topic, mentions),
    )


def _in_a_name(asked: AskedQuantity, mentions: Sequence[Mention]) -> bool:
    """Tell the 65英寸 of 白桦65英寸电视 from a circumstance."""
    raw = fold(asked.quantity.raw)
    return any(mention.kind == "subject" and mention.curated and raw in mention.surface for mention in mentions)


def _topic(text: str, quantities: Sequence[AskedQuantity]) -> str:
    """Return the question without the quantities it states and the words that only ask."""
    kept = list(text)
    for asked in quantities:
        if asked.quantity.dimension not in _NAMING:
            kept[asked.start : asked.end] = " " * (asked.end - asked.start)
    return _ASKING.sub("，", "".join(kept))


def _aspect(topic: str, mentions: Sequence[Mention]) -> str:
    """Return the topic without the subjects it names, empty when nothing else is in it."""
    aspect = fold(topic)
    for mention in mentions:
        if mention.kind == "subject" and mention.curated:
            aspect = aspect.replace(mention.surface, "，", 1)
    return aspect if content_words(aspect) else ""


def _intent(text: str, asks: Sequence[str]) -> Intent:
    if _COMPARE.search(text):
        return "compare"
    if _WHICH_MOST.search(text):
        return "extreme"
    if _COUNT.search(text):
        return "count"
    if _LIST.search(text):
        return "list"
    if _YES_NO.search(text):
        return "yes_no"
    return "lookup" if asks else "open"


def _extreme(text: str) -> Literal["max", "min"] | None:
    if _MAXIMUM.search(text):
        return "max"
    return "min" if _MINIMUM.search(text) else None


def _year(text: str) -> int | None:
    match = _YEAR.search(text)
    return int(match.group(1)) if match else None


def _quantities(text: str) -> tuple[AskedQuantity, ...]:
    return tuple(
        AskedQuantity(found.quantity, text[max(found.start - _CONTEXT, 0) : found.end + _CONTEXT], found.start, found.end)
        for found in find(text)
    )


def _is_period_of_asking(text: str, asked: AskedQuantity) -> bool:
    """Tell 一年有几天 (per year) from a condition: a bare 一年/一个月 right before what is asked."""
    unit_of_time = asked.quantity.dimension == "duration" and asked.quantity.low == asked.quantity.high == 1
    return unit_of_time and bool(re.match(r"\s*(?:有|能|可以|可|休|最多|至少|共)?.{0,3}(?:几|多少)", text[asked.end :]))


def _expansions(mentions: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.canonical for m in mentions if fold(m.canonical) != m.surface))
