"""Penalties: 处5万元以上10万元以下的罚款, 处违法所得2倍以上5倍以下的罚款, 处十日以上十五日以下拘留."""

import re

from extraction.prose.actors import punished
from extraction.prose.phrase import MEASURE
from extraction.prose.place import Place, Reading

_KIND = re.compile(r"^(?:以上|以下|以内)?(?:的)?(?:人民币)?(罚款|罚金|拘留|有期徒刑|拘役|管制|滞纳金|违约金|赔偿金)")
_PUNISHES = re.compile(
    r"(?:判处|并处|可处|单处|处以?|科以|课以|或者)(?:并处|单处)?(?:以)?(?P<base>[^，,；;。处]{2,24}?)?(?:的)?(?:不超过|不低于)?$"
)
_NO_BASE = re.compile(r"^(?:警告|没收|以|人民币|[0-9一二三四五六七八九十百千万元]+|.*(?:罚款|拘留|警告|或者?|[、]))$")
_SUSPENDED = re.compile(r"(?:暂扣|吊扣|暂停|扣留)(?P<what>[^，,；;。]{0,12}?)$")

_SUSPENDABLE = re.compile(r"证|照|资格|活动|业务|营业|经营|执业|职务|服务|权限")


def penalty(place: Place) -> Reading | None:
    """Read a fine or detention; its base (违法所得) belongs to the wording of the value."""
    kind = _KIND.match(place.after)
    if kind is None:
        return _suspension(place)
    punishes = _PUNISHES.search(place.before)
    name = kind.group(1)
    if punishes is None and name not in {"罚款", "罚金", "拘留", "有期徒刑"}:
        return None
    base = (punishes["base"] or "") if punishes else ""
    wider = 0 if not base or _NO_BASE.match(base) else len(place.before) - punishes.start("base") if punishes else 0
    return Reading(name, "prose.penalty", punished(place.segment.before(place.found)), wider=wider)


def _suspension(place: Place) -> Reading | None:
    if place.dimension != "duration":
        return None
    verb = _SUSPENDED.search(place.before)
    thing = re.match(r"^(?:以上|以下)?的?(?P<what>[^，,；;。并]{2,10})", place.after)
    if verb is None or not (verb["what"] or thing):
        return None
    if MEASURE.search(verb["what"]):
        return None
    if not _SUSPENDABLE.search(verb["what"] + place.after):
        return None
    what = verb["what"] or (thing["what"] if thing else "")
    name = f"{verb[0][:2]}{what}期限"
    return Reading(name, "prose.penalty", punished(place.segment.before(place.found)))
