"""Takes a question apart. No search happens here."""

import re
from collections.abc import Sequence
from typing import Literal

from core.quantity import find
from core.quantity.asked import asked_dimensions
from core.question import AnalysedQuestion, AskedQuantity, Intent, Mention
from core.text import content_words, fold
from retrieval import phrases
from retrieval.scoping import Scopes
from synonyms.colloquial import written_forms
from synonyms.matcher import Matcher

_CONTEXT = 10
# Numbers of these kinds are parts of names (2023版, 12期, 四级) as often as they are circumstances.
_NAMING = frozenset({"number", "count", "date", "grade", "ordinal"})


def analyse(question: str, matcher: Matcher, scopes: Scopes | None = None) -> AnalysedQuestion:
    """Return what ``question`` is about and asks for, under the names and scopes of one knowledge base."""
    text = question.strip()
    mentions = matcher.mentions(text)
    asks = asked_dimensions(text)
    found = tuple(asked for asked in _quantities(text) if not _in_a_name(text, asked, mentions))
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
        threshold=bool(phrases.THRESHOLD.search(text)),
        terms=content_words(text),
        expansions=_expansions(mentions),
        written_forms=written_forms(text),
        topic=topic,
        aspect=_aspect(topic, mentions),
        scope=scopes.named_in(fold(text), mentions) if scopes else {},
        strangers=matcher.strangers(text, [_folded_span(text, asked) for asked in found if _is_measured(asked)]),
    )


def _in_a_name(text: str, asked: AskedQuantity, mentions: Sequence[Mention]) -> bool:
    """Tell the 65英寸 of 白桦65英寸电视 from a circumstance, and the 10000mAh of 岩松充电宝10000."""
    raw, (start, _) = fold(asked.quantity.raw), _folded_span(text, asked)
    things = [mention for mention in mentions if mention.kind == "subject" and mention.curated]
    return any(raw in thing.surface or thing.start < start < thing.end for thing in things)


def _is_measured(asked: AskedQuantity) -> bool:
    return asked.quantity.dimension not in _NAMING


def _folded_span(text: str, asked: AskedQuantity) -> tuple[int, int]:
    """Return where the quantity stands in the folded text, in which names are looked for."""
    start = len(fold(text[: asked.start]))
    return start, start + len(fold(text[asked.start : asked.end]))


def _topic(text: str, quantities: Sequence[AskedQuantity]) -> str:
    """Return the question without the quantities it states and the words that only ask."""
    kept = list(text)
    for asked in quantities:
        if asked.quantity.dimension not in _NAMING:
            kept[asked.start : asked.end] = " " * (asked.end - asked.start)
    return phrases.ASKING.sub("，", "".join(kept))


def _aspect(topic: str, mentions: Sequence[Mention]) -> str:
    """Return the topic without the subjects it names, empty when nothing else is in it."""
    aspect = fold(topic)
    for mention in mentions:
        if mention.kind == "subject" and mention.curated:
            aspect = aspect.replace(mention.surface, "，", 1)
    return aspect if content_words(aspect) else ""


def _intent(text: str, asks: Sequence[str]) -> Intent:
    if phrases.COMPARE.search(text):
        return "compare"
    if phrases.WHICH_MOST.search(text):
        return "extreme"
    if phrases.COUNT.search(text):
        return "count"
    if phrases.LIST.search(text):
        return "list"
    if phrases.YES_NO.search(text):
        return "yes_no"
    return "lookup" if asks else "open"


def _extreme(text: str) -> Literal["max", "min"] | None:
    if phrases.MAXIMUM.search(text):
        return "max"
    return "min" if phrases.MINIMUM.search(text) else None


def _year(text: str) -> int | None:
    match = phrases.YEAR.search(text)
    return int(match.group(1)) if match else None


def _quantities(text: str) -> tuple[AskedQuantity, ...]:
    return tuple(
        AskedQuantity(
            found.quantity, text[max(found.start - _CONTEXT, 0) : found.end + _CONTEXT], found.start, found.end
        )
        for found in find(text)
    )


def _is_period_of_asking(text: str, asked: AskedQuantity) -> bool:
    """Tell 一年有几天 (per year) from a condition: a bare 一年/一个月 right before what is asked."""
    unit_of_time = asked.quantity.dimension == "duration" and asked.quantity.low == asked.quantity.high == 1
    return unit_of_time and bool(re.match(r"\s*(?:有|能|可以|可|休|最多|至少|共)?.{0,3}(?:几|多少)", text[asked.end :]))


def _expansions(mentions: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.canonical for m in mentions if fold(m.canonical) != m.surface))
