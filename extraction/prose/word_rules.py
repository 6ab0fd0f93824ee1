"""Rules whose value is words, or a limit from which something holds."""

import re
from collections.abc import Iterator, Sequence

from core.fact import Condition
from core.quantity import parse
from core.text import Piece
from core.text.tagging import is_name
from extraction.draft import Draft
from extraction.nouns import clean_name
from extraction.prose.actors import actor
from extraction.prose.frame import Frame
from extraction.prose.phrase import action_after
from extraction.prose.segments import Segment, says_when

_RULE = re.compile(
    r"^(?:一律|均)?(?:不得|禁止|不予|不能|不可以|不可|不适用|不享受|不支持|可以|应当|无需|不需要|不再|必须|免予|免)"
)
_BAN = re.compile(
    r"^(?:一律|均)?(?:不得|禁止|不予|不能|不可|不适用|不享受|不支持|不再|无需|不需要|免予|免[征纳收交缴]?)"
)
_CONSEQUENCE_VERB = re.compile(r"^(?:免收?|享受?|可以?|不再?|打|减|送|收取?|赠送?|升为?|按|为|返还?|补|扣除?|加收?)")
_NO_VALUE = frozenset({"ordinal", "date"})
LONGEST_VALUE = 30


def word_rules(
    segments: Sequence[Segment], frame: Frame, conditions: tuple[Condition, ...], sentence: Piece
) -> Iterator[Draft]:
    """Read a rule whose value is words, and the limit from which it holds.

    劳动合同期限不满三个月的，不得约定试用期; 修理时间超过5日的，应当提供备用车.
    """
    last = max((at for at in range(len(segments) - 1) if says_when(segments, at)), default=-1)
    if last < 0:
        return
    following = segments[last + 1]
    value = following.text.strip("，,；;。 ")
    who = actor(value)
    rule = value[len(who) :] if who else value
    if not _RULE.match(rule) or any(found.quantity.dimension not in _NO_VALUE for found in following.founds):
        return
    yield from _threshold(rule, frame, conditions, sentence)
    if _BAN.match(rule) and len(rule) <= LONGEST_VALUE:
        attribute = _banned(rule)
        if attribute:
            subject = who or frame.subject
            yield Draft(subject, attribute, rule, sentence.start, sentence.end, "prose.ban", 0.6, conditions=conditions)


def consequence(segment: Segment, frame: Frame, conditions: tuple[Condition, ...], sentence: Piece) -> Iterator[Draft]:
    """Read what follows from a condition in the same segment: 实付满99元免基础运费."""
    value = segment.text[segment.founds[-1].end - segment.start :].strip("，,；;。：: ")
    attribute = clean_name(_CONSEQUENCE_VERB.sub("", value))
    if not 2 <= len(attribute) <= 20 or not _CONSEQUENCE_VERB.match(value):
        return
    free = parse("免费") if value.startswith("免") else None
    yield Draft(
        frame.subject, attribute, value, sentence.start, sentence.end, "prose.consequence", 0.6, free, conditions
    )


def _threshold(rule: str, frame: Frame, conditions: tuple[Condition, ...], sentence: Piece) -> Iterator[Draft]:
    action = action_after(rule)
    limits = [condition for condition in conditions if condition.quantity is not None]
    if not 2 <= len(action) <= 14 or len(limits) != 1 or len(limits[0].attribute) < 2:
        return
    if limits[0].quantity is not None and limits[0].quantity.dimension == "count" and not is_name(limits[0].attribute):
        return
    limit = limits[0]
    refused = re.match(r"(?:一律|均)?(不得|不予|不能|不再|不享受|不适用|禁止|免予)", rule)
    name = f"{refused.group(1)}{action.removeprefix(refused.group(1))}" if refused else action
    passed = re.match(r"(?:可以|应当|必须)((?:由|采用|采取|以|按照?)[^，]{2,16})$", rule)
    name = passed.group(1) if passed else name
    others = tuple(condition for condition in conditions if condition is not limit)
    value = limit.quantity.raw if limit.quantity else ""
    yield Draft(
        frame.subject, f"{name}的条件", value, sentence.start, sentence.end, "prose.threshold", 0.5, limit.quantity,
        (*others, Condition(limit.attribute)),
    )  # fmt: skip


def _banned(rule: str) -> str:
    """Name what is banned: 不得约定试用期 → 约定试用期."""
    name = clean_name(_BAN.sub("", rule))
    return name if 2 <= len(name) <= 16 else ""
