"""What costs nothing: 免收手续费, 免费寄回旧设备, 不收费."""

import re

from extraction.prose.phrase import action_after, measure_before
from extraction.prose.place import Place, Reading

_WAIVED = re.compile(r"^免[收交缴]?(.{2,})$")


def waiver(place: Place) -> Reading | None:
    """Read a fee that is nothing."""
    if place.after.startswith(("券", "次数", "权益", "额度", "政策", "服务")) or place.segment.text.endswith(
        ("：", ":")
    ):
        return None
    waived = _WAIVED.match(place.raw)
    if waived and waived.group(1) != "费":
        return Reading(waived.group(1), "prose.waiver")
    if place.raw in {"免收", "免交", "免缴"}:
        fee = re.match(r"^(?!和|或|及|、)[\u4e00-\u9fff]{2,10}?(?:费|金|税|款)", place.after)
        return Reading(fee[0], "prose.waiver") if fee else None
    if place.raw != "免费" or place.after.startswith(("的", "退货次数", "次数")):
        return None
    done = action_after(place.after)
    if done and (
        len(done) > 8
        or not re.search(r"^$|[，,：:者人户客]$|可以?$|应当$|，一律$|内$|前$|后$|均$|都$", place.before.strip())
    ):
        return None
    if done:
        return Reading(f"{done}费用", "prose.waiver")
    if place.after[:1] not in tuple("，,。；;、！（( ") and place.after:
        return None
    owner, name = measure_before(place.before)
    return Reading(f"{name}费用" if not name.endswith("费用") else name, "prose.waiver", owner) if name else None
