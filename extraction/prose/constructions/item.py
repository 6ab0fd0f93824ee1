"""Values of list items and of parts after a colon: what they measure stands in the lead."""

import re

from core.fact import Condition
from extraction.nouns import clean_name
from extraction.prose.actors import as_actor
from extraction.prose.conditions import starting_event
from extraction.prose.phrase import MEASURE, linked, measure_before
from extraction.prose.place import Place, Reading

_SHARE = re.compile(r"^(?P<who>[^，,；;。为是]{2,18})[为是](?P<base>[^，,；;。]{2,20})的$")


def item(place: Place) -> Reading | None:
    """Read 城市道路为每小时30公里 under 不得超过下列最高行驶速度: the item names whose value it is."""
    lead = place.frame.lead
    if not lead or place.dimension in {"ordinal", "grade"}:
        return None
    before = place.before.strip("，,；;：:的 ")
    if not before:
        return Reading(lead, "prose.item")
    event = starting_event(place.before)[1]
    if event:
        return Reading(lead, "prose.item", conditions=(Condition(event),))
    share = _SHARE.match(before)
    if place.dimension == "ratio" and share:
        if MEASURE.search(share["who"]):
            return None
        return Reading(lead, "prose.item", clean_name(share["who"]), wider=len(share["base"]) + 1)
    _, name = measure_before(place.before)
    if name and MEASURE.search(name) and not MEASURE.search(lead):
        return None
    if linked(place.before) or re.fullmatch(r"[^，,；;。]{2,18}", before):
        whole = clean_name(re.sub(r"(?:[为是：:]|不得|不超过)+$|^(?:适用|按照?|减按)+", "", before))
        each = re.search(r"(?:每[月年日天人])+$", whole)
        if each and len(whole) > 4:
            return Reading(
                lead, "prose.item", whole[: each.start()], wider=len(each[0]) if before.endswith(each[0]) else 0
            )
        if whole.endswith("的"):
            return None
        if MEASURE.search(whole):
            return None
        who = as_actor(whole) or (whole if 2 <= len(whole) <= 14 else "")
        if who and who != lead:
            return Reading(lead, "prose.item", who)
        return Reading(lead, "prose.item", conditions=(Condition(whole),) if whole and whole != lead else ())
    return None
