"""What is taken off: 满200元减30元, 首单立减10元, 100积分抵1元."""

import re

from core.fact import Condition
from extraction.nouns import clean_name
from extraction.prose.actors import as_actor
from extraction.prose.place import Place, Reading

_TAKES_OFF = re.compile(r"(?P<who>[^，,；;。]{0,12}?)(?P<verb>立减|直减|再减|减|立省|优惠|返现|抵扣|抵)(?:现金)?$")


def discount(place: Place) -> Reading | None:
    """Read an amount taken off a price; with a threshold in the same stretch (满…减…) it is a 满减."""
    if not place.dimension.startswith("money") or place.raw.startswith("免"):
        return None
    taken = _TAKES_OFF.search(place.before)
    if taken is None or taken["who"].endswith("积分") or (place.after and place.after[0] not in "，,。；;、！（("):
        return None
    stepped = any(held.quantity is not None and held.text.endswith(held.quantity.raw) for held in place.conditions)
    name = "满减" if taken["verb"] == "减" and stepped else taken["verb"]
    name = {"减": "减免", "抵": "抵扣"}.get(name, name)
    who = as_actor(taken["who"])
    held = clean_name(taken["who"]) if not who else ""
    attribute = name if name == "满减" else f"{name}金额"
    return Reading(attribute, "prose.discount", who, conditions=(Condition(held),) if len(held) > 1 else ())
