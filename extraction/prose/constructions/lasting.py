"""How long something goes on: 至少保存2年, 停留不得超过30日, 产前可以休假15天."""

import re

from extraction.prose.actors import as_actor
from extraction.prose.place import Place, Reading

_LASTS = re.compile(
    r"(?P<what>[^，,；;。应当可以不得必须]{0,14}?)(?P<verb>保存|保管|保留|停留|居留|休假|休息|借用|免费停放|停车|公示|公告|延长|顺延|缓缴|停牌|停业|试用|冷静|存放|保鲜|冷藏|播放|通话|待机|续航)"
    r"(?:时间)?(?:应当|不得|可以)?(?:至少|最[长短多少]|不超过|不少于|不得超过|不得少于|约|满)*$"
)


def lasting(place: Place) -> Reading | None:
    """Read a span of time that a verb of lasting governs."""
    if place.dimension not in {"duration", "business_days"}:
        return None
    lasts = _LASTS.search(place.before)
    if lasts is None or place.after.startswith(("内", "的", "前", "后")):
        return None
    extended = re.search(
        r"(?:^|[，,])(?P<what>[\u4e00-\u9fff]{2,8}(?:期|期限))(?=在|自|可|应)",
        lasts["what"] + place.before[: lasts.start()],
    )
    if lasts["verb"] in {"延长", "顺延"} and extended:
        return Reading(f"{extended['what']}{lasts['verb']}", "prose.lasting")
    every = re.search(r"每[周月日天年](?:至少|最多|应当)?$", lasts["what"])
    if every:
        return Reading(
            f"{lasts['verb']}时间", "prose.lasting", wider=len(place.before) - lasts.start("what") - every.start()
        )
    if "每" in lasts["what"]:
        return None
    return Reading(f"{lasts['verb']}期限", "prose.lasting", as_actor(lasts["what"]))
