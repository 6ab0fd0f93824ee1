"""How often: 每年检验1次, 每半年至少检查一次, 每年召开两次会议."""

import re

from extraction.nouns import clean_name
from extraction.prose.phrase import given_after
from extraction.prose.place import Place, Reading

_EVERY = re.compile(
    r"每(?:隔)?(?:半|\d+|[一二三两四五六])?个?(?:年度?|季度?|月|周|日|天|学期)内?(?:应当|必须)?(?:至少|最多|不少于|不超过|累计)?(?P<verb>[\u4e00-\u9fff]{2,8}?)?(?:至少|最多|不少于|不得少于|不超过)?$"
)
_TIMES = re.compile(r"(?:次|遍|回)(?:以[上下])?$")
_INNER = re.compile(
    r"每(?:\d+|[一二三两半四五六])?个?(?:年度?|季度?|月|周|日|天|小时)(?P<verb>[\u4e00-\u9fff]{2,8}?)?(?:\d|[一二三两四五六])+次"
)
_BOUND = re.compile(r"(?:至少|最多|不少于|不超过|应当|必须|不得少于|最少)+")


def frequency(place: Place) -> Reading | None:
    """Read a count of times per period; the period belongs to the wording of the value."""
    if not _TIMES.search(place.raw) or not ("每" in place.raw or "每" in place.before):
        return None
    return _read(place)


def _read(place: Place) -> Reading | None:
    if not place.raw.endswith(("次", "次以上", "次以下", "遍", "回")):
        return None
    every = _EVERY.search(place.before)
    inner = _INNER.search(place.raw)
    if every is None and inner is None:
        return None
    verb = _BOUND.sub("", (every["verb"] if every else inner["verb"] if inner else "") or "")
    what = given_after(place.after) or ("" if verb else clean_name(_BOUND.sub("", place.before))[-8:])
    if what.startswith("每") or (not verb.removeprefix("进行") and not what):
        return None
    wider = len(place.before) - every.start() if every else 0
    if re.match(r"[向对为给]", verb):
        return None
    verb = verb.removeprefix("进行")
    return Reading(f"{verb}{what}频次", "prose.frequency", wider=wider)
