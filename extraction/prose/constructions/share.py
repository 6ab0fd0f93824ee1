"""Shares and multiples of a base: 不得低于约定工资的80%, 为价款的三倍, 按照日工资的300%支付报酬."""

import re

from core.text.tagging import tagged
from extraction.nouns import clean_name
from extraction.prose.actors import as_actor
from extraction.prose.phrase import GENERIC, MEASURE, given_after, measure_before
from extraction.prose.place import Place, Reading

_COMPARED = re.compile(
    r"(?P<link>(?:不得|不)?(?:低于|高于|超过|少于|多于)|为|是|相当于|最高(?:不超过)?|最低(?:不低于)?|最多|至少|按照?|以|抵扣|抵|减收|打)(?P<base>[^，,；;。]{2,36}?)的?$"
)
_PART = re.compile(r"(?:^|应当|可以|[，,])(?P<verb>[\u4e00-\u9fff]{2})(?P<base>[^，,；;。]{2,16})的$")
_ADDED = re.compile(r"(?:加收|支付|缴纳|收取|扣除|赔偿|给付)(?P<base>[^，,；;。的]{2,12})$")
_AT = re.compile(r"(?:减?按照?|以|减半?)$")
_VERB = re.compile(
    r"^(?:[、和或者\d０-９%％]*)(?:的(?:标准|比例|税率))?(?P<verb>加处|加收|支付|征收|计算|计征|缴纳|缴存|补偿|赔偿|收取|计发|发给|报销|退还|退款|回收|扣除|执行|计入)(?P<what>[^，,；;。]{0,16})"
)


def share(place: Place) -> Reading | None:
    """Read a ratio with its base; the base belongs to the wording of the value."""
    if place.dimension != "ratio" and "分之" not in place.raw:
        return None
    paid = _VERB.match(place.after)
    match = _COMPARED.search(place.before)
    if match and (paid or match["link"] not in {"按", "按照", "以"}):
        return _compared(place, match, paid)
    if paid and _AT.search(place.before):
        return Reading(_paid(paid), "prose.share", wider=0)
    added = _ADDED.search(place.before)
    thing = re.match(r"^的(?P<what>[\u4e00-\u9fff]{1,6}?(?:金|费|款|税|利息))(?![\u4e00-\u9fff]{0,2}的)", place.after)
    if added and thing:
        return Reading(thing["what"], "prose.share", wider=len(added["base"]))
    part = _PART.search(place.before)
    if part and tagged(part["verb"])[0].flag.startswith("v") and MEASURE.search(part["base"]):
        return Reading(f"{part['verb']}比例", "prose.share", wider=len(part["base"]) + 1)
    return None


def _compared(place: Place, match: re.Match[str], paid: re.Match[str] | None) -> Reading | None:
    wider = len(place.before) - match.start("base")
    if paid and match["link"] in {"按", "按照", "以"}:
        return Reading(_paid(paid), "prose.share", wider=wider)
    if match["link"] in {"抵扣", "抵", "减收", "打"}:
        return None
    owner, attribute = measure_before(place.before[: match.start()])
    if GENERIC.fullmatch(attribute) and len(attribute) <= 2 and not owner:
        return None
    if attribute and (MEASURE.search(attribute) or match["link"] in {"为", "是", "相当于"}):
        bound = len(place.before) - match.start() if match["link"] not in {"为", "是"} else wider
        return Reading(attribute, "prose.share", owner, wider=bound)
    who = owner or as_actor(attribute)
    if match["link"].startswith("不") and 2 <= len(match["base"]) <= 12 and who:
        bound = len(place.before) - match.start()
        return Reading(f"占{match['base']}的比例", "prose.share", who, wider=bound)
    given = given_after(place.after)
    return Reading(given, "prose.share", wider=wider) if given and MEASURE.search(given) else None


def _paid(match: re.Match[str]) -> str:
    what = clean_name(match["what"].removeprefix("其"))
    return what if len(what) >= 2 and match["verb"] not in {"计算", "征收", "计征"} else f"{match['verb']}{what}比例"
