"""Deadlines: 自收到之日起七日内返还价款, 提前三十日通知, 届满三十日前提出申请."""

import re

from core.fact import Condition
from extraction.nouns import clean_name
from extraction.prose.actors import actor
from extraction.prose.conditions import starting_event
from extraction.prose.phrase import action_after
from extraction.prose.place import Place, Reading

_TIMES = frozenset({"duration", "business_days"})
_WITHIN = re.compile(r"(?:以内|之内|内)$|within|不超过|最[长晚迟]")
_WITHIN_AFTER = re.compile(r"^(?:以内|之内|内)")
_BEFORE_AFTER = re.compile(r"^(?:之前|以前|前)")
_EARLY = re.compile(r"提前(?:至少|不少于)?$|至少提前$")
_VALID = re.compile(r"^(?:以?内)?有效")
_DONE = re.compile(r"^(?:到账|完成|送达|发货|出库|生效|退回|退款|上门|到货|寄出|办结|审核|开具|处理)")
_MODAL_FRONT = re.compile(r"^.*(?:应当|可以|必须|不得|须|有权|应|可)(?=在|于|$)")


def deadline(place: Place) -> Reading | None:
    """Read how long something may take, or how early it must be done."""
    if place.dimension not in _TIMES:
        return None
    if _EARLY.search(place.before) or place.raw.startswith(("提前", "至少提前")):
        return _early(place)
    if _BEFORE_AFTER.match(place.after):
        return _ahead(place)
    if _WITHIN.search(place.raw) or _WITHIN_AFTER.match(place.after):
        return _within(place)
    if place.found.quantity.kind in {"exact", "range"} and _DONE.match(place.after) and starting_event(place.before)[1]:
        return _within(place)
    if place.before.rstrip().endswith("起") and (place.dimension == "business_days" or "内" in place.after[:2]):
        return _within(place)
    return None


def _within(place: Place) -> Reading | None:
    inner = _WITHIN_AFTER.match(place.after)
    longer = inner.end() if inner else 0
    rest, event = starting_event(place.before)
    conditions = (Condition(event),) if event else ()
    valid = _VALID.match(place.after)
    if valid:
        return Reading(
            "有效期",
            "prose.deadline",
            clean_name(rest) if 2 <= len(clean_name(rest)) <= 12 else "",
            conditions=conditions,
        )
    if not rest.strip() or _opens_action(rest) or event:
        done = _action(place, longer)
        what = clean_name(rest)
        if len(done) == 2 and 2 <= len(what) <= 8 and not actor(place.segment.text) and not _opens_action(what):
            done = f"{what}{done}"
        told = place.after[longer:].strip("，,：: ")
        who = "" if told or actor(place.segment.text) else actor(place.tail)
        return Reading(f"{done}期限", "prose.deadline", who, longer=longer, conditions=conditions) if done else None
    return None


def _action(place: Place, skipped: int) -> str:
    return action_after(place.after[skipped:] + place.tail)


def _opens_action(rest: str) -> bool:
    """Tell 应当在[3日内]发货 and 税务机关[3个月内]… from a noun that the time measures."""
    return bool(
        re.search(
            r"(?:应当|可以|必须|须|应|可|不得|有权|在|于|并|且|时|后|至少|最[迟晚长]|的|请|会|将|门|关|者|人|方|户|位|构|司|业|员|心|院|会|仓库|回收|客服)\s*$",
            rest,
        )
    )


def _early(place: Place) -> Reading | None:
    done = action_after(place.after + place.tail)
    if not done:
        return None
    return Reading(f"提前{done}期限", "prose.deadline")


def _ahead(place: Place) -> Reading | None:
    ahead = _BEFORE_AFTER.match(place.after)
    longer = ahead.end() if ahead else 0
    event = clean_name(re.sub(r"^(?:在|于|至少|最迟)+", "", _MODAL_FRONT.sub("", place.before)))
    event = re.sub(r"^(?:并|或者?|且)?(?:在|于)?", "", event)
    expiring = "届满" if place.raw.startswith("届满") else ""
    done = _action(place, longer)
    if not done or not 1 < len(event) <= 24:
        return None
    return Reading(f"{done}期限", "prose.deadline", longer=longer, conditions=(Condition(f"{event}{expiring}前"),))
