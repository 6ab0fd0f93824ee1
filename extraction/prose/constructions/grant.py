"""What is given: 享受98天产假, 支付半个月工资的经济补偿, 增加产假15天, 收取运费8元."""

import re

from extraction.prose.actors import as_actor
from extraction.prose.phrase import GENERIC, given_after, gives, object_given
from extraction.prose.place import Place, Reading

_WAGES = re.compile(r"^(?:的?(?:本人)?(?:月|日)?工资)(?=的)")
_NOT_GIVEN = re.compile(r"^(?:以上|以下|内|后|前|时|的?(?:规定|情形|条件|方式|部分|人员|单位))")
_COPULA = re.compile(r"[为是：:]\s*$")
_SUPPORTS = re.compile(r"(?:支持|含|配)$")
_DISCOUNTS = re.compile(r"(?:可以?)?(?:享受?|打|按|享有)$")
_COUNTED = frozenset({"count", "ordinal", "grade", "number", "date", "time_of_day"})


def grant(place: Place) -> Reading | None:
    """Read what somebody gets, pays or keeps."""
    if place.dimension == "number" and place.after.startswith("积分") and gives(place.before):
        return Reading("积分", "prose.grant", longer=2)
    if place.dimension in _COUNTED and place.raw[-1] not in "次张份":
        return None
    if place.raw.endswith("折") and _DISCOUNTS.search(place.before):
        return Reading("折扣", "prose.grant", as_actor(_DISCOUNTS.sub("", place.before).strip("，, ")))
    before = (
        ""
        if _COPULA.search(place.before) or place.raw[0] in "不最至" or place.dimension == "ratio"
        else object_given(place.before)
    )
    if before and place.dimension not in _COUNTED:
        return Reading(before, "prose.grant")
    if place.raw.startswith("免") or not gives(place.before) or _NOT_GIVEN.match(place.after):
        return None
    if _SUPPORTS.search(place.before) and place.dimension not in {"duration", "business_days"}:
        return None
    wages = _WAGES.match(place.after)
    given = given_after(place.after[wages.end() :] if wages else place.after)
    if not given or (place.dimension in _COUNTED and not re.search(r"(?:券|积分|礼品|次数|机会|补贴)$", given)):
        return None
    if GENERIC.match(given):
        given = f"{place.before.rstrip()[-2:]}{given}"
    return Reading(given, "prose.grant", longer=wages.end() if wages else 0)
