"""Rules whose value is words, or a limit from which something holds."""

import re
from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.quantity import parse
from core.text import Piece
from extraction.draft import Draft
from extraction.frame import Frame
from extraction.nouns import clean_name, noun_after, noun_before, strip_enumerator
from extraction.segments import Segment

_BAN = re.compile(r"^(?:不得|禁止|不予|不能|不可以|不可|不适用|不享受|不支持|可以|应当|无需|不需要|不再)")
_CONSEQUENCE_VERB = re.compile(r"^(?:免收?|享受?|可以?|不再?|打|减|送|收取?|赠送?|升为?|按|为|返还?|补|扣除?|加收?)")


def word_rules(
    segments: Sequence[Segment], frame: Frame, conditions: tuple[Condition, ...], sentence: Piece
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


def _threshold(
    following: str,
    segments: Sequence[Segment],
    frame: Frame,
    conditions: tuple[Condition, ...],
    sentence: Piece,
) -> Iterator[Draft]:
    action = noun_after(following)
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


def consequence(segment: Segment, frame: Frame, conditions: tuple[Condition, ...], sentence: Piece) -> Iterator[Draft]:
    """Read what follows from a condition in the same segment: 实付满99元免基础运费."""
    value = segment.text[segment.founds[-1].end - segment.start :].strip("，,；;。：: ")
    attribute = clean_name(_CONSEQUENCE_VERB.sub("", value))
    if not 2 <= len(attribute) <= 20:
        return
    free = parse("免费") if value.startswith("免") else None
    yield Draft(
        frame.subject, attribute, value, sentence.start, sentence.end, "prose.consequence", 0.6, free, conditions
    )
