"""A noun and its value: 试用期不得超过六个月, 年休假5天, 轨距为762毫米, 最高车速不得超过每小时120公里."""

import re

from core.fact import Condition
from core.text.tagging import tagged
from extraction.prose.conditions import starting_event
from extraction.prose.phrase import GENERIC, MEASURE, measure_before
from extraction.prose.place import Place, Reading

_COUNTS = re.compile(r"(?:数|数量|名额|券|积分|次|额度|上限|下限|限额|总量|规模|频次|寿命|人|等级|评分|得分)$")
_COMPARES = re.compile(r"^(?:少于|超过|低于|高于|多于|早于|晚于)")
_COPULA = re.compile(r"[为是：:]\s*(?:约|不得|不)?$")
_CLOSES = "，,。；;、！!（(或和及至并且—–-~起计 \n：:"
_NEED_MEASURE = frozenset({"duration", "business_days", "ratio", "age"})
_CATEGORIES = frozenset({"count", "ordinal", "grade", "number"})
_BROKEN = re.compile(
    r"^(?:的|之|以|或|和|及|不|未|对|向|在|由|从|经|其|该|各|每|下同|是|为|有)|(?:的|了|过|着|和|或|及|与|等|者)$|期限期限|[()（）〔〕《》]"
)


def measure(place: Place) -> Reading | None:
    """Read what a value is of from the noun before it, with or without a copula."""
    if place.raw.startswith("免"):
        return None
    if place.dimension == "ratio" and place.before.rstrip().endswith("的"):
        return None
    rest, event = starting_event(place.before)
    wider = 0
    if event and _COMPARES.match(event) and rest.endswith("不得"):
        wider, event = len(event) + 2, ""
    owner, attribute = measure_before(rest)
    if not attribute or _BROKEN.search(attribute) or len(attribute) > 16:
        return None
    measures = bool(MEASURE.search(attribute))
    if place.dimension in _CATEGORIES and not _COUNTS.search(attribute):
        return None
    if place.dimension == "date" and not re.search(r"[期日]$", attribute):
        return None
    if not measures and not (_COPULA.search(rest) and _is_noun(attribute)):
        return None
    if place.after and place.after[0] not in _CLOSES:
        return None
    if GENERIC.fullmatch(attribute) and len(attribute) <= 2 and not owner:
        return None
    if not measures and (place.dimension in _NEED_MEASURE or place.dimension.startswith("money")):
        return None
    conditions = (Condition(event),) if event else ()
    return Reading(attribute, "prose.measure", owner, wider=wider, conditions=conditions)


def _is_noun(name: str) -> bool:
    pairs = tagged(name)
    return pairs[-1].flag.startswith(("n", "vn", "an", "eng")) and not pairs[0].flag.startswith(("v", "p", "d", "c"))
